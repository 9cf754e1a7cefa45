// Step 7.2: the states that enter each block along the columns, exact at the boundary.
//
//     P_m and E_m by the carry scan ([N16] (24), (25); gpu/line_scan.cuh), for the image's columns and, with
//     their corners as the blocks' own sums, for the columns of row dots.
//
// Grid: (groups of 32 columns, channels). A warp owns L block rows of 32 columns, a lane one column; the
// warps of the thread block span the height, in chunks when there are more than warps x L block rows; `lines` as in
// LineScan.
#pragma once

#include "gpu/bulk_copy.cuh"
#include "gpu/launch.cuh"
#include "gpu/layout.cuh"
#include "gpu/line_scan.cuh"

namespace sweep::gpu {

// The blocks of one column, in registers; in device memory between chunks.
template <int R, int T, int L>
struct ColumnBlocks {
    float* first;  // this thread's first block of chunk 0
    int step;      // from a block to the next; a thread's blocks lie within an int's reach
    int chunk;     // blocks of a chunk
    int left;      // blocks of the column from `first` on
    L2Policy policy;
    int at_hand = -1;
    Vec<float, R> p[L], e[L];

    __device__ const Vec<float, R>& P(int l) const { return p[l]; }
    __device__ const Vec<float, R>& E(int l) const { return e[l]; }
    __device__ void set_P(int l, const Vec<float, R>& v) { p[l] = v; }
    __device__ void set_E(int l, const Vec<float, R>& v) { e[l] = v; }
    __device__ void set_local_E(int l, const Vec<float, R>& v) { e[l] = v; }

    __device__ void fetch(int i) {
        if (i == at_hand) return;
        at_hand = i;
        const float* from = first + std::size_t(i * chunk) * step;
#pragma unroll
        for (int l = 0; l < L; ++l)
#pragma unroll
            for (int k = 0; k < R; ++k) {
                const bool is_there = l < left - i * chunk;
                p[l][k] = is_there ? from[l * step + k * T] : 0.f;
                e[l][k] = is_there ? from[l * step + (R + k) * T] : 0.f;  // in flight during the first scan
            }
    }
    __device__ void keep_P(int i) const {
        keep(p, i, 0);
    }
    __device__ void keep_E(int i) const {
        keep(e, i, R);
    }
    __device__ void keep(const Vec<float, R> (&states)[L], int i, int k0) const {
        float* to = first + std::size_t(i * chunk) * step + k0 * T;
#pragma unroll
        for (int l = 0; l < L; ++l)
#pragma unroll
            for (int k = 0; k < R; ++k)
                if (l < left - i * chunk) store_with(policy, to + l * step + k * T, states[l][k]);
    }
};

// A column of 64 blocks of 128 takes 8 warps: held to 80 registers, three such thread blocks fit on a multiprocessor and
// all of 8192^2 on an H200 at once.
template <int R, int T, int L>
inline constexpr int columns_threads = R <= 3 && T == 128 && L == 8 ? 256 : 512;

template <int R, int T, int L, Lines lines>
__global__ __launch_bounds__(columns_threads<R, T, L>,
                             columns_threads<R, T, L> == 256
                                 ? 3
                                 : 1) void columns_kernel(PixelSource in, Tiling p,
                                                          const __grid_constant__ AxisMatrices<R> matrices,
                                                          const __grid_constant__ Datum datum, bool clamp,
                                                          int columns, const float* row_carries,
                                                          float* column_carries, Eviction keep) {
    extern __shared__ float ends[];  // [warps][R][32]
    const int lane = threadIdx.x, s = threadIdx.y, segments = blockDim.y, channel = blockIdx.y;
    const CarryLayout<R, T> layout(p);
    const int line = blockIdx.x * 32 + lane, x = min(line, columns - 1);
    const bool surplus = line >= columns;  // such a lane scans zeros and keeps nothing
    wait_for_predecessor();
    launch_dependents();

    ColumnBlocks<R, T, L> blocks{column_carries + layout.column(channel, s * L, x, 0),
                                 int(layout.column_step()), segments * L, surplus ? 0 : p.M - s * L,
                                 l2_policy(keep)};
    blocks.fetch(0);  // in flight while the ends of the column arrive
    float c_first = 0, c_last = 0;
    if (clamp) {
        const int image_columns = p.N * T;
        if (x >= image_columns) {
            const int n = (x - image_columns) / (2 * R), j = (x - image_columns) % (2 * R);
            c_first = row_carries[layout.row(channel, 0, n, j)];
            c_last = row_carries[layout.row(channel, p.M - 1, n, j) + p.rows_of<T>(p.M - 1) - 1];
        } else if (x < p.width) {
            const float c = datum.of(channel);
            c_first = in.sample(x, 0, channel) - c;
            c_last = in.sample(x, p.height - 1, channel) - c;
        }
    }
    LineScan<R, L, ColumnBlocks<R, T, L>, lines> scan(matrices, blocks, BlockEnds<R>{ends + lane, 32}, s,
                                                      segments, p.M);
    scan.run(c_first, c_last);
}

}  // namespace sweep::gpu
