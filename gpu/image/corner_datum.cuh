// The datum of an image of one channel of float32 (Datum in gpu/image/pixels.cuh), found by each warp alone: a lane asks
// for one of the four samples. They are in the cache as soon as one warp has asked.
#pragma once

#include "gpu/image/pixels.cuh"

namespace sweep::gpu {

__device__ inline float ask_for_corner(const float* in, int width, int height, int lane) {
    return __ldg(in + std::size_t(lane & 2 ? height - 1 : 0) * width + (lane & 1 ? width - 1 : 0));
}
// The datum, from what each lane has asked for.
__device__ inline float datum_of_corners(float least) {
#pragma unroll
    for (int distance = 1; distance <= 2; distance *= 2) {
        const float other = __shfl_xor_sync(~0u, least, distance);
        if (fabsf(other) < fabsf(least)) least = other;
    }
    // Of two that are as large, lanes have found one or the other.
    least = __shfl_sync(~0u, least, 0);
    return fabsf(least) <= largest_datum ? least : 0.f;
}

}  // namespace sweep::gpu
