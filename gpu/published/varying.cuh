// Algorithm 5v: full overlap with coefficients that vary near the edges, order 1, mirror ([N16] section 6).
// The pair of passes and its coefficients are those of core/design/varying.h. The stages are those of
// algorithm 5 ([N11] section 5), but each edge block has its own matrices, and nothing enters a line.
//
//     5v.1   Pbar_mn, Ehat_mn, PT_mn(U), ET_mn(V): each block alone, columns and then rows
//     5v.2   P_mn   = A_F P_{m-1,n} + Pbar_mn                                                  [N11] (24)
//     5v.3   E_mn   = A_R E_{m+1,n} + H(A_RB A_FP) P_{m-1,n} + Ehat_mn                         [N11] (34)
//     5v.4   PT_mn  = A_F PT_{m,n-1} + A_RE (E T(A_FB)^T) + A_RB A_FP (P T(A_FB)^T) + PT(U)    [N11] (37)
//     5v.5   ET_mn  = A_R ET_{m,n+1} + H(A_RB A_FP) PT_{m,n-1} + the same with H(A_RB A_FB)    [N11] (39)
//     5v.6   the block from the states that enter it, down, up, right, left
//
// 5v.1 and 5v.6: a thread block owns a block, a warp one channel of it, a lane a column and then a row. 5v.2
// and 5v.3: a thread owns a column. 5v.4 and 5v.5: a thread block owns a block row in one channel; its
// warps compute what the columns' states add, a block each, then one warp, a lane a row, runs along the
// blocks.
#pragma once

#include "core/design/varying.h"
#include "gpu/device/launch.cuh"
#include "gpu/image/datum.cuh"
#include "gpu/image/move_tile.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// The blocks of a line, as core/design/varying.h lists them.
struct VaryingLine {
    const VaryingBlock* blocks;
    int kinds, count;  // blocks in the list; blocks of the line
    __device__ const VaryingBlock& block(int m) const {
        return blocks[m == count - 1 ? kinds - 1 : min(m, kinds - 2)];
    }
};

// The states of a block: P and E in columns, [channel][m][x]; PT and ET in rows, [channel][n][y].
struct VaryingStates {
    float *P, *E, *PT, *ET;
};

__device__ inline std::size_t column_state(const Tiling& p, int channel, int m, int x) {
    return (std::size_t(channel) * p.M + m) * p.width + x;
}
__device__ inline std::size_t row_state(const Tiling& p, int channel, int n, int y) {
    return (std::size_t(channel) * p.N + n) * p.height + y;
}

// The coefficients of a block in shared memory, for its columns and its rows.
struct VaryingShared {
    VaryingBlock column, row;
    __device__ void load(const VaryingBlock& of_column, const VaryingBlock& of_row) {
        constexpr int words = sizeof(VaryingBlock) / sizeof(float);
        for (int i = threadIdx.x; i < words; i += blockDim.x) {
            reinterpret_cast<float*>(&column)[i] = reinterpret_cast<const float*>(&of_column)[i];
            reinterpret_cast<float*>(&row)[i] = reinterpret_cast<const float*>(&of_row)[i];
        }
    }
};

using VaryingSamples = float[varying_block];

// Runs both substitutions over the block's `count` samples, relative to the levels P and E with which the
// line is entered, if the filter keeps a level over a block (gpu/scan/level.cuh). v becomes the output; w and z the
// states that leave the block, less these levels.
__device__ inline void substitute(const VaryingBlock& block, int count, float P, float E, VaryingSamples& v,
                                  float& w, float& z) {
    const float F_level = block.kept * P, R_level = block.kept * E;
    w = P - F_level, z = E - R_level;
#pragma unroll
    for (int i = 0; i < varying_block; ++i)
        if (i < count) {
            w += block.g[i] * (v[i] - F_level - w);
            v[i] = w;
        }
    const float step = F_level - R_level;
#pragma unroll
    for (int i = varying_block - 1; i >= 0; --i)
        if (i < count) {
            z += block.k[i] * (v[i] + step - z);
            v[i] = z + R_level;
        }
}

