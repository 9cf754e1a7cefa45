// Tone mapping (core/edge/tone_map.h) of light in device memory, before and behind the edge filter of its luminance:
//
//     tone_extremes_kernel   the largest Y; the least and the largest B
//     tone_luminance_kernel  L = log10 max(Y, 1e-6 max Y)
//     tone_compress_kernel   colours times 10^(k (B - max B) - B),  k = min(log10(contrast) / (max B - min B), 1)
//
// A thread owns every gridDim.y-th pixel of a column; a warp adds the extremes of its pixels to those of the image.
#pragma once

#include "core/edge/tone_map.h"
#include "gpu/device/launch.cuh"
#include "gpu/edge/tile.cuh"

namespace sweep::gpu {

// A float as a number without sign, in the same order. 0 is that of no float that is a number.
__device__ inline unsigned ordered(float v) {
    const unsigned bits = __float_as_uint(v);
    return bits >> 31 ? ~bits : bits | 1u << 31;
}
__device__ inline float unordered(unsigned v) {
    return __uint_as_float(v >> 31 ? v ^ 1u << 31 : ~v);
}

// The extremes of the finite numbers of an image, both as maxima of what is 0 before;
// NaN where there is no such number.
struct Extremes {
    unsigned ordered_largest, ordered_negated_least;

    __device__ float largest() const { return unordered(ordered_largest); }
    __device__ float least() const { return -unordered(ordered_negated_least); }
};

// Light, and planes of one float a pixel, packed.
struct ToneImages {
    const float* in;
    float* out;  // may be `in`
    int in_step, out_step;
    int width, height, channels, colours;
    float *luminance, *base;
    Extremes *of_luminance, *of_base;

    __device__ const float* pixel(int x, int y) const {
        return edge_row(in, y, in_step) + std::ptrdiff_t(x) * channels;
    }
    __device__ std::size_t at(int x, int y) const { return std::size_t(y) * width + x; }
    __device__ float luminance_of(int x, int y) const {
        const float* const light = pixel(x, y);
        if (colours == 1) return light[0];
        return fmaf(float(red_of_luminance), light[0],
                    fmaf(float(green_of_luminance), light[1], float(blue_of_luminance) * light[2]));
    }
    // Calls f(x, y) for the pixels of this thread.
    template <class F>
    __device__ void for_pixels(const F& f) const {
        const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
        if (x < width)
            for (int y = int(blockIdx.y); y < height; y += int(gridDim.y)) f(x, y);
    }
};

inline constexpr int tone_threads = 128;

// Of the luminance, or of the base.
template <bool of_base>
__global__ __launch_bounds__(tone_threads) void tone_extremes_kernel(
    const __grid_constant__ ToneImages images, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    wait_for_predecessor();
    launch_dependents();
    unsigned largest = 0, negated_least = 0;
    images.for_pixels([&](int x, int y) {
        const float v = of_base ? images.base[images.at(x, y)] : images.luminance_of(x, y);
        if (v - v != 0) return;
        largest = max(largest, ordered(v));
        negated_least = max(negated_least, ordered(-v));
    });
#pragma unroll
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        largest = max(largest, __shfl_xor_sync(~0u, largest, lanes));
        negated_least = max(negated_least, __shfl_xor_sync(~0u, negated_least, lanes));
    }
    if (threadIdx.x % 32 != 0 || largest == 0) return;
    Extremes* const all = of_base ? images.of_base : images.of_luminance;
    atomicMax(&all->ordered_largest, largest);
    atomicMax(&all->ordered_negated_least, negated_least);
}

__global__ __launch_bounds__(tone_threads) void tone_luminance_kernel(
    const __grid_constant__ ToneImages images, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    wait_for_predecessor();
    launch_dependents();
    const float largest = images.of_luminance->largest(),
                least = largest > 0 ? float(least_luminance) * largest : 1;
    images.for_pixels([&](int x, int y) {
        const float v = images.luminance_of(x, y);
        images.luminance[images.at(x, y)] =
            v - v == 0 ? log10f(fmaxf(v, least)) : __uint_as_float(0x7fc00000);
    });
}

// `decades`: log10 of the contrast.
__global__ __launch_bounds__(tone_threads) void tone_compress_kernel(
    const __grid_constant__ ToneImages images, float decades, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    wait_for_predecessor();
    launch_dependents();
    const float high = images.of_base->largest(), range = high - images.of_base->least(),
                k = range > decades ? decades / range : 1;
    images.for_pixels([&](int x, int y) {
        const float B = images.base[images.at(x, y)], gain = exp10f(k * (B - high) - B);
        const float* const from = images.pixel(x, y);
        float* const to = const_cast<float*>(edge_row(images.out, y, images.out_step)) +
                          std::ptrdiff_t(x) * images.channels;
        for (int c = 0; c < images.channels; ++c) to[c] = (c < images.colours ? gain : 1) * from[c];
    });
}

}  // namespace sweep::gpu
