// Where frames are drawn: by fragment shaders into the caller's framebuffer, or by compute shaders into an image that
// is the caller's, or is copied to the caller's framebuffer at the end.
#pragma once

#include "app/display.h"
#include "app/gui_layer.h"

namespace sweep::app {

// A framebuffer, and the GL_RGBA8 texture that it draws into, if it is known.
struct Target {
    Target(GLuint f, const Texture* t = nullptr) : framebuffer(f), texture(t) {}
    GLuint framebuffer;
    const Texture* texture;
};

class Surface {
  public:
    explicit Surface(bool by_compute) : by_compute_(by_compute) {}

    // To draw a frame onto. `fragments`: only fragment shaders can draw it.
    Canvas canvas(const Target& target, int width, int height, bool fragments);
    // The frame is drawn.
    void show(const Canvas& canvas, const Target& target) const;
    GuiLayer& panels() { return panels_; }
    const GuiLayer& panels() const { return panels_; }

  private:
    bool by_compute_;
    Texture image_;
    Framebuffer framebuffer_;
    GuiLayer panels_;
};

}  // namespace sweep::app
