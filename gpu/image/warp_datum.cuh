// The datum of an image of one channel of float32 (Datum in gpu/image/pixels.cuh), found by each warp alone: each lane
// asks for one sample, of a lattice of 32 points. They are in the cache as soon as one warp has asked.
#pragma once

#include "gpu/image/pixels.cuh"

namespace sweep::gpu {

inline constexpr int points_of_lane = 1;  // for make_datum()

__device__ inline float ask_for_point(const Datum& datum, const float* in, int width, int lane) {
    const int2 at = datum.point(lane);
    return __ldg(in + std::size_t(at.y) * width + at.x);
}
// The datum, from what each lane has asked for.
__device__ inline float datum_of_points(const Datum& datum, float candidate) {
    const float least = __shfl_sync(~0u, Datum::least_of_lanes(candidate, 32), 0);
    return datum.from_image ? datum.limited(least, 0) : 0.f;
}

}  // namespace sweep::gpu
