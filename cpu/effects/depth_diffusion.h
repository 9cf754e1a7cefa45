// Depth of field by simulated diffusion (Kass, Lefohn, Owens 2006): light flows between neighbouring pixels as heat
// does, as far as the smaller of their circles lets it. So nothing flows over the edge of what is in focus,
// into it or out of it.
#pragma once

#include <span>

#include "core/base/image.h"
#include "cpu/base/threads.h"

namespace sweep::cpu {

// Rows, then columns, are solved so often. Two steps of half the time spread light more like a dome than like a
// spike, and more alike in all directions.
inline constexpr int diffusion_steps = 2;

// Blurs `sharp`, of four floats a pixel, into `out`, which is like it and elsewhere in memory. `circles`: a radius
// for each pixel, as DepthBlur::circles(); its sign has no part. Where a radius is the same all around, the blur has
// the variance of a box of that half width. Throws std::bad_alloc.
void diffuse_light(ConstImageView sharp, std::span<const float> circles, ImageView out, Threads& threads);

}  // namespace sweep::cpu
