// The overlapped summed-area table, [N11] section 6: the image is read twice and written once.
//
//   S.1  each block alone: P_mn(Ybar), the sums of its columns, and P^T_mn(Vhat), the sums of its rows
//        summed down the block                                                                   (42), (43)
//   S.2  down the block rows: P_mn(Y) = P_{m-1,n}(Y) + P_mn(Ybar), and s(P_mn(Y)), its sum over the
//        block                                                                                         (44)
//   S.3  along the columns of blocks: P^T_mn(V) = P^T_{m,n-1}(V) + s(P_{m-1,n}(Y)) + P^T_mn(Vhat)      (45)
//   S.4  each block: B_mn(Y) from P_{m-1,n}(Y), then B_mn(V) from P^T_{m,n-1}(V)                       (41)
//
// S.2 and S.3 put the sums that enter a block in the place of its own sums. A segment is the consecutive
// blocks that one thread scans.
#pragma once

#include "gpu/table/sums.cuh"

namespace sweep::gpu {

// S.1. A thread block owns a block, with T threads a channel: a thread sums up a column, then a row.
template <class V, int T>
__global__ __launch_bounds__(128) void sat_perimeters_kernel(PixelSource in, Summand s, Tiling p, V* columns,
                                                             V* rows,
                                                             const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) unsigned char raw[];
    __shared__ V warp_end[4];
    V* tile = reinterpret_cast<V*>(raw);
    const auto [m, n] = p.block(blockIdx.x);
    const int channel = threadIdx.x / T, t = threadIdx.x % T;
    const SumLayout layout{p.M, p.N, T};
    load_summands<V, T>(in, s, p, m, n, tile);
    launch_dependents();
    arrive_tile();
    const V* plane = tile + channel * T * T;
    V column = 0, row = 0;
#pragma unroll 16
    for (int r = 0; r < T; ++r) column += plane[at<T>(r, t)];
    columns[layout.column(channel, m, n * T + t)] = column;
#pragma unroll 4
    for (int c = 0; c < T; c += 4) {
        const Quad<V> v = quad(plane + at<T>(t, c));
        row += (v.x + v.y) + (v.z + v.w);
    }
    V down = warp_inclusive_sum(row);
    if constexpr (T > 32) {
        if (t % 32 == 31) warp_end[threadIdx.x / 32] = down;
        __syncthreads();
        for (int q = 0; q < t / 32; ++q) down += warp_end[channel * (T / 32) + q];
    }
    rows[layout.row(channel, n, m * T + t)] = down;
}

// S.2. Grid (n, channels): a thread block owns the T columns of a column of blocks: threads (T, segments).
template <class V, int T>
__global__ __launch_bounds__(1024) void sat_columns_kernel(Tiling p, V* columns, V* scalars,
                                                           const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int L = sat_blocks_a_thread;
    extern __shared__ __align__(16) unsigned char raw[];
    V* ends = reinterpret_cast<V*>(raw);
    __shared__ V half[L][32][T / 32];
    const int n = blockIdx.x, channel = blockIdx.y, i = threadIdx.x, s = threadIdx.y, segments = blockDim.y;
    const SumLayout layout{p.M, p.N, T};
    wait_for_predecessor();
    launch_dependents();
    V carry = 0;
    for (int m0 = 0; m0 < p.M; m0 += segments * L) {
        const int m = m0 + s * L;
        V own[L], v[L];
#pragma unroll
        for (int l = 0; l < L; ++l)
            own[l] = m + l < p.M ? columns[layout.column(channel, m + l, n * T + i)] : V(0);
        scan_chunk<V, L, T>(v, carry, ends, s, segments, i, [&](int l) { return own[l]; });
#pragma unroll
        for (int l = 0; l < L; ++l) {
            if (m + l < p.M) columns[layout.column(channel, m + l, n * T + i)] = v[l];
            V sum = v[l];
#pragma unroll
            for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
            if (i % 32 == 0) half[l][s][i / 32] = sum;
        }
        __syncthreads();
        if (i < L && m + i < p.M) {
            V sum = 0;
#pragma unroll
            for (int q = 0; q < T / 32; ++q) sum += half[i][s][q];
            scalars[layout.scalar(channel, m + i, n)] = sum;
        }
        __syncthreads();
    }
}

