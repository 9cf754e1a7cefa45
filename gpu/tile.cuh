// A block of the image in shared memory, one plane a channel.
//
// A plane is a row of 32-column boxes, each T rows of 128 bytes whose eight 16-byte chunks are permuted by
// row & 7. A warp that reads 4 bytes down a column's neighbours and one that reads 16 bytes along 32 rows
// both touch every bank once: no padding, no transposition.
#pragma once

#include <cuda_pipeline_primitives.h>

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

// Offset of row r, column c in a plane.
template <int T>
__device__ inline int at(int r, int c) {
    return (c >> 5) * T * 32 + r * 32 + ((((c & 31) >> 2) ^ (r & 7)) << 2) + (c & 3);
}

// Starts to load block (m, n), all channels; zeros where the image ends. Called by the whole thread block;
// the block is there after arrive_tile() and __syncthreads(). Many loads are in flight before the first is
// needed.
template <int T>
__device__ inline void load_tile(const PixelSource& in, const Tiling& p, int m, int n, float* tile) {
    const int threads = blockDim.x, y0 = m * T, x0 = n * T;
    if (in.format == PixelFormat::f32 && in.channels == 1 && p.width % 4 == 0) {
        const float* from = static_cast<const float*>(in.data);
        for (int i = threadIdx.x; i < T * T / 4; i += threads) {
            const int r = i / (T / 4), c = i % (T / 4) * 4, y = y0 + r, x = x0 + c;
            float* to = tile + at<T>(r, c);
            if (y < p.height && x < p.width)
                __pipeline_memcpy_async(to, from + std::size_t(y) * p.width + x, 16);
            else
                *reinterpret_cast<float4*>(to) = {0, 0, 0, 0};
        }
        __pipeline_commit();
        return;
    }
#pragma unroll 8
    for (int i = threadIdx.x; i < T * T; i += threads) {
        const int r = i / T, c = i % T, y = y0 + r, x = x0 + c;
        const float4 v = y < p.height && x < p.width ? in.pixel(x, y) : float4{0, 0, 0, 0};
        float* to = tile + at<T>(r, c);
        to[0] = v.x;
        if (p.channels > 1) to[T * T] = v.y;
        if (p.channels > 2) to[2 * T * T] = v.z;
        if (p.channels > 3) to[3 * T * T] = v.w;
    }
}

__device__ inline void arrive_tile() {
    __pipeline_wait_prior(0);
}

// Stores block (m, n) times `scale`. Called by the whole thread block, after __syncthreads().
template <int T>
__device__ inline void store_tile(const PixelSink& out, const Tiling& p, int m, int n, const float* tile,
                                  float scale) {
    const int threads = blockDim.x, y0 = m * T, x0 = n * T;
    if (p.channels == 1 && p.width % 4 == 0) {
        float* to = static_cast<float*>(out.data);
#pragma unroll 4
        for (int i = threadIdx.x; i < T * T / 4; i += threads) {
            const int r = i / (T / 4), c = i % (T / 4) * 4, y = y0 + r, x = x0 + c;
            float4 v = *reinterpret_cast<const float4*>(tile + at<T>(r, c));
            v = {v.x * scale, v.y * scale, v.z * scale, v.w * scale};
            if (y < p.height && x < p.width)
                *reinterpret_cast<float4*>(to + std::size_t(y) * p.width + x) = v;
        }
    } else if (p.channels == 4) {
#pragma unroll 4
        for (int i = threadIdx.x; i < T * T; i += threads) {
            const int r = i / T, c = i % T, y = y0 + r, x = x0 + c;
            const float* from = tile + at<T>(r, c);
            const float4 v = {from[0] * scale, from[T * T] * scale, from[2 * T * T] * scale,
                              from[3 * T * T] * scale};
            if (y >= p.height || x >= p.width) continue;
            if (out.format == PixelFormat::texture_f32)
                surf2Dwrite(v, out.surface, x * 16, y);
            else
                static_cast<float4*>(out.data)[std::size_t(y) * p.width + x] = v;
        }
    } else {
        const int C = p.channels, row = T * C;
        float* to = static_cast<float*>(out.data);
        for (int i = threadIdx.x; i < T * row; i += threads) {
            const int r = i / row, c = i % row / C, k = i % C, y = y0 + r, x = x0 + c;
            if (y < p.height && x < p.width)
                to[(std::size_t(y) * p.width + x) * C + k] = tile[k * T * T + at<T>(r, c)] * scale;
        }
    }
}

}  // namespace sweep::gpu
