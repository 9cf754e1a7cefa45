// The stages of algorithms 2, 4, 5, 6 and 6b that touch pixels. They load a block and run some of the passes
// down, up, right and left over it in place: first those that start from the states that enter the block,
// then those that start from zero.
//
//     from what enters   B_mn(Y) = F(P_{m-1,n}, B_mn(X)), B_mn(Z) = R(B_mn(Y), E_{m+1,n}), and the rows
//                        likewise ([N11] (8)); the result is stored: the image, or what the next stage of the
//                        same blocks continues from
//     from zero          the perimeter, the state that the pass leaves, is stored: P_mn(Ybar), E_mn(Zhat),
//                        P^T_mn(Ucheck), E^T_mn(Vtilde) ([N11] 4.3, 5.1, 5.2)
//
// So 2.1 is down from zero; 2.3 down, stored, then up from zero; 2.9 left, stored; 4.1 down and up from zero;
// 4.3 down and up, stored, then right and left from zero; 5.1 and 6.1 all four from zero; 5.6 and 6.5 all
// four, stored.
//
// A thread block owns a block, with 32 threads a channel; a thread owns a column, then a row. Stages go
// through the blocks forwards and backwards in turn, so that what one read last is still in L2 for the next.
// The block stays in shared memory. As in step 7.4, pixels are taken relative to the datum, and each pass
// runs relative to the level with which its line is entered (gpu/scan/level.cuh), which is zero from zero.
#pragma once

#include "core/filter/boundaries.h"
#include "gpu/image/move_tile.cuh"
#include "gpu/published/cascade.cuh"
#include "gpu/scan/level.cuh"

