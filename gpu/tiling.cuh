// How an image is cut into blocks.
#pragma once

#include "gpu/pixels.cuh"

namespace sweep::gpu {

// Blocks are T x T; the last ones of a row or column may be shorter.
struct Tiling {
    int width, height, channels;
    int M, N;  // block rows, block columns

    template <int T>
    __device__ int rows_of(int m) const {
        return min(T, height - m * T);
    }
    template <int T>
    __device__ int columns_of(int n) const {
        return min(T, width - n * T);
    }
};

}  // namespace sweep::gpu
