// Step 7.2: the states that enter each block along the columns, exact at the boundary.
//
//     P_m and E_m by the carry scan ([N16] (24), (25); gpu/carries.cuh), for the image's columns and, with
//     their corners as the blocks' own sums, for the columns of row dots.
//
// Grid: (groups of 32 columns, channels). A warp owns L block rows of 32 columns, a lane one column; the
// warps of the thread block span the height, in chunks when there are more than warps x L block rows.
#pragma once

#include "gpu/carries.cuh"
#include "gpu/launch.cuh"
#include "gpu/layout.cuh"

namespace sweep::gpu {

// With what a line goes on where the image ends.
struct EdgeValues {
    bool from_image;    // clamp: the line's own first and last sample
    float constant[4];  // otherwise this, per channel
};

// What the row functionals make of a line of ones: the constant with which a column of row dots goes on.
template <int R>
struct FunctionalsOfOne {
    float block[2 * R], last[2 * R];
};

template <int R, int L>
struct RegisterBlocks {
    Vec<float, R> p[L], e[L];
    __device__ const Vec<float, R>& P(int l) const { return p[l]; }
    __device__ const Vec<float, R>& E(int l) const { return e[l]; }
    __device__ void set_P(int l, const Vec<float, R>& v) { p[l] = v; }
    __device__ void set_E(int l, const Vec<float, R>& v) { e[l] = v; }
};

template <int R, int L>
__device__ inline void load_states(Vec<float, R> (&to)[L], const float* from, std::size_t step, int T,
                                   int count) {
#pragma unroll
    for (int l = 0; l < L; ++l)
#pragma unroll
        for (int k = 0; k < R; ++k) to[l][k] = l < count ? from[l * step + k * T] : 0.f;
}

template <int R, int L>
__device__ inline void store_states(const Vec<float, R> (&from)[L], float* to, std::size_t step, int T,
                                    int count) {
#pragma unroll
    for (int l = 0; l < L; ++l)
#pragma unroll
        for (int k = 0; k < R; ++k)
            if (l < count) to[l * step + k * T] = from[l][k];
}

template <int R, int T, int L>
__global__ __launch_bounds__(512) void columns_kernel(PixelSource in, Tiling p,
                                                      const __grid_constant__ AxisMatrices<R> matrices,
                                                      const __grid_constant__ EdgeValues edges,
                                                      const __grid_constant__ FunctionalsOfOne<R> of_one,
                                                      const float* row_carries, float* column_carries) {
    extern __shared__ float ends[];  // [warps][R][32]
    const int lane = threadIdx.x, s = threadIdx.y, segments = blockDim.y, channel = blockIdx.y;
    const CarryLayout<R, T> layout(p);
    const int x = min(blockIdx.x * 32 + lane, layout.columns() - 1);  // surplus lanes repeat the last column
    wait_for_predecessor();
    launch_dependents();

    float c_first = edges.constant[channel], c_last = c_first;
    const int image_columns = p.N * T;
    if (x >= image_columns) {
        const int n = (x - image_columns) / (2 * R), j = (x - image_columns) % (2 * R);
        if (edges.from_image) {
            c_first = row_carries[layout.row(channel, 0, n, j)];
            c_last = row_carries[layout.row(channel, p.M - 1, n, j) + p.rows_of<T>(p.M - 1) - 1];
        } else {
            const float one = n == p.N - 1 ? of_one.last[j] : of_one.block[j];
            c_first *= one;
            c_last = c_first;
        }
    } else if (edges.from_image && x < p.width) {
        c_first = in.sample(x, 0, channel);
        c_last = in.sample(x, p.height - 1, channel);
    }

    const int chunk = segments * L, chunks = (p.M + chunk - 1) / chunk;
    const std::size_t step = layout.column_step();
    RegisterBlocks<R, L> blocks;
    Vec<float, R> carry = matrices.extension.first_prologue(c_first);
    ChunkScan<R, L> scan{matrices, s, 0, true, false, ends + lane, 32};
    auto place = [&](int i) {  // this thread's first block of chunk i, and how many it has
        scan.count = min(chunk, p.M - i * chunk);
        scan.first = i == 0;
        scan.final = i == chunks - 1;
        return column_carries + layout.column(channel, i * chunk + s * L, x, 0);
    };
    for (int i = 0; i < chunks; ++i) {
        float* mine = place(i);
        const int count = scan.count - s * L;
        load_states(blocks.p, mine, step, T, count);
        if (i == chunks - 1)
            load_states(blocks.e, mine + R * T, step, T, count);  // in flight during the scan
        scan.forward(blocks, carry);
        store_states(blocks.p, mine, step, T, count);
    }
    for (int i = chunks - 1; i >= 0; --i) {
        float* mine = place(i);
        const int count = scan.count - s * L;
        if (i < chunks - 1) {
            load_states(blocks.p, mine, step, T, count);
            load_states(blocks.e, mine + R * T, step, T, count);
        }
        scan.backward(blocks, carry, c_last);
        store_states(blocks.e, mine + R * T, step, T, count);
    }
}

}  // namespace sweep::gpu
