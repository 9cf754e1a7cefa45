// Direct separable convolution with any number of taps, with which [N11] section 8 and [N16] section 8
// compare (Podlozhnyuk 2007, "Image convolution with CUDA", NVIDIA).
//
//     columns   W(y, x) = sum_k a_k X(y + first + k, x)        stored, 4 bytes a sample, a plane a channel
//     rows      V(y, x) = sum_k b_k W(y, x + first + k)
//
// Samples outside the image are found by their index, so that every extension is exact for taps of any reach.
//
// Both kernels share convolve(). A thread block owns 32 lines, a lane each, and 64 outputs along them, of
// which a thread owns 8 neighbours. A window of 128 samples of each line slides along in shared memory, by 64
// samples and 64 taps at a time; the samples for the next taps are on their way into registers while these
// are multiplied. Sample i of the tile's reach lies in slot i % 128. A thread keeps 16 samples in registers,
// so that 8 taps take 8 reads of shared memory and 64 multiply-adds. The 64 taps of each window are summed up
// on their own, which keeps float32 accurate over thousands of taps.
#pragma once

#include "core/filter/boundaries.h"
#include "core/filter/spec.h"
#include "gpu/device/block_trace.cuh"
#include "gpu/image/datum.cuh"
#include "gpu/image/tile.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

struct Convolution {
    static constexpr int lines = 32, outputs = tuning::Convolution::outputs, slots = 2 * outputs,
                         taps = outputs, each = tuning::Convolution::each, warps = outputs / each,
                         threads = 32 * warps;
    static constexpr int stride =
        lines + 1;  // neither stores along a line nor reads across lines meet in a bank
    static constexpr int window_floats = slots * stride;
};

// The taps of one axis, in device memory.
struct DeviceTaps {
    const float* weights;
    int count, first;
};

// Runs the taps over the tile whose first output is sample `start`. fetch(i, v) gets 8 samples a thread of
// the 64 from sample `start + first + i` on; put(i, v) stores them into the window's slots from i % 128 on.
// Called by the whole thread block. `sum` becomes the thread's 8 outputs of line `lane`. When it returns,
// other threads may still read the window.
template <class Fetch, class Put>
__device__ inline void convolve(const DeviceTaps& taps, const float* window, float* weights, Fetch fetch,
                                Put put, float (&sum)[Convolution::each]) {
    using C = Convolution;
    const int lane = threadIdx.x % 32, mine = threadIdx.x / 32 * C::each,
              chunks = (taps.count + C::taps - 1) / C::taps;
    float ahead[C::each];
#pragma unroll
    for (int q = 0; q < C::each; ++q) sum[q] = 0;
    fetch(0, ahead);
    __syncthreads();  // an earlier tile has been read
    put(0, ahead);
    fetch(C::taps, ahead);
    for (int chunk = 0; chunk < chunks; ++chunk) {
        const int begin = chunk * C::taps,
                  groups = (min(C::taps, taps.count - begin) + C::each - 1) / C::each;
        __syncthreads();  // the last window has been read
        put(begin + C::taps, ahead);
        if (threadIdx.x < C::taps)
            weights[threadIdx.x] =
                begin + int(threadIdx.x) < taps.count ? __ldg(taps.weights + begin + threadIdx.x) : 0;
        __syncthreads();
        if (chunk + 1 < chunks) fetch(begin + 2 * C::taps, ahead);

        float x[2 * C::each], part[C::each] = {};
        auto read = [&](int i, float* to) {
            const float* from = window + unsigned(begin + mine + i) % C::slots * C::stride + lane;
#pragma unroll
            for (int q = 0; q < C::each; ++q) to[q] = from[q * C::stride];
        };
        read(0, x);
#pragma unroll 2
        for (int g = 0; g < groups; ++g) {
            read((g + 1) * C::each, x + C::each);
            float w[C::each];
#pragma unroll
            for (int k = 0; k < C::each; k += 4)
                *reinterpret_cast<float4*>(w + k) =
                    *reinterpret_cast<const float4*>(weights + g * C::each + k);
#pragma unroll
            for (int k = 0; k < C::each; ++k)
#pragma unroll
                for (int q = 0; q < C::each; ++q) part[q] = fmaf(w[k], x[k + q], part[q]);
#pragma unroll
            for (int q = 0; q < C::each; ++q) x[q] = x[q + C::each];
        }
#pragma unroll
        for (int q = 0; q < C::each; ++q) sum[q] += part[q];
    }
}

// True if a tap of the tile reaches sample i; the others need not be read.
__device__ inline bool is_needed(const DeviceTaps& taps, int i) {
    return i < Convolution::outputs +
                   (taps.count + Convolution::each - 1) / Convolution::each * Convolution::each;
}

