// float16 in device code: IEEE binary16, two in a word, the first in its lower half.
#pragma once

#include <cstdint>

#include <cuda_runtime.h>

#include "gpu/device/half.h"

namespace sweep::gpu {

// Rounds each to the nearest float16, ties to even.
__device__ inline std::uint32_t two_halves(float first, float second) {
    std::uint32_t word = 0;
#ifndef __CUDA_ARCH__
    word = half_bits(first) | std::uint32_t(half_bits(second)) << 16;
#elif __CUDA_ARCH__ >= 800
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(second), "f"(first));
#else
    asm("{ .reg .f16 first, second;\n"
        "cvt.rn.f16.f32 first, %1;\n"
        "cvt.rn.f16.f32 second, %2;\n"
        "mov.b32 %0, {first, second}; }"
        : "=r"(word)
        : "f"(first), "f"(second));
#endif
    return word;
}

// Makes two neighbouring pixels of four channels from one word for each channel, which has both pixels'
// samples.
__device__ inline uint4 two_pixels(const std::uint32_t (&of_channel)[4]) {
    const auto& [r, g, b, a] = of_channel;
    return {__byte_perm(r, g, 0x5410), __byte_perm(b, a, 0x5410), __byte_perm(r, g, 0x7632),
            __byte_perm(b, a, 0x7632)};
}

}  // namespace sweep::gpu
