// Two tables by waves of prefix sums. The first is Hensley's of 2010, as [N11] section 8 describes it:
//
//   W.1  each block alone: prefix sums along its rows, all of them stored; and the totals of its rows
//   W.2  the totals of the blocks to the left of each block are added up              (scan.cuh)
//   W.3  they are added to every number of the block
//   W.4  to W.6  the same along the columns of what W.3 left
//
// The second is that of [N11] section 8: rows are fused with columns, and only the blocks' carries are stored
// between the stages; F.1, F.3 and F.5 each read the image.
//
//   F.1  each block alone: the sums of its columns, P_mn(Ybar)
//   F.2  P_mn(Y), what lies above each block                                        (scan.cuh)
//   F.3  each block: the sums along the rows of B_mn(Y), which continues P_{m-1,n}(Y)
//   F.4  P^T_mn(V), what lies left of each block                                    (scan.cuh)
//   F.5  each block: B_mn(Y) from P_{m-1,n}(Y), then B_mn(V) from P^T_{m,n-1}(V)    (S.4 of overlapped.cuh)
//
// A thread block owns a block of T x T samples, with T threads a channel: a thread owns a row or a column. In
// W.3 and W.6 a thread owns a pixel.
#pragma once

#include "gpu/table/sums.cuh"

namespace sweep::gpu {

// W.1. `work` is linear memory of the table's size.
template <class V, int T>
__global__ __launch_bounds__(128) void multiwave_rows_kernel(PixelSource in, Summand s, Tiling p,
                                                             PixelSink work, V* rows,
                                                             const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) unsigned char raw[];
    V* tile = reinterpret_cast<V*>(raw);
    const auto [m, n] = p.block(blockIdx.x);
    const int channel = threadIdx.x / T, t = threadIdx.x % T;
    load_summands<V, T>(in, s, p, m, n, tile);
    arrive_tile();
    V* plane = tile + channel * T * T;
    V sum = 0;
#pragma unroll 4
    for (int c = 0; c < T; c += 4) {
        Quad<V>& q = quad(plane + at<T>(t, c));
        Quad<V> v = q;
        v.x += sum, v.y += v.x, v.z += v.y, v.w += v.z;
        sum = v.w;
        q = v;
    }
    rows[SumLayout{p.M, p.N, T}.row(channel, n, m * T + t)] = sum;
    __syncthreads();
    store_table<V, T>(work, p, m, n, tile);
}

// W.4, in place: only one thread block reads and writes a block.
template <class V, int T>
__global__ __launch_bounds__(128) void multiwave_columns_kernel(Tiling p, PixelSink work, V* columns,
                                                                const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) unsigned char raw[];
    V* tile = reinterpret_cast<V*>(raw);
    const auto [m, n] = p.block(blockIdx.x);
    const int channel = threadIdx.x / T, t = threadIdx.x % T;
    load_sums<V, T>(static_cast<const V*>(work.data), p, m, n, tile);
    __syncthreads();
    V* plane = tile + channel * T * T;
    V sum = 0;
#pragma unroll 16
    for (int r = 0; r < T; ++r) plane[at<T>(r, t)] = sum += plane[at<T>(r, t)];
    columns[SumLayout{p.M, p.N, T}.column(channel, m, n * T + t)] = sum;
    __syncthreads();
    store_table<V, T>(work, p, m, n, tile);
}

// W.3 (rows, in place) and W.6 (columns). A thread owns a pixel of every gridDim.y-th row.
template <class V, bool along_rows>
__global__ __launch_bounds__(256) void multiwave_add_kernel(const V* work, const V* sums, SumLayout layout,
                                                            Tiling p, PixelSink out,
                                                            const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= p.width) return;
    for (int y = blockIdx.y; y < p.height; y += gridDim.y) {
        const V* from = work + (std::size_t(y) * p.width + x) * p.channels;
        V v[4] = {};
#pragma unroll
        for (int k = 0; k < 4; ++k)
            if (k < p.channels)
                v[k] = from[k] + sums[along_rows ? layout.row(k, x / layout.block, y)
                                                 : layout.column(k, y / layout.block, x)];
        store_pixel(out, p, x, y, v);
    }
}

// F.1
template <class V, int T>
__global__ __launch_bounds__(128) void fused_column_sums_kernel(PixelSource in, Summand s, Tiling p,
                                                                V* columns,
                                                                const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) unsigned char raw[];
    V* tile = reinterpret_cast<V*>(raw);
    const auto [m, n] = p.block(blockIdx.x);
    const int channel = threadIdx.x / T, t = threadIdx.x % T;
    load_summands<V, T>(in, s, p, m, n, tile);
    arrive_tile();
    const V* plane = tile + channel * T * T;
    V sum = 0;
#pragma unroll 16
    for (int r = 0; r < T; ++r) sum += plane[at<T>(r, t)];
    columns[SumLayout{p.M, p.N, T}.column(channel, m, n * T + t)] = sum;
}

// F.3. The sum over row t of B_mn(Y) is that of P_{m-1,n}(Y) and of the block's rows down to t.
template <class V, int T>
__global__ __launch_bounds__(128) void fused_row_sums_kernel(PixelSource in, Summand s, Tiling p,
                                                             const V* columns, V* rows,
                                                             const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) unsigned char raw[];
    __shared__ V above_in_warp[4], rows_in_warp[4];
    V* tile = reinterpret_cast<V*>(raw);
    const auto [m, n] = p.block(blockIdx.x);
    const int channel = threadIdx.x / T, t = threadIdx.x % T;
    const SumLayout layout{p.M, p.N, T};
    load_summands<V, T>(in, s, p, m, n, tile);
    V above = warp_sum(columns[layout.column(channel, m, n * T + t)]);
    arrive_tile();
    const V* plane = tile + channel * T * T;
    V row = 0;
#pragma unroll 4
    for (int c = 0; c < T; c += 4) {
        const Quad<V> v = quad(plane + at<T>(t, c));
        row += (v.x + v.y) + (v.z + v.w);
    }
    V down = warp_inclusive_sum(row);
    if constexpr (T > 32) {
        const int warp = threadIdx.x / 32;
        if (t % 32 == 0) above_in_warp[warp] = above;
        if (t % 32 == 31) rows_in_warp[warp] = down;
        __syncthreads();
        above = 0;
        for (int q = 0; q < T / 32; ++q) {
            above += above_in_warp[channel * (T / 32) + q];
            if (q < t / 32) down += rows_in_warp[channel * (T / 32) + q];
        }
    }
    rows[layout.row(channel, n, m * T + t)] = above + down;
}

}  // namespace sweep::gpu
