// The last line of arithmetic of derived pictures (core/derived/derived_formula.h), on device memory.
#pragma once

#include <cstddef>

#include "core/derived/derived_formula.h"
#include "gpu/device/launch.cuh"
#include "gpu/image/pixels.cuh"

namespace sweep::gpu {

// Derives from the original, in linear memory with `stride` bytes a row, and from the packed results of the first and
// the last run, into `out`, with `out_stride` bytes a row, which may be the original.
void launch_derive(LaunchOn on, DerivedKind kind, const DerivedNumbers& numbers, const PixelSource& original,
                   std::ptrdiff_t stride, const float* first, const float* last, float* out,
                   std::ptrdiff_t out_stride, Shape shape);

}  // namespace sweep::gpu
