// What every step knows of the picture: the block of uniforms and the small buffer of opengl/shaders/picture.glsl.
#pragma once

#include <array>
#include <string>

#include "core/plan/job.h"
#include "opengl/context/objects.h"
#include "opengl/plan/plan.h"

namespace sweep::opengl {

// The members are those of the shader, in its order. What a family does not need stays 0.
struct PictureNumbers {
    using Integers = std::array<int, 4>;
    using Floats = std::array<float, 4>;
    Integers size{}, lines{}, order_of_scans{}, ends{};
    Floats outside_columns{}, outside_rows{}, least{}, result{};
};

// Puts the constants outside the picture, of each channel and axis, and the least of them.
void put_outside(const Problem& problem, PictureNumbers& numbers);

class Picture {
  public:
    Picture(const std::shared_ptr<Context>& context, const Problem& problem);

    void set(const PictureNumbers& numbers) const;
    void bind() const;
    std::size_t bytes() const { return numbers_.bytes() + small_.bytes(); }

    // The definitions that programs begin with: C, BYTES, TEXTURE, TARGET, OUT and UINTS. `out` is where a buffer for
    // the result is bound.
    static std::string definitions(const Problem& problem, const Images& images, unsigned out = out_binding);

  private:
    Buffer numbers_, small_;
};

}  // namespace sweep::opengl