// Step C.1. Grid: tiles of 64 rows and 32 samples of a row (its channels interleaved), one row of tiles after
// the other. The result goes to `planes`, one plane a channel, relative to the datum; where that is null, it
// is the output.
__global__ __launch_bounds__(Convolution::threads) void convolve_columns_kernel(
    PixelSource in, PixelSink out, Tiling p, const __grid_constant__ Datum datum, BoundaryKind boundary,
    DeviceTaps taps, float* planes, float response, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    using C = Convolution;
    __shared__ float window[C::window_floats];
    __shared__ __align__(16) float weights[C::taps];
    const int channels = p.channels, row = p.width * channels, tiles = (row + C::lines - 1) / C::lines;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32,
              y0 = int(blockIdx.x / unsigned(tiles)) * C::outputs,
              s = int(blockIdx.x % unsigned(tiles)) * C::lines + lane;
    const bool is_there = s < row;
    const int s_in = min(s, row - 1), x = s_in / channels, channel = s_in % channels;
    wait_for_predecessor();
    const float origin = datum.of(channel), outside = datum.outside(channel, origin);

    auto fetch = [&](int i, float(&v)[C::each]) {
#pragma unroll
        for (int q = 0; q < C::each; ++q) {
            const int at = i + warp + q * C::warps,
                      y = extended_index(boundary, y0 + taps.first + at, p.height);
            v[q] = outside;
            if (y >= 0 && is_needed(taps, at))
                v[q] = (in.format == PixelFormat::f32
                            ? __ldg(static_cast<const float*>(in.data) + std::size_t(y) * row + s_in)
                            : in.sample(x, y, channel)) -
                       origin;
        }
    };
    auto put = [&](int i, const float(&v)[C::each]) {
#pragma unroll
        for (int q = 0; q < C::each; ++q)
            window[(unsigned(i) % C::slots + warp + q * C::warps) * C::stride + lane] = v[q];
    };
    float sum[C::each];
    convolve(taps, window, weights, fetch, put, sum);

#pragma unroll
    for (int q = 0; q < C::each; ++q) {
        const int y = y0 + warp * C::each + q;
        if (y >= p.height) break;  // the same for the whole warp
        if (planes) {
            if (is_there) planes[(std::size_t(channel) * p.height + y) * p.width + x] = sum[q];
            continue;
        }
        const float v = sum[q] + origin * response;
        if (out.format == PixelFormat::texture_f32) {  // four lanes have a pixel
            const int first = lane & ~3;
            const float4 pixel = {__shfl_sync(~0u, v, first), __shfl_sync(~0u, v, first + 1),
                                  __shfl_sync(~0u, v, first + 2), __shfl_sync(~0u, v, first + 3)};
            if (is_there && lane == first) surf2Dwrite(pixel, out.surface, x * 16, y);
        } else if (is_there) {
            static_cast<float*>(out.data)[std::size_t(y) * row + s] = v;
        }
    }
}

// Step C.2. Grid: tiles of 64 columns and 32 rows, one row of tiles after the other. The channels come one
// after the other; the finished tile is written from shared memory, whole pixels along the rows.
__global__ __launch_bounds__(Convolution::threads) void convolve_rows_kernel(
    const float* planes, PixelSink out, Tiling p, const __grid_constant__ Datum datum, BoundaryKind boundary,
    DeviceTaps taps, float response_of_columns, float response, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    using C = Convolution;
    extern __shared__ __align__(16) float finished[];  // channels x 64 columns x stride
    __shared__ float window[C::window_floats];
    __shared__ __align__(16) float weights[C::taps];
    const int tiles = (p.width + C::outputs - 1) / C::outputs, lane = threadIdx.x % 32,
              warp = threadIdx.x / 32, x0 = int(blockIdx.x % unsigned(tiles)) * C::outputs,
              y0 = int(blockIdx.x / unsigned(tiles)) * C::lines;

    for (int channel = 0; channel < p.channels; ++channel) {
        const float* plane = planes + std::size_t(channel) * p.height * p.width;
        const float origin = datum.of(channel),
                    outside = datum.outside(channel, origin) * response_of_columns;
        // Lanes along the row: the warp has 4 lines, and 2 times 32 samples of each.
        auto fetch = [&](int i, float(&v)[C::each]) {
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                const int at = i + 32 * half + lane,
                          x = extended_index(boundary, x0 + taps.first + at, p.width);
                const bool read = x >= 0 && is_needed(taps, at);
#pragma unroll
                for (int l = 0; l < 4; ++l) {
                    const int y = min(y0 + 4 * warp + l, p.height - 1);
                    v[4 * half + l] = read ? __ldg(plane + std::size_t(y) * p.width + x) : outside;
                }
            }
        };
        auto put = [&](int i, const float(&v)[C::each]) {
#pragma unroll
            for (int q = 0; q < C::each; ++q)
                window[(unsigned(i) % C::slots + 32 * (q / 4) + lane) * C::stride + 4 * warp + q % 4] = v[q];
        };
        float sum[C::each];
        convolve(taps, window, weights, fetch, put, sum);
        const float end = origin * response;
#pragma unroll
        for (int q = 0; q < C::each; ++q)
            finished[(channel * C::outputs + warp * C::each + q) * C::stride + lane] = sum[q] + end;
    }
    __syncthreads();
    const int channels = p.channels;
    auto value = [&](int channel, int x, int y) {
        return finished[(channel * C::outputs + x) * C::stride + y];
    };
    if (channels == 4) {
        for (int i = threadIdx.x; i < C::lines * C::outputs; i += C::threads) {
            const int r = i / C::outputs, c = i % C::outputs, y = y0 + r, x = x0 + c;
            if (y >= p.height || x >= p.width) continue;
            const float4 v = {value(0, c, r), value(1, c, r), value(2, c, r), value(3, c, r)};
            if (out.format == PixelFormat::texture_f32)
                surf2Dwrite(v, out.surface, x * 16, y);
            else
                static_cast<float4*>(out.data)[std::size_t(y) * p.width + x] = v;
        }
    } else {
        const int row = C::outputs * channels;
        for (int i = threadIdx.x; i < C::lines * row; i += C::threads) {
            const int r = i / row, c = i % row, y = y0 + r, x = x0 + c / channels;
            if (y < p.height && x < p.width)
                static_cast<float*>(out.data)[(std::size_t(y) * p.width + x0) * channels + c] =
                    value(c % channels, c / channels, r);
        }
    }
}

}  // namespace sweep::gpu