// S.3. Grid (m, channels): a thread block owns the T rows of a block row, with threads (T, segments).
template <class V, int T>
__global__ __launch_bounds__(1024) void sat_rows_kernel(Tiling p, const V* scalars, V* rows,
                                                        const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int L = sat_blocks_a_thread;
    extern __shared__ __align__(16) unsigned char raw[];
    V* ends = reinterpret_cast<V*>(raw);
    const int m = blockIdx.x, channel = blockIdx.y, i = threadIdx.x, s = threadIdx.y, segments = blockDim.y;
    const SumLayout layout{p.M, p.N, T};
    V carry = 0;
    for (int n0 = 0; n0 < p.N; n0 += segments * L) {
        const int n = n0 + s * L;
        V own[L], v[L];
#pragma unroll
        for (int l = 0; l < L; ++l) own[l] = n + l < p.N ? rows[layout.row(channel, n + l, m * T + i)] : V(0);
        if (n0 == 0) {
            wait_for_predecessor();  // only the scalars come from it
            launch_dependents();
        }
#pragma unroll
        for (int l = 0; l < L; ++l)
            if (n + l < p.N) own[l] += scalars[layout.scalar(channel, m, n + l)];
        scan_chunk<V, L, T>(v, carry, ends, s, segments, i, [&](int l) { return own[l]; });
#pragma unroll
        for (int l = 0; l < L; ++l)
            if (n + l < p.N) rows[layout.row(channel, n + l, m * T + i)] = v[l];
    }
}

// S.4. A thread block owns a block, in the reverse of S.1's order, so that what S.1 read last is still in L2.
// A thread owns a column, then a row, with 16 samples in registers at a time.
template <class V, int T>
__global__ __launch_bounds__(128) void sat_blocks_kernel(PixelSource in, Summand s, PixelSink out, Tiling p,
                                                         const V* columns, const V* rows,
                                                         const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) unsigned char raw[];
    V* tile = reinterpret_cast<V*>(raw);
    const auto [m, n] = p.block(gridDim.x - 1 - blockIdx.x);
    const int channel = threadIdx.x / T, t = threadIdx.x % T;
    const SumLayout layout{p.M, p.N, T};
    load_summands<V, T>(in, s, p, m, n, tile);
    wait_for_predecessor();
    V above = columns[layout.column(channel, m, n * T + t)], left = rows[layout.row(channel, n, m * T + t)];
    arrive_tile();
    V* plane = tile + channel * T * T;
    for (int r = 0; r < T; r += 16) {
        V v[16];
#pragma unroll
        for (int k = 0; k < 16; ++k) v[k] = plane[at<T>(r + k, t)];
#pragma unroll
        for (int k = 0; k < 16; ++k) v[k] = above += v[k];
#pragma unroll
        for (int k = 0; k < 16; ++k) plane[at<T>(r + k, t)] = v[k];
    }
    __syncthreads();
    for (int c = 0; c < T; c += 16) {
        V v[16];
#pragma unroll
        for (int k = 0; k < 16; k += 4) {
            const Quad<V> q = quad(plane + at<T>(t, c + k));
            v[k] = q.x, v[k + 1] = q.y, v[k + 2] = q.z, v[k + 3] = q.w;
        }
#pragma unroll
        for (int k = 0; k < 16; ++k) v[k] = left += v[k];
#pragma unroll
        for (int k = 0; k < 16; k += 4) quad(plane + at<T>(t, c + k)) = {v[k], v[k + 1], v[k + 2], v[k + 3]};
    }
    __syncthreads();
    store_table<V, T>(out, p, m, n, tile);
}

}  // namespace sweep::gpu