// Stage 5v.1.
__global__ __launch_bounds__(128) void varying_carries_kernel(PixelSource in, Tiling p,
                                                              const __grid_constant__ Datum datum,
                                                              VaryingLine columns, VaryingLine rows,
                                                              bool sweeps_rows, VaryingStates states,
                                                              const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) float tile[];  // channels x 32 x 32
    __shared__ VaryingShared shared;
    constexpr int T = varying_block;
    const auto [m, n] = p.block(blockIdx.x);
    const int channel = threadIdx.x / T, t = threadIdx.x % T;
    float* plane = tile + channel * T * T;
    load_tile<T>(in, p, m, n, tile);
    shared.load(columns.block(m), rows.block(n));
    wait_for_predecessor();
    const float origin = datum.of(channel);
    arrive_tile();

    const ColumnOfTile<T> column_of_tile{plane, t};
    const RowOfTile<T> row_of_tile{plane, t};
    VaryingSamples v;
    float w, z;
    column_of_tile.get(0, v);
#pragma unroll
    for (float& sample : v) sample -= origin;
    substitute(shared.column, p.rows_of<T>(m), 0, 0, v, w, z);
    if (n * T + t < p.width) {
        states.P[column_state(p, channel, m, n * T + t)] = w;
        states.E[column_state(p, channel, m, n * T + t)] = z;
    }
    if (!sweeps_rows) return;
    column_of_tile.put(0, v);
    __syncthreads();
    row_of_tile.get(0, v);
    substitute(shared.row, p.columns_of<T>(n), 0, 0, v, w, z);
    if (m * T + t < p.height) {
        states.PT[row_state(p, channel, n, m * T + t)] = w;
        states.ET[row_state(p, channel, n, m * T + t)] = z;
    }
}

// The state behind a block that s enters and to which the block itself adds `local`: A s + local.
__device__ inline float past_block(float s, float kept, float rest, float local) {
    return fmaf(kept, s, fmaf(rest, s, local));
}

// Stages 5v.2 (forward) and 5v.3. The perimeters become the carries; several blocks are in flight.
__global__ __launch_bounds__(tuning::Varying::column_threads) void varying_columns_kernel(
    Tiling p, VaryingLine columns, bool forward, VaryingStates states,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int at_once = tuning::Varying::blocks_at_once;
    const int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line >= p.width * p.channels) return;
    const int channel = line / p.width, x = line % p.width;
    float s = 0;
    for (int first = 0; first < p.M; first += at_once) {
        float local[at_once], P[at_once];
#pragma unroll
        for (int q = 0; q < at_once; ++q) {
            const int m = forward ? first + q : p.M - 1 - first - q;
            if (m < 0 || m >= p.M) continue;
            local[q] = (forward ? states.P : states.E)[column_state(p, channel, m, x)];
            P[q] = forward ? 0.f : states.P[column_state(p, channel, m, x)];
        }
#pragma unroll
        for (int q = 0; q < at_once; ++q) {
            const int m = forward ? first + q : p.M - 1 - first - q;
            if (m < 0 || m >= p.M) continue;
            const VaryingBlock& block = columns.block(m);
            (forward ? states.P : states.E)[column_state(p, channel, m, x)] = s;
            s = past_block(s, block.kept, forward ? block.A_F_rest : block.A_R_rest,
                           fmaf(block.head_A_RB_A_FP, P[q], local[q]));
        }
    }
}

__device__ inline float sum_of_warp(float v) {
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) v += __shfl_xor_sync(0xffffffff, v, distance);
    return v;
}

