// Step 7.1: the perimeters of each block, from its raw pixels, each block alone.
//
//     Pbar_m,n = T(A_FB) X      Ebar_m,n = H(A_RB A_FB) X        2 r dot products a column    ([N16] 6.1)
//     row dots: the same functionals on the raw rows                2 r dot products a row
//     corners:  the column functionals of the row dots              (2 r)^2 numbers
//
// Row and column operators commute, so the row dots need not wait for the columns: step 7.3 filters the dots.
// No recurrence runs here, only multiply-adds without a chain.
//
// Grid: a thread block a block, 2 T threads a channel: T for the columns and, at the same time, T for the rows. Warp q
// of the first takes the rows 32 q.. of all columns, T / 32 columns a lane, and warp q of the others the columns 32 q..
// of all rows, T / 32 rows a lane: a weight read from shared memory serves T / 32 multiply-adds of each functional.
#pragma once

#include "gpu/launch.cuh"
#include "gpu/layout.cuh"

namespace sweep::gpu {

template <int T, int R>
struct PerimetersShared {
    static constexpr int stride = weight_stride<R>, warps = T / 32;
    alignas(16) float column_weights[T][stride];
    alignas(16) float row_weights[T][stride];
    // Sums of the warps of each channel, for columns and for rows; the row dots then stay for the corners.
    static constexpr int partial_floats(int channels) { return channels * 2 * warps * 2 * R * (T + 4); }
};

// d[i][k] += w[k] x[i] for the T / 32 samples of a lane.
template <int K, int S>
__device__ inline void accumulate(float (&d)[S][K], const float* weights, const float (&x)[S]) {
    constexpr int stride = (K + 3) / 4 * 4;
    float w[stride];
#pragma unroll
    for (int k = 0; k < stride; k += 4) {
        const float4 v = *reinterpret_cast<const float4*>(weights + k);
        w[k] = v.x, w[k + 1] = v.y, w[k + 2] = v.z, w[k + 3] = v.w;
    }
#pragma unroll
    for (int k = 0; k < K; ++k)
#pragma unroll
        for (int i = 0; i < S; ++i) d[i][k] = fmaf(w[k], x[i], d[i][k]);
}

// Functional k of line t: the sum over what the S warps of a channel found in their parts of it.
template <int K, int S, int LD>
__device__ inline float sum_of_warps(const float* partial, int k, int t) {
    float sum = partial[k * LD + t];
#pragma unroll
    for (int q = 1; q < S; ++q) sum += partial[(q * K + k) * LD + t];
    return sum;
}

template <int R, int T>
__global__ __launch_bounds__(256) void perimeters_kernel(PixelSource in, Tiling p,
                                                         const __grid_constant__ Datum datum,
                                                         bool sweeps_rows, const float* weights,
                                                         float* column_carries, float* row_carries) {
    constexpr int K = 2 * R, S = T / 32, LD = T + 4;
    extern __shared__ __align__(16) float tile[];  // channels x T x T, then the partial sums
    __shared__ PerimetersShared<T, R> shared;
    constexpr int stride = weight_stride<R>;
    const int m = blockIdx.x / p.N, n = blockIdx.x % p.N;
    const CarryLayout<R, T> layout(p);

    load_tile<T, 2 * T>(in, p, m, n, tile);
    {
        const float* columns = weights + (m == p.M - 1 ? T * stride : 0);
        const float* rows = weights + (n == p.N - 1 ? 3 : 2) * T * stride;
        for (int i = threadIdx.x * 4; i < T * stride; i += blockDim.x * 4) {
            __pipeline_memcpy_async(&shared.column_weights[0][0] + i, columns + i, 16);
            __pipeline_memcpy_async(&shared.row_weights[0][0] + i, rows + i, 16);
        }
        __pipeline_commit();
    }
    const int channel = threadIdx.x / (2 * T), u = threadIdx.x % (2 * T), t = u % T, q = t / 32,
              lane = t % 32;
    const bool for_rows = u >= T;
    __shared__ float origins[4];
    datum.find(in, p.width, p.height, blockIdx.x == 0, origins);  // arrives with the block
    launch_dependents();
    arrive_tile();
    __syncthreads();

    const float c = origins[channel], *plane = tile + channel * T * T;
    float* row_dots = tile + p.channels * T * T + (2 * channel + 1) * S * K * LD;
    float* partial = for_rows ? row_dots : row_dots - S * K * LD;  // [q][k][line]
    if (!for_rows) {
        float d[S][K] = {};
#pragma unroll 8
        for (int i = 0; i < 32; ++i) {
            const int r = 32 * q + i;
            float x[S];
            const float* from = plane + at<T>(r, lane * S);
            if constexpr (S == 1) {
                x[0] = *from - c;
            } else {
                const float2 v = *reinterpret_cast<const float2*>(from);
                x[0] = v.x - c, x[1] = v.y - c;
            }
            accumulate<K>(d, shared.column_weights[r], x);
        }
#pragma unroll
        for (int k = 0; k < K; ++k)
#pragma unroll
            for (int i = 0; i < S; ++i) partial[(q * K + k) * LD + lane * S + i] = d[i][k];
    } else if (sweeps_rows) {
        float d[S][K] = {};
#pragma unroll 2
        for (int i = 0; i < 32; i += 4) {
            float4 v[S];
#pragma unroll
            for (int j = 0; j < S; ++j)
                v[j] = *reinterpret_cast<const float4*>(plane + at<T>(lane + 32 * j, 32 * q + i));
#pragma unroll
            for (int b = 0; b < 4; ++b) {
                float x[S];
#pragma unroll
                for (int j = 0; j < S; ++j)
                    x[j] = (b == 0 ? v[j].x : b == 1 ? v[j].y : b == 2 ? v[j].z : v[j].w) - c;
                accumulate<K>(d, shared.row_weights[32 * q + i + b], x);
            }
        }
#pragma unroll
        for (int k = 0; k < K; ++k)
#pragma unroll
            for (int j = 0; j < S; ++j) partial[(q * K + k) * LD + lane + 32 * j] = d[j][k];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < K; ++k) {
        const float sum = sum_of_warps<K, S, LD>(partial, k, t);
        if (!for_rows)
            column_carries[layout.column(channel, m, n * T + t, k)] = sum;
        else if (sweeps_rows)
            row_carries[layout.row(channel, m, n, k) + t] = sum;
        if (for_rows) partial[k * LD + t] = sum;  // line t of the partial sums is this thread's alone by now
    }
    if (!sweeps_rows) return;  // the passes right and left are not asked for
    __syncthreads();
    for (int i = u; i < K * K; i += 2 * T) {
        const int k = i % K, j = i / K;  // column functional k of the row dots j
        float sum = 0;
#pragma unroll 4
        for (int r = 0; r < T; r += 4) {
            const float4 v = *reinterpret_cast<const float4*>(row_dots + j * LD + r);
            sum = fmaf(shared.column_weights[r][k], v.x, sum);
            sum = fmaf(shared.column_weights[r + 1][k], v.y, sum);
            sum = fmaf(shared.column_weights[r + 2][k], v.z, sum);
            sum = fmaf(shared.column_weights[r + 3][k], v.w, sum);
        }
        column_carries[layout.column(channel, m, p.N * T + n * K + j, k)] = sum;
    }
}

}  // namespace sweep::gpu
