// The datum of an image of one channel of float32 (Datum in gpu/image/pixels.cuh), found by each warp alone: a
// lane asks for one of the four samples. They are in the cache as soon as one warp has asked.
#pragma once

#include "gpu/image/pixels.cuh"

namespace sweep::gpu {

__device__ inline float ask_for_corner(const float* in, int width, int height, int lane) {
    return __ldg(in + std::size_t(lane & 2 ? height - 1 : 0) * width + (lane & 1 ? width - 1 : 0));
}
// The datum, from what each lane has asked for.
__device__ inline float datum_of_corners(float candidate) {
    return Datum::limited(__shfl_sync(~0u, Datum::least_of_four(candidate), 0));
}

}  // namespace sweep::gpu
