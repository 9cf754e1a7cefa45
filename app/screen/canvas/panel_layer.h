// The panels, and all else that ImGui draws, in a texture that lies over the frame. They change far less
// often than the picture under them, and rasterization is the slowest part of some GPUs. Only frames that
// compute shaders draw have it (app/screen/canvas/surface.h).
#pragma once

#include <cstddef>
#include <vector>

#include "app/screen/gl/gl.h"

struct ImDrawData;

namespace sweep::app {

class PanelLayer {
  public:
    // What ImGui has rendered, as GL_RGBA8, premultiplied. Where that differs from the last time, the texture
    // is drawn again: in this call if `at_once`, if its size is another, or if ImGui draws textures beside
    // its letters, otherwise at most 60 times a second of the clock `now`.
    const Texture& update(int width, int height, bool at_once, double now);
    // True when the texture does not show yet what ImGui has rendered.
    bool is_behind() const { return is_behind_; }

  private:
    bool is_drawn(const ImDrawData& data) const;
    void draw(ImDrawData& data);

    Program clear_;
    Texture texture_;
    Framebuffer target_;
    std::vector<std::byte> drawn_;  // the draw lists that the texture shows
    double drawn_at_ = 0;
    bool is_behind_ = false;
};

}  // namespace sweep::app
