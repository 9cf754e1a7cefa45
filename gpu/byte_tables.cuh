// What bytes stand for, in shared memory. (From device memory, 32 lanes that look up 32 bytes wait for as many lines as they
// hit.)
#pragma once

#include "gpu/pixels.cuh"

namespace sweep::gpu {

// In each channel of a pixel.
struct ByteTables {
    float values[4][256];

    // Called by the whole thread block, which must come through __syncthreads() before it looks up.
    __device__ void fill(const PixelSource& in) {
        for (int i = threadIdx.x; i < in.channels * 256; i += blockDim.x)
            values[i / 256][i % 256] = in.decode(std::uint8_t(i % 256), i / 256);
    }
    // Of the four channels in the bytes of a word, from the lowest on.
    __device__ float4 look_up(std::uint32_t pixel) const {
        return {values[0][pixel & 255], values[1][pixel >> 8 & 255], values[2][pixel >> 16 & 255],
                values[3][pixel >> 24]};
    }
};

// One for all of a kernel: its branches would each have their own.
__device__ inline ByteTables& shared_byte_tables() {
    __shared__ ByteTables tables;
    return tables;
}

}  // namespace sweep::gpu