namespace sweep::gpu {

// The states of one axis, [channel][m][n][2 r][32]: r numbers P, then r numbers E, for each column (row) of
// block (m, n). They are the block's perimeter at first; then, in place, the states that enter it. 6b has
// blocks of padding around the image.
template <int R>
struct StateLayout {
    int M, N;
    __host__ __device__ std::size_t at(int channel, int m, int n, int k) const {
        return (((std::size_t(channel) * M + m) * N + n) * (2 * R) + k) * published_block;
    }
    __host__ __device__ std::size_t size(int channels) const { return at(channels, 0, 0, 0); }
};

// The passes and blocks of a stage, and where their samples come from and go to.
struct BlockStage {
    int first = 0, carried = 0,
        end = 0;  // passes [first, carried) start from what enters, [carried, end) from zero
    bool from_image = false,
         to_image = false;     // loads, stores pixels; otherwise tiles (`between`)
    bool backwards = false;    // the order of the blocks
    bool keeps_edges = false;  // clamp in 5 and 6: stores columns 0 and w - 1 of Zhat ([N16] 6c.2)
    int M = 0, N = 0;          // the blocks of the stage: rows and columns of them,
    int m0 = 0, n0 = 0;        // which begin so many before the image's first
    int pad_m = 0, pad_n = 0;  // blocks of padding on each side
    BoundaryKind boundary = BoundaryKind::none;  // what fills the padding
};

template <int R>
struct Passes {
    Recurrence<float, R, Realisation::delta> down, up, right, left;
    Levels levels;
    template <int pass>
    __device__ const auto& of() const {
        if constexpr (pass == 0)
            return down;
        else if constexpr (pass == 1)
            return up;
        else if constexpr (pass == 2)
            return right;
        else
            return left;
    }
};

// The memory that a stage reads and writes beside the image.
struct BlockMemory {
    float *columns, *rows;  // StateLayout
    float* between;         // [m][n][channel][T T]
    float* edges;           // [channel][m][2][T]
};

// Loads a block of the extended image; what lies outside under the boundaries zero and constant is Datum::constant.
// Called by the whole thread block; a __syncthreads() has to follow.
template <int T>
__device__ inline void load_extended(const PixelSource& in, const Tiling& p, BoundaryKind boundary,
                                     const Datum& datum, int m, int n, float* tile) {
    for (int i = threadIdx.x; i < T * T; i += blockDim.x) {
        const int r = i / T, c = i % T, y = extended_index(boundary, m * T + r, p.height),
                  x = extended_index(boundary, n * T + c, p.width);
        const float4 v = x < 0 || y < 0 ? float4{datum.constant[0], datum.constant[1], datum.constant[2],
                                                 datum.constant[3]}
                                        : in.pixel(x, y);
        float* to = tile + at<T>(r, c);
        to[0] = v.x;
        if (p.channels > 1) to[T * T] = v.y;
        if (p.channels > 2) to[2 * T * T] = v.z;
        if (p.channels > 3) to[3 * T * T] = v.w;
    }
}

// Runs one pass over a thread's line, in place, with 16 samples in registers at a time; only the first
// `valid` samples are stepped over. `before` is added to each sample that comes in, `after` to each that goes
// out. Nothing is stored unless `keeps`.
template <bool back, int R, int T, class Line>
__device__ inline void run_pass(const Recurrence<float, R, Realisation::delta>& filter, Vec<float, R>& state,
                                int valid, float before, float after, bool keeps, Line line) {
#pragma unroll 1
    for (int step = 0; step < T; step += 16) {
        const int i = back ? T - 16 - step : step;
        float v[16];
        line.get(i, v);
        if (i + 16 <= valid) {
#pragma unroll
            for (int k = 0; k < 16; ++k) {
                float& x = v[back ? 15 - k : k];
                x = filter.step(state, x + before) + after;
            }
        } else {
#pragma unroll
            for (int k = 0; k < 16; ++k) {
                float& x = v[back ? 15 - k : k];
                if (i + (back ? 15 - k : k) < valid) x = filter.step(state, x + before) + after;
            }
        }
        if (keeps) line.put(i, v);
    }
}

// Runs a stage. `next` is called, in a cascade, with the blocks that the stage has stored.
template <int R>
__global__ __launch_bounds__(128) void blocks_kernel(
    PixelSource in, PixelSink out, Tiling p, const __grid_constant__ BlockStage stage,
    const __grid_constant__ Passes<R> passes, const __grid_constant__ Datum datum, BlockMemory memory,
    float scale, const __grid_constant__ PerimetersOfNext next, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int T = published_block;
    extern __shared__ __align__(16) float block_samples[];  // channels x T x T
    __shared__ float origins[4];
    const int b = stage.backwards ? gridDim.x - 1 - blockIdx.x : blockIdx.x, m = b / stage.N - stage.m0,
              n = b % stage.N - stage.n0;
    const int channel = threadIdx.x / T, t = threadIdx.x % T, C = p.channels;
    const StateLayout<R> layout{p.M + 2 * stage.pad_m, p.N + 2 * stage.pad_n};
    const bool last_m = m == p.M - 1 + stage.pad_m, last_n = n == p.N - 1 + stage.pad_n;
    const int rows = last_m ? p.rows_of<T>(p.M - 1) : T, columns = last_n ? p.columns_of<T>(p.N - 1) : T;
    float* plane = block_samples + channel * T * T;
    float* own_block = memory.between + (std::size_t(m + stage.m0) * stage.N + n + stage.n0) * C * T * T;

    // Pixels do not depend on the stage before; what an earlier stage has stored does.
    const bool padded = stage.pad_m + stage.pad_n > 0;
    if (!stage.from_image) {
        wait_for_predecessor();
        for (int i = threadIdx.x * 4; i < C * T * T; i += blockDim.x * 4)
            __pipeline_memcpy_async(block_samples + i, own_block + i, 16);
        __pipeline_commit();
    } else if (padded && (m < 0 || n < 0 || (m + 1) * T > p.height || (n + 1) * T > p.width)) {
        load_extended<T>(in, p, stage.boundary, datum, m, n, block_samples);
    } else {
        load_tile<T>(in, p, m, n, block_samples);
    }
    if (stage.from_image) wait_for_predecessor();
    launch_dependents();

    float* column_states = memory.columns + layout.at(channel, m + stage.pad_m, n + stage.pad_n, 0) + t;
    float* row_states = memory.rows + layout.at(channel, m + stage.pad_m, n + stage.pad_n, 0) + t;
    auto entering = [&](int pass) {  // loads are in flight while the block arrives
        Vec<float, R> state{};
        const float* from = (pass < 2 ? column_states : row_states) + (pass % 2) * R * T;
        if (pass >= stage.first && pass < stage.carried)
#pragma unroll
            for (int k = 0; k < R; ++k) state[k] = from[k * T];
        return state;
    };
    Vec<float, R> P = entering(0), E = entering(1), PT = entering(2), ET = entering(3);
    if (threadIdx.x < C) origins[threadIdx.x] = datum.of(threadIdx.x);
    arrive_tile();
    const float origin = origins[channel];

    const ColumnOfTile<T> column{plane, t};
    const RowOfTile<T> row{plane, t};

    // This is added to the samples of the thread's line as they lie in the tile: minus the datum; or, between
    // a causal pass and the anticausal one after it, the level relative to which the causal one ran.
    float held = stage.from_image ? -origin : 0;
    auto pass = [&]<int index>(Vec<float, R>& state, auto line) {
        if (index < stage.first || index >= stage.end) return;
        constexpr bool back = index % 2 == 1, along_rows = index >= 2;
        const auto& filter = passes.template of<index>();
        const bool carried = index < stage.carried, stored = index + 1 == stage.carried,
                   last = index + 1 == stage.end;
        const float level = carried ? shift_by_level(filter, passes.levels.of[index], state) : 0;
        const bool settles = back || stored || last;
        run_pass<back, R, T>(filter, state, along_rows ? columns : rows, held - level,
                             (settles ? level : 0) + (stored && stage.to_image ? origin : 0),
                             carried || !last, line);
        held = settles ? 0 : level;
        if (!carried) {
            float* to = (along_rows ? row_states : column_states) + (back ? R * T : 0);
#pragma unroll
            for (int k = 0; k < R; ++k) to[k * T] = state[k];
        }
        if (!stored && !(index == 1 && !last)) return;
        __syncthreads();  // the block is whole: to be stored, or for threads to turn from columns to rows
        if (!stored) return;
        if (stage.to_image) {
            store_tile<T>(out, p, m, n, block_samples, scale);
        } else {
#pragma unroll 4
            for (int i = threadIdx.x * 4; i < C * T * T; i += blockDim.x * 4)
                *reinterpret_cast<float4*>(own_block + i) =
                    *reinterpret_cast<const float4*>(block_samples + i);
        }
        next(plane, p, m, n, channel, t);
        if (!last) __syncthreads();  // before the next pass writes over it
    };
    pass.template operator()<0>(P, column);
    pass.template operator()<1>(E, column);
    if (stage.keeps_edges && (n == 0 || last_n)) {
        float* edges = memory.edges + ((std::size_t(channel) * p.M + m) * 2) * T + t;
        if (n == 0) edges[0] = plane[at<T>(t, 0)];
        if (last_n) edges[T] = plane[at<T>(t, columns - 1)];
    }
    pass.template operator()<2>(PT, row);
    pass.template operator()<3>(ET, row);
}

}  // namespace sweep::gpu
