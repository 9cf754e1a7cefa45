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
// of all rows, T / 32 rows a lane: a weight read from shared memory serves T / 32 multiply-adds of each functional. The
// sums of the warps then take the place of the block.
#pragma once

#include "gpu/launch.cuh"
#include "gpu/layout.cuh"
#include "gpu/tiles.cuh"

namespace sweep::gpu {

template <int T, int R>
struct PerimetersShared {
    static constexpr int stride = weight_stride<R>, warps = T / 32;
    alignas(16) float column_weights[T][stride];
    alignas(16) float row_weights[T][stride];

    // Dynamic shared memory: the block or, later, the sums of the warps of each channel, for columns and for rows.
    static constexpr std::size_t dynamic_floats(int channels) {
        constexpr std::size_t block = std::size_t(T) * T, sums = 2 * warps * 2 * R * (T + 4);
        return std::size_t(channels) * (block > sums ? block : sums);
    }
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

// T / 32 neighbours along a row, as one word.
__device__ inline void load_samples(float (&x)[1], const float* from) {
    x[0] = *from;
}
__device__ inline void load_samples(float (&x)[2], const float* from) {
    const float2 v = *reinterpret_cast<const float2*>(from);
    x[0] = v.x, x[1] = v.y;
}
__device__ inline void load_samples(float (&x)[4], const float* from) {
    const float4 v = *reinterpret_cast<const float4*>(from);
    x[0] = v.x, x[1] = v.y, x[2] = v.z, x[3] = v.w;
}

// Functional k of line t: the sum over what the S warps of a channel found in their parts of it.
template <int K, int S, int LD>
__device__ inline float sum_of_warps(const float* partial, int k, int t) {
    float sum = partial[k * LD + t];
#pragma unroll
    for (int q = 1; q < S; ++q) sum += partial[(q * K + k) * LD + t];
    return sum;
}

template <int R, int T, class Tiles>
__global__ __launch_bounds__(256) void perimeters_kernel(const __grid_constant__ Tiles tiles, Tiling p,
                                                         const __grid_constant__ Datum datum,
                                                         bool sweeps_rows, const float* weights,
                                                         float* column_carries, float* row_carries,
                                                         Eviction keep) {
    constexpr int K = 2 * R, S = T / 32, LD = T + 4, stride = weight_stride<R>;
    extern __shared__ __align__(1024) float tile[];  // channels x T x T, then the sums of the warps
    __shared__ PerimetersShared<T, R> shared;
    __shared__ float origins[4];
    __shared__ typename Tiles::Arrival arrival;
    const int m = blockIdx.x / p.N, n = blockIdx.x % p.N;
    const CarryLayout<R, T> layout(p);

    tiles.template load<T, 2 * T>(p, m, n, tile, arrival);
    const float corner = datum.ask(tiles.in, p.width, p.height);
    // Through L1, where they stay for the next block: past it, at 64 x 64, they are a quarter of the image's traffic.
    const auto* columns = reinterpret_cast<const float4*>(weights + (m == p.M - 1 ? T * stride : 0));
    const auto* rows = reinterpret_cast<const float4*>(weights + (n == p.N - 1 ? 3 : 2) * T * stride);
    for (int i = threadIdx.x; i < T * stride / 4; i += blockDim.x) {
        reinterpret_cast<float4*>(shared.column_weights)[i] = __ldg(columns + i);
        reinterpret_cast<float4*>(shared.row_weights)[i] = __ldg(rows + i);
    }
    const int channel = threadIdx.x / (2 * T), u = threadIdx.x % (2 * T), t = u % T, q = t / 32,
              lane = t % 32;
    const bool for_rows = u >= T;
    datum.settle(corner, p.channels, blockIdx.x == 0, origins);
    launch_dependents();
    tiles.arrive(arrival);

    const float c = origins[channel], *plane = tile + channel * T * T;
    float d[S][K] = {};
    if (!for_rows) {
#pragma unroll 8
        for (int i = 0; i < 32; ++i) {
            const int r = 32 * q + i;
            float x[S];
            load_samples(x, plane + at<T>(r, lane * S));
#pragma unroll
            for (int j = 0; j < S; ++j) x[j] -= c;
            accumulate<K>(d, shared.column_weights[r], x);
        }
    } else if (sweeps_rows) {
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
    }
    __syncthreads();  // the block has been read
    float* row_dots = tile + (2 * channel + 1) * S * K * LD;
    float* partial = for_rows ? row_dots : row_dots - S * K * LD;  // [q][k][line]
#pragma unroll
    for (int k = 0; k < K; ++k)
#pragma unroll
        for (int j = 0; j < S; ++j)
            partial[(q * K + k) * LD + (for_rows ? lane + 32 * j : lane * S + j)] = d[j][k];
    __syncthreads();
    const L2Policy policy = l2_policy(keep);
#pragma unroll
    for (int k = 0; k < K; ++k) {
        const float sum = sum_of_warps<K, S, LD>(partial, k, t);
        if (!for_rows)
            store_with(policy, column_carries + layout.column(channel, m, n * T + t, k), sum);
        else if (sweeps_rows)
            store_with(policy, row_carries + layout.row(channel, m, n, k) + t, sum);
        if (for_rows) partial[k * LD + t] = sum;  // line t of the partial sums is this thread's alone by now
    }
    if (!sweeps_rows) return;  // the passes right and left are not asked for
    __syncthreads();
    for (int i = u; i < K * K; i += 2 * T) {
        const int k = i % K, j = i / K;  // column functional k of the row dots j
        float sum[4] = {};
#pragma unroll 4
        for (int r = 0; r < T; r += 4) {
            const float4 v = *reinterpret_cast<const float4*>(row_dots + j * LD + r);
            sum[0] = fmaf(shared.column_weights[r][k], v.x, sum[0]);
            sum[1] = fmaf(shared.column_weights[r + 1][k], v.y, sum[1]);
            sum[2] = fmaf(shared.column_weights[r + 2][k], v.z, sum[2]);
            sum[3] = fmaf(shared.column_weights[r + 3][k], v.w, sum[3]);
        }
        store_with(policy, column_carries + layout.column(channel, m, p.N * T + n * K + j, k),
                   (sum[0] + sum[1]) + (sum[2] + sum[3]));
    }
}

}  // namespace sweep::gpu
