// The panels, and all else that ImGui draws, as a picture of their own that lies over the frame: they change far less
// often than what is under them, and what draws triangles is the slowest part of some GPUs.
#pragma once

#include "app/gl.h"

#include <cstddef>
#include <vector>

struct ImDrawData;

namespace sweep::app {

class GuiLayer {
  public:
    // What ImGui has rendered, drawn again if it is not the same as before: `at_once`, or not more than 60 times a
    // second of `now`. GL_RGBA8, premultiplied.
    const Texture& update(int width, int height, bool at_once, double now);
    // What ImGui has rendered is not drawn yet.
    bool is_behind() const { return is_behind_; }

  private:
    bool is_drawn(const ImDrawData& data) const;
    void draw(ImDrawData& data);

    Program clear_;
    Texture texture_;
    Framebuffer target_;
    std::vector<std::byte> drawn_;  // all that was drawn last
    double drawn_at_ = 0;
    bool is_behind_ = false;
};

}  // namespace sweep::app
