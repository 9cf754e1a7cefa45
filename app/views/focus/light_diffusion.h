// Depth of field by diffusion (cpu/effects/depth_diffusion.h) where the picture is, by shaders/focus/diffusion.comp.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "app/screen/gl/gl.h"

namespace sweep::app {

class LightDiffusion {
  public:
    // Blurs `sharp` into `result`, which is of its size and GL_RGBA32F, by the circles of shaders/focus/circle.comp,
    // whose uniforms `set_circle` sets. Throws Error(failed) where memory is short.
    void run(const Texture& sharp, const Texture& result,
             const std::function<void(const Program&)>& set_circle);
    // Reads the shaders again, as Program::reload() does.
    std::string reload();

  private:
    std::array<Program, 3> steps_;  // linked when first needed
    Texture half_way_;
    Buffer nodes_;
    GLsizeiptr bytes_ = 0;  // of nodes_
};

}  // namespace sweep::app
