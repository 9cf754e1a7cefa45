// Chooses where frames are drawn: by fragment shaders into the caller's framebuffer, or by compute shaders
// into an image, which is the caller's texture or is copied to the caller's framebuffer at the end.
#pragma once

#include "app/screen/canvas/display.h"
#include "app/screen/canvas/panel_layer.h"

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

    // The canvas for a frame. `fragments`: only fragment shaders can draw it.
    Canvas canvas(const Target& target, int width, int height, bool fragments);
    // Brings the drawn frame to the target, where it is not there already, and binds the target's
    // framebuffer.
    void show(const Canvas& canvas, const Target& target) const;
    PanelLayer& panels() { return panels_; }
    const PanelLayer& panels() const { return panels_; }

  private:
    bool by_compute_;
    Texture image_;
    Framebuffer framebuffer_;
    PanelLayer panels_;
};

}  // namespace sweep::app