// Stages 5v.4 (forward) and 5v.5, `at_once` columns of blocks at a time.
__global__ __launch_bounds__(tuning::Varying::row_threads) void varying_rows_kernel(
    Tiling p, VaryingLine columns, VaryingLine rows, bool forward, VaryingStates states,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int T = varying_block, at_once = tuning::Varying::block_columns_at_once;
    __shared__ float locals[at_once][T];
    const int m = blockIdx.x, channel = blockIdx.y, lane = threadIdx.x % 32, warp = threadIdx.x / 32,
              warps = blockDim.x / 32, y = m * T + lane;
    const bool inside = y < p.height;
    const VaryingBlock& across = columns.block(m);
    const float from_E = across.A_RE[lane], from_P = across.A_RB_A_FP[lane];
    float* own = forward ? states.PT : states.ET;
    float s = 0;
    for (int first = 0; first < p.N; first += at_once) {
        const int count = min(at_once, p.N - first);
        auto block_column = [&](int q) { return forward ? first + q : p.N - 1 - first - q; };
        for (int q = warp; q < count; q += warps) {
            const int n = block_column(q), x = n * T + lane;
            const VaryingBlock& block = rows.block(n);
            const float weight = forward ? block.tail_A_FB[lane] : block.head_A_RB_A_FB[lane];
            const bool is_column = x < p.width;
            const float E = sum_of_warp(is_column ? weight * states.E[column_state(p, channel, m, x)] : 0.f),
                        P = sum_of_warp(is_column ? weight * states.P[column_state(p, channel, m, x)] : 0.f);
            float local = inside ? own[row_state(p, channel, n, y)] : 0.f;
            local += from_E * E + from_P * P;
            if (!forward && inside) local += block.head_A_RB_A_FP * states.PT[row_state(p, channel, n, y)];
            locals[q][lane] = local;
        }
        __syncthreads();
        if (warp == 0)
            for (int q = 0; q < count; ++q) {
                const int n = block_column(q);
                const VaryingBlock& block = rows.block(n);
                if (inside) own[row_state(p, channel, n, y)] = s;
                s = past_block(s, block.kept, forward ? block.A_F_rest : block.A_R_rest, locals[q][lane]);
            }
        __syncthreads();
    }
}

// Stage 5v.6.
__global__ __launch_bounds__(128) void varying_output_kernel(PixelSource in, PixelSink out, Tiling p,
                                                             const __grid_constant__ Datum datum,
                                                             VaryingLine columns, VaryingLine rows,
                                                             bool sweeps_rows, float scale,
                                                             VaryingStates states,
                                                             const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) float tile[];  // channels x 32 x 32
    __shared__ VaryingShared shared;
    constexpr int T = varying_block;
    const auto [m, n] = p.block(blockIdx.x);
    const int channel = threadIdx.x / T, t = threadIdx.x % T;
    float* plane = tile + channel * T * T;
    load_tile<T>(in, p, m, n, tile);
    shared.load(columns.block(m), rows.block(n));
    wait_for_predecessor();
    const float origin = datum.of(channel);
    arrive_tile();

    const ColumnOfTile<T> column_of_tile{plane, t};
    const RowOfTile<T> row_of_tile{plane, t};
    VaryingSamples v;
    float w, z;
    const std::size_t column = column_state(p, channel, m, min(n * T + t, p.width - 1));
    column_of_tile.get(0, v);
#pragma unroll
    for (float& sample : v) sample -= origin;
    substitute(shared.column, p.rows_of<T>(m), states.P[column], states.E[column], v, w, z);
    if (sweeps_rows) {
        column_of_tile.put(0, v);
        __syncthreads();
        const std::size_t row = row_state(p, channel, n, min(m * T + t, p.height - 1));
        row_of_tile.get(0, v);
        substitute(shared.row, p.columns_of<T>(n), states.PT[row], states.ET[row], v, w, z);
    }
#pragma unroll
    for (float& sample : v) sample += origin;
    if (sweeps_rows)
        row_of_tile.put(0, v);
    else
        column_of_tile.put(0, v);
    __syncthreads();
    store_tile<T>(out, p, m, n, tile, scale);
}

}  // namespace sweep::gpu
