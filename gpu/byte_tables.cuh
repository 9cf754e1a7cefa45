// What bytes stand for, in shared memory. (From device memory, 32 lanes that look up 32 bytes wait for as many lines as they
// hit.)
#pragma once

#include "gpu/pixels.cuh"

namespace sweep::gpu {

// In each channel of a pixel: floats, or what a summed-area table adds up.
template <class V>
struct ByteTables {
    V values[4][256];

    // From value_of(byte, channel). Called by the whole thread block, which must come through __syncthreads() before it looks
    // up.
    template <class ValueOf>
    __device__ void fill(int channels, ValueOf value_of) {
        for (int i = threadIdx.x; i < channels * 256; i += blockDim.x)
            values[i / 256][i % 256] = value_of(std::uint8_t(i % 256), i / 256);
    }
    __device__ void fill(const PixelSource& in) {
        fill(in.channels, [&in](std::uint8_t byte, int channel) { return in.decode(byte, channel); });
    }
    // Channel k of the pixel in a word, its first lowest.
    __device__ V value(std::uint32_t pixel, int k) const { return values[k][pixel >> 8 * k & 255]; }
    __device__ float4 look_up(std::uint32_t pixel, int channels) const {
        return {value(pixel, 0), channels > 1 ? value(pixel, 1) : 0.f, channels > 2 ? value(pixel, 2) : 0.f,
                channels > 3 ? value(pixel, 3) : 0.f};
    }
};

}  // namespace sweep::gpu
