// The fix-up of the row perimeters: what the columns' carries add to the row perimeter of a block alone.
//
//     P^T_mn(Ucheck) += A_RE (E_{m+1,n}(Z) T(A_FB)^T)          + (A_RB A_FP) (P_{m-1,n}(Y) T(A_FB)^T)
//     E^T_mn(Vtilde) += A_RE (E_{m+1,n}(Z) (H(A_RB) A_FB)^T)   + (A_RB A_FP) (P_{m-1,n}(Y) (H(A_RB) A_FB)^T)
//
//                             [N11] (37), (39); [N16] (27), (29), where H(A_RB) A_FB is applied as one matrix
//
// Algorithm 5 does this inside its scans of the rows, 5.4 and 5.5 (gpu/published/scan.cuh); algorithm 6
// splits it off as step 6.3, for all blocks in parallel.
//
// A warp owns a block. First it computes the products in brackets, which are small: 2 r states of 32 columns
// times the weights of the row dots, a few of the numbers a lane. Then lane i, which owns row i, multiplies
// its row of [A_RB A_FP | A_RE] with them. Both matrices come from running the recurrences: block_weights()
// has the weights, responses() the other.
#pragma once

#include "gpu/published/blocks.cuh"

namespace sweep::gpu {

// Returns [i][k]: what the unit state number k of P (k < r) or E makes of row i of a block of zeros, down and
// up.
template <int R>
std::vector<Vec<double, 2 * R>> responses(const Recurrence<double, R, Realisation::delta>& F,
                                          const Recurrence<double, R, Realisation::delta>& Rv, int length) {
    std::vector<Vec<double, 2 * R>> rows(static_cast<std::size_t>(length));
    for (int k = 0; k < 2 * R; ++k) {
        Vec<double, R> P{}, E{};
        (k < R ? P[k] : E[k - R]) = 1;
        for (Vec<double, 2 * R>& row : rows) row[k] = F.step(P, 0.0);
        for (std::size_t i = rows.size(); i-- > 0;) rows[i][k] = Rv.step(E, rows[i][k]);
    }
    return rows;
}

// Matrices in device memory, for full blocks and then for the last one, zeros beyond its end.
struct SplitMatrices {
    const float* weights;    // [2][32][2 r]: of the row dots, for the columns of a block
    const float* responses;  // [2][2 r][32]: of the columns, for the rows of a block
};

template <int R>
struct SplitScratch {
    static constexpr int K = 2 * R, T = published_block, stride = T + 1;
    float states[K][stride];  // of the block's columns
    float products[K][K];     // [state][dot]
};

// Called by a warp with `from`, this lane's column of the block's column states; the weights of the block in
// shared memory; this lane's row of the responses; and scratch memory of the warp's own. Adds the fix-up of
// dots [first, first + count) of row `lane` to `sums`.
template <int R, int count>
__device__ inline void add_fix_up(const float* from, const float* weights, const float* response,
                                  SplitScratch<R>& scratch, int first, float (&sums)[count]) {
    constexpr int K = 2 * R, T = published_block;
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int k = 0; k < K; ++k) scratch.states[k][lane] = from[k * T];
    __syncwarp();
#pragma unroll 1
    for (int i = lane; i < K * count; i += 32) {
        const int k = i / count, j = i % count;
        float sum = 0;
#pragma unroll 8
        for (int x = 0; x < T; ++x) sum = fmaf(scratch.states[k][x], weights[x * K + first + j], sum);
        scratch.products[k][j] = sum;
    }
    __syncwarp();
#pragma unroll
    for (int k = 0; k < K; ++k) {
        const float own = response[k * T];
#pragma unroll
        for (int j = 0; j < count; ++j) sums[j] = fmaf(own, scratch.products[k][j], sums[j]);
    }
    __syncwarp();  // before the next block
}

inline constexpr int split_warps = 8;

// Step 6.3. The grid may be of any size: a warp takes every so many-th block of all channels.
template <int R>
__global__ __launch_bounds__(32 * split_warps) void split_kernel(Tiling p, SplitMatrices matrices,
                                                                 const float* column_states,
                                                                 float* row_states,
                                                                 const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int K = 2 * R, T = published_block;
    __shared__ float weights[2][T * K];
    __shared__ SplitScratch<R> scratch[split_warps];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int i = threadIdx.x; i < 2 * T * K; i += blockDim.x) (&weights[0][0])[i] = matrices.weights[i];
    __syncthreads();
    wait_for_predecessor();
    launch_dependents();
    const StateLayout<R> layout{p.M, p.N};
    const long long blocks = (long long)p.channels * p.M * p.N;
    for (long long b = (long long)blockIdx.x * split_warps + warp; b < blocks;
         b += (long long)gridDim.x * split_warps) {
        const int n = int(b % p.N), m = int(b / p.N % p.M), channel = int(b / p.N / p.M);
        const float* response = matrices.responses + (m == p.M - 1 ? K * T : 0) + lane;
        float* to = row_states + layout.at(channel, m, n, 0) + lane;
        float sums[K];
#pragma unroll
        for (int k = 0; k < K; ++k) sums[k] = to[k * T];
        add_fix_up<R, K>(column_states + layout.at(channel, m, n, 0) + lane, weights[n == p.N - 1], response,
                         scratch[warp], 0, sums);
#pragma unroll
        for (int k = 0; k < K; ++k) to[k * T] = sums[k];
    }
}

}  // namespace sweep::gpu
