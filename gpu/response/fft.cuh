// Filtering in the frequency domain through cuFFT, with which [N11] section 8 and [N16] section 8 compare.
//
//     V = inverse(H_columns(k) H_rows(l) forward(X))
//
// The transfer function is the product of that of the columns and that of the rows, at the frequencies of the
// transform. This is exact for an image that repeats, and for one that is mirrored, of which the whole period
// is transformed, twice as wide and as high. The image lies in planes, one a channel, relative to the datum.
#pragma once

#include "gpu/device/block_trace.cuh"
#include "gpu/image/datum.cuh"
#include "gpu/image/tile.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// A thread block that goes over pixels; a thread owns a pixel.
inline constexpr int fft_tile_width = 32, fft_tile_height = tuning::Fourier::tile_rows;

// The planes have rows of `stride` floats; the spectrum fills the whole row.
struct FftPlanes {
    float* data;
    int width, height, stride;
    __device__ float& at(int channel, int y, int x) const {
        return data[(std::size_t(channel) * height + y) * stride + x];
    }
};

__device__ inline int2 fft_pixel_of_thread(const Tiling& p) {
    const unsigned tiles = unsigned(p.width + fft_tile_width - 1) / fft_tile_width;
    return {int(blockIdx.x % tiles) * fft_tile_width + int(threadIdx.x),
            int(blockIdx.x / tiles) * fft_tile_height + int(threadIdx.y)};
}

// Step F.1. A plane that is wider (higher) than the image is a period of its rows (columns), and what is behind them
// gets them reversed: all of their samples, or under reflect101 all but the two on which they turn.
__global__ void fft_extend_kernel(PixelSource in, Tiling p, const __grid_constant__ Datum datum,
                                  FftPlanes planes, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    wait_for_predecessor();
    const int2 at = fft_pixel_of_thread(p);
    if (at.x >= p.width || at.y >= p.height) return;
    const float4 pixel = in.pixel(at.x, at.y);
    const float values[4] = {pixel.x, pixel.y, pixel.z, pixel.w};
    // A period that is two samples shorter than twice the line turns on its first and its last sample.
    const auto reversed = [](int i, int n, int period) { return 2 * n - 1 - i - (2 * n - period) / 2; };
    const auto is_behind = [](int back, int n, int period) { return back >= n && back < period; };
    const int x_back = reversed(at.x, p.width, planes.width),
              y_back = reversed(at.y, p.height, planes.height);
    const bool wider = is_behind(x_back, p.width, planes.width),
               higher = is_behind(y_back, p.height, planes.height);
#pragma unroll
    for (int channel = 0; channel < 4; ++channel) {
        if (channel >= p.channels) break;
        const float v = values[channel] - datum.of(channel);
        planes.at(channel, at.y, at.x) = v;
        if (wider) planes.at(channel, at.y, x_back) = v;
        if (higher) planes.at(channel, y_back, at.x) = v;
        if (wider && higher) planes.at(channel, y_back, x_back) = v;
    }
}

// Step F.3. Grid: (groups of frequencies along the rows, rows of the spectrum, channels); a thread owns a
// frequency in every gridDim.y-th row.
__global__ void fft_multiply_kernel(float2* spectrum, int width, int height, const float2* of_columns,
                                    const float2* of_rows, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    const int l = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (l >= width) return;
    const float2 r = __ldg(of_rows + l);
    for (int k = int(blockIdx.y); k < height; k += int(gridDim.y)) {
        const float2 c = __ldg(of_columns + k), h = {c.x * r.x - c.y * r.y, c.x * r.y + c.y * r.x};
        float2& value = spectrum[(std::size_t(blockIdx.z) * height + k) * width + l];
        const float2 v = value;
        value = {v.x * h.x - v.y * h.y, v.x * h.y + v.y * h.x};
    }
}

// Step F.5. Takes the image out of the planes and adds the datum again.
__global__ void fft_crop_kernel(FftPlanes planes, Tiling p, const __grid_constant__ Datum datum,
                                float response, PixelSink out, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    const int2 at = fft_pixel_of_thread(p);
    if (at.x >= p.width || at.y >= p.height) return;
    float values[4] = {};
#pragma unroll
    for (int channel = 0; channel < 4; ++channel)
        if (channel < p.channels)
            values[channel] = planes.at(channel, at.y, at.x) + datum.of(channel) * response;
    const float4 pixel = {values[0], values[1], values[2], values[3]};
    if (out.format == PixelFormat::texture_f32) {
        surf2Dwrite(pixel, out.surface, at.x * 16, at.y);
    } else if (p.channels == 4) {
        static_cast<float4*>(out.data)[std::size_t(at.y) * p.width + at.x] = pixel;
    } else {
        float* to = static_cast<float*>(out.data) + (std::size_t(at.y) * p.width + at.x) * p.channels;
#pragma unroll
        for (int channel = 0; channel < 3; ++channel)
            if (channel < p.channels) to[channel] = values[channel];
    }
}

}  // namespace sweep::gpu
