// Depth of field: shaders/dof.frag over the sharp picture, its summed-area table and its depth.
#pragma once

#include "app/gl.h"
#include "app/settings.h"

namespace sweep::app {

class DepthOfField {
  public:
    // What the table must be made with: exact for boxes of 255 x 255 pixels of values up to 16.
    static constexpr double fixed_point = 4096;

    DepthOfField() : program_({"fullscreen.vert", "dof.frag"}) {}

    // `table`: GL_RGBA32UI, of `sharp` times fixed_point. `depth` may be null: then only a constant circle of
    // confusion makes sense. `inverse_near`, `inverse_far`: 1 / distance where the depth is 0 and 1.
    void draw(const Texture& sharp, const Texture& table, const Texture* depth, float inverse_near,
              float inverse_far, const FocusSettings& focus);

    const Texture& result() const { return result_; }
    std::string reload() { return program_.reload(); }

  private:
    Program program_;
    Texture result_;
    Framebuffer target_;
};

}  // namespace sweep::app
