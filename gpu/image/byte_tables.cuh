// Tables in shared memory of the values that bytes stand for. (In device memory, 32 lanes that look up 32
// bytes would wait for as many cache lines as they hit.)
#pragma once

#include "gpu/image/pixels.cuh"

namespace sweep::gpu {

// The value that each byte stands for, in each channel of a pixel.
struct ByteTables {
    float values[4][256];

    // Called by the whole thread block, which must come through __syncthreads() before it looks up.
    __device__ void fill(const PixelSource& in) {
        for (int i = threadIdx.x; i < in.channels * 256; i += blockDim.x)
            values[i / 256][i % 256] = in.decode(std::uint8_t(i % 256), i / 256);
    }
    // The four channels of a pixel from the bytes of a word, the first channel lowest.
    __device__ float4 look_up(std::uint32_t pixel) const {
        return {values[0][pixel & 255], values[1][pixel >> 8 & 255], values[2][pixel >> 16 & 255],
                values[3][pixel >> 24]};
    }
};

// The tables of a kernel. They are made in one place: otherwise each branch would have its own.
__device__ inline ByteTables& shared_byte_tables() {
    __shared__ ByteTables tables;
    return tables;
}

}  // namespace sweep::gpu
