// Step 7.3: the carries that enter each block along the rows.
//
//     The row dots of Z, the image filtered down and up, are the row dots of X filtered down and up with
//     the column carries of step 7.2, for row and column operators commute. They are the perimeters of the
//     carry scan along n ([N16] (26), (28)). Algorithm 6 gets them from the column carries by (27) and (29),
//     in a stage of its own.
//
// Grid: (block rows, channels), a thread block each or, where the dots do not fit into the shared memory of
// one, a cluster of several. First a thread owns a line of T row dots, which it filters down and up. Then it
// owns a segment of L blocks of one row, and the T threads of neighbouring rows the same segment. The dots
// stay in shared memory between; block rows of more blocks than fit, without a cluster, go in chunks. Under
// clamp and reflect101 the row passes start from columns 0 and w - 1 of Z, which are two more lines to filter.
#pragma once

#include "gpu/image/move_tile.cuh"
#include "gpu/overlapped/columns.cuh"
#include "gpu/scan/any_filter.cuh"
#include "gpu/scan/thread_pass.cuh"
#include "gpu/scan/zeros_filter.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// The dots of a chunk in shared memory, [block][2 R][LD], for a thread that scans a segment of one row.
template <int R, int T>
struct DotsAtHand {
    static constexpr int LD = T + 4, K = 2 * R;
    float *z, *mine;  // the first dot; the first of this thread's segment and row

    __device__ Vec<float, R> get(int l, int first) const {
        Vec<float, R> v;
#pragma unroll
        for (int k = 0; k < R; ++k) v[k] = mine[(l * K + first + k) * LD];
        return v;
    }
    __device__ void set(int l, int first, const Vec<float, R>& v) {
#pragma unroll
        for (int k = 0; k < R; ++k) mine[(l * K + first + k) * LD] = v[k];
    }
    __device__ Vec<float, R> P(int l) const {
        return get(l, 0);
    }
    __device__ Vec<float, R> E(int l) const {
        return get(l, R);
    }
    __device__ void set_local_E(int l, const Vec<float, R>& v) {
        set(l, R, v);
    }

    // Moves dots between shared memory and `outside`; those that come in are there after arrive_tile().
    template <bool inwards>
    __device__ void move(float* outside, int blocks) const {
        const int quads = blocks * K * (T / 4);
#pragma unroll 4
        for (int j = threadIdx.x; j < quads; j += blockDim.x) {
            float *inside = z + j / (T / 4) * LD + j % (T / 4) * 4, *there = outside + std::size_t(j) * 4;
            if (inwards)
                __pipeline_memcpy_async(inside, there, 16);
            else
                *reinterpret_cast<float4*>(there) = *reinterpret_cast<const float4*>(inside);
        }
        if (inwards) __pipeline_commit();
    }
};

// The dots of a block row that goes in chunks, or more than once each way, for LineScan.
template <int R, int T>
struct RowChunks : DotsAtHand<R, T> {
    float* outside;    // the block row in device memory
    int chunk, total;  // blocks of a chunk, of the block row
    int at_hand;

    __device__ void set_P(int l, const Vec<float, R>& v) { this->set(l, 0, v); }
    __device__ void set_E(int l, const Vec<float, R>& v) { this->set(l, R, v); }
    __device__ int blocks() const { return min(chunk, total - at_hand * chunk); }
    __device__ void fetch(int i) {
        if (i == at_hand) return;
        __syncthreads();
        at_hand = i;
        this->template move<true>(outside + std::size_t(i) * chunk * 2 * R * T, blocks());
        arrive_tile();
    }
    __device__ void keep_P(int) const {
        if (chunk < total) write_back();
    }
    __device__ void keep_E(int) const { write_back(); }
    __device__ void write_back() const {
        __syncthreads();
        this->template move<false>(outside + std::size_t(at_hand) * chunk * 2 * R * T, blocks());
        __syncthreads();  // before states change again
    }
};

// Filters `line`, in shared memory and in place, down and then up from its row `rows - 1`,
// and adds the number behind it.
template <int T, class Filter, int R>
__device__ inline void filter_line(float* line, int rows, const Filter& F, const Filter& Rv,
                                   Vec<float, R> P_in, Vec<float, R> E_in) {
    const float added = line[T];
    if constexpr (realisation<Filter> == Realisation::parallel) {
        float forward[T];
#pragma unroll
        for (int i = 0; i < T; ++i) forward[i] = F.step(P_in, line[i]);
#pragma unroll
        for (int i = T - 1; i >= 0; --i)
            if (i < rows) line[i] = forward[i] + Rv.step(E_in, line[i]) + added;
    } else {
        take_state(F, P_in);
        take_state(Rv, E_in);
        auto P = ahead(F, P_in), E = ahead(Rv, E_in);
        const auto get = [line]<int N>(int i, float(&v)[N]) {
            if constexpr (N == 1) v[0] = line[i];
#pragma unroll
            for (int k = 0; k + 3 < N; k += 4) {
                const float4 four = *reinterpret_cast<const float4*>(line + i + k);
                v[k] = four.x, v[k + 1] = four.y, v[k + 2] = four.z, v[k + 3] = four.w;
            }
        };
        const auto put_times = [line](float unit, float plus) {
            return [line, unit, plus]<int N>(int i, float(&v)[N]) {
#pragma unroll
                for (int k = 0; k < N; ++k) v[k] = fmaf(v[k], unit, plus);
                if constexpr (N == 1) line[i] = v[0];
#pragma unroll
                for (int k = 0; k + 3 < N; k += 4)
                    *reinterpret_cast<float4*>(line + i + k) = {v[k], v[k + 1], v[k + 2], v[k + 3]};
            };
        };
        pass_forward<T>(F, P, get, put_times(out_unit(F), 0));
        pass_backward<T>(Rv, E, rows, get, put_times(out_unit(Rv), added));
    }
}

// The thread blocks of a block row.
//     one_thread_block        one, which takes the whole block row, maybe in chunks
//     cluster                 a cluster of one or more, each of which takes a chunk
//     two_on_multiprocessor   one, of which two fit on a multiprocessor, for more block rows than
//                             multiprocessors
enum class RowsPlacement { one_thread_block, cluster, two_on_multiprocessor };

// True for filters whose larger images have larger blocks, so that blocks of 32 are for small images alone.
template <class Filter>
inline constexpr bool has_large_blocks = false;
template <int R>
inline constexpr bool has_large_blocks<ThreadFilter<R>> = true;

template <class Filter, int T, int R = Filter::order>
inline constexpr int rows_threads = tuning::Rows::threads<R, T, T == 32 && has_large_blocks<Filter>>;
// The bound of the threads of a thread block, for which the kernel is compiled.
template <class Filter, int T, int L, LineKind kind, RowsPlacement placement>
constexpr int rows_bound() {
    if (placement == RowsPlacement::two_on_multiprocessor)
        return tuning::Rows::bound_of_two_on_multiprocessor;
    constexpr int threads = rows_threads<Filter, T>;
    return L == 4 && kind != LineKind::in_chunks ? tuning::Rows::bound_of_few_blocks<threads> : threads;
}
// True where two_on_multiprocessor has kernels, of 64 registers and no shared constants.
template <class Filter, int T>
inline constexpr bool has_two_on_multiprocessor =
    !has_zeros<Filter> && tuning::Rows::has_two_on_multiprocessor<Filter::order, T>;

// The parameters that are read after the next kernel has been let start, copied to shared memory. From
// constant memory each line of them comes slowly while the blocks of 7.4 are on their way, even if it was
// read before (bench/results/notes.md, parameters as constants).
template <int R, int T, LineKind kind>
inline constexpr bool has_row_constants = (kind != LineKind::in_chunks) && tuning::Rows::has_constants<R, T>;
template <class Filter, class Matrices>
struct alignas(16) RowConstants {
    Matrices matrices;
    Filter F, Rv;
    float* block_row;
    L2Policy policy;
    int blocks, before, chunk;
};

// Copies `from` to `to`, by the thread block.
template <class Words>
__device__ inline void copy_constants(Words& to, const Words& from) {
    static_assert(sizeof(Words) % 4 == 0);
    for (int j = threadIdx.x; j < int(sizeof(Words) / 4); j += blockDim.x)
        reinterpret_cast<float*>(&to)[j] = reinterpret_cast<const float*>(&from)[j];
}

template <int T, int L, class Filter, LineKind kind, RowsPlacement placement, int R = Filter::order>
__global__ __launch_bounds__((rows_bound<Filter, T, L, kind, placement>())) void rows_kernel(
    PixelSource in, Tiling p, const __grid_constant__ MatricesOf<R, L, kind> matrices,
    const __grid_constant__ Filter F, const __grid_constant__ Filter Rv,
    const __grid_constant__ BlockDatums datums, const __grid_constant__ DatumSteps<R> steps, float response,
    bool takes_edges, const float* column_carries, float* row_carries, int chunk, Eviction keep,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int LD = T + 4, D = 2 * R;
    constexpr bool at_once = kind != LineKind::in_chunks, clustered = placement == RowsPlacement::cluster,
                   shares =
                       has_row_constants<R, T, kind> && placement != RowsPlacement::two_on_multiprocessor;
    using Constants = RowConstants<Filter, MatricesOf<R, L, kind>>;
    // the constants, where they are shared; [chunk 2 R][LD], edge lines [2][LD], sums of the scan
    extern __shared__ __align__(16) float shared[];
    Constants& constants = *reinterpret_cast<Constants*>(shared);
    float* z = shared + (shares ? sizeof(Constants) / sizeof(float) : 0);
    const int rank = clustered ? cluster_rank() : 0, ranks = clustered ? cluster_size() : 1;
    const int threads = blockDim.x, m = blockIdx.x / ranks, channel = blockIdx.y, rows = p.rows_of<T>(m);
    const int i = threadIdx.x % T, s = threadIdx.x / T;
    // This thread block's blocks are N, from first_block on. Its first segment lacks `before` blocks.
    const int before = rank == 0 ? missing_blocks<kind>(matrices) : 0,
              first_block = rank * chunk + before - missing_blocks<kind>(matrices),
              N = clustered ? min(chunk - before, p.N - first_block) : p.N;
    float* edge_lines = z + chunk * D * LD;
    const CarryLayout<R, T> layout(p);
    const DotsAtHand<R, T> dots{z, z + (s * L - before) * D * LD + i};
    float* block_row = row_carries + layout.row(channel, m, first_block, 0);
    if constexpr (shares) {
        copy_constants(constants.matrices, matrices);
        copy_constants(constants.F, F);
        copy_constants(constants.Rv, Rv);
        if (threadIdx.x == 0) {
            constants.block_row = block_row, constants.policy = l2_policy(keep);
            constants.blocks = N, constants.before = before, constants.chunk = chunk;
        }
    }

    // It asks first for what does not depend on step 7.2: the dots and the edge columns.
    dots.template move<true>(block_row, min(chunk, N));
    const auto line_at = [&](int j, int lines) {
        return j < lines ? z + j * LD : edge_lines + (j - lines) * LD;
    };
    // What continues the rows before and behind, or their first and last samples: under clamp and reflect101 columns
    // of the image, which are filtered down and up first.
    {
        const float first_datum = datums.of(p, channel, m, 0), last_datum = datums.of(p, channel, m, p.N - 1);
        for (int j = threadIdx.x; j < 2 * T; j += threads) {
            const int y = m * T + j % T;
            const float origin = j < T ? first_datum : last_datum;
            edge_lines[j / T * LD + j % T] = takes_edges && y < p.height
                                                 ? in.sample(j < T ? 0 : p.width - 1, y, channel) - origin
                                                 : datums.outside(channel, origin) * response;
        }
    }
    // Behind the T dots of a line there is room for what they get where the datum changes.
    const auto put_datum_steps = [&](int at_hand, int lines) {
        for (int j = threadIdx.x; j < lines + 2; j += threads) {
            float& step = line_at(j, lines)[T];
            const int n = first_block + at_hand * chunk + j / D;
            if (j >= lines) {
                step = 0;
            } else {
                const float c = datums.of(p, channel, m, n);
                step = steps.add(0, j % D, n == p.N - 1,
                                 c - datums.of(p, channel, m, steps.neighbour(n - 1, p.N)),
                                 c - datums.of(p, channel, m, steps.neighbour(n + 1, p.N)));
            }
        }
    };
    put_datum_steps(0, min(chunk, N) * D);
    if (clustered) sync_cluster();  // all thread blocks have started, before one writes to another
    wait_for_predecessor();
    launch_dependents();

    const int chunks = at_once ? 1 : (N + chunk - 1) / chunk;
    for (int at_hand = 0; at_hand < chunks; ++at_hand) {
        float* outside = block_row + std::size_t(at_hand) * chunk * D * T;
        const int blocks = at_once ? N : min(chunk, N - at_hand * chunk), lines = blocks * D,
                  all = lines + (at_hand == 0 && takes_edges ? 2 : 0);
        if (at_hand > 0) {
            __syncthreads();  // the chunk before has left
            dots.template move<true>(outside, blocks);
        }
        Vec<float, R> P, E;
        auto ask_for_carries = [&](int j) {
            const int x = j < lines    ? p.N * T + (first_block + at_hand * chunk) * D + j
                          : j == lines ? 0
                                       : p.width - 1;
            const float* of_column = column_carries + layout.column(channel, m, x, 0);
#pragma unroll
            for (int k = 0; k < R; ++k) P[k] = of_column[k * T], E[k] = of_column[(R + k) * T];
        };
        if (int(threadIdx.x) < all) ask_for_carries(threadIdx.x);
        if (at_hand > 0) put_datum_steps(at_hand, lines);
        arrive_tile();
        const auto filter_lines = [&](const auto& down, const auto& up) {
#pragma unroll 1
            for (int j = threadIdx.x; j < all; j += threads) {
                if (j >= threads) ask_for_carries(j);
                filter_line<T>(line_at(j, lines), rows, down, up, P, E);
            }
        };
        if constexpr (shares)
            with_filter(constants.F, constants.Rv, [&](auto down, auto up) { filter_lines(down, up); });
        else
            with_filter(F, Rv, filter_lines);
        __syncthreads();
        if (chunks > 1) dots.template move<false>(outside, blocks);
    }
    // Scans a row that threads hold at once.
    const auto scan_row = [&](const auto& matrices, int blocks, int before, int chunk, float* block_row,
                              L2Policy policy) {
        const float *first_line = z + chunk * D * LD, *last_line = first_line + LD;
        const float c_first = first_line[i], c_last = last_line[i];
        const int segment = rank * (chunk / L) + s;
        const int first = s * L - before;
        const bool holds = first < blocks;
        const auto is_there = [&](int l) { return holds && (is_full<kind> || first + l >= 0); };
        float d[L][D] = {};
#pragma unroll
        for (int l = 0; l < L; ++l)
#pragma unroll
            for (int k = 0; k < D; ++k)
                if (is_there(l)) d[l][k] = dots.mine[(l * D + k) * LD];
        using Sums = std::conditional_t<clustered, ClusterSums<R>, SegmentSums<R>>;
        float *sums = z + (chunk * D + 2) * LD, *outside = block_row + first * D * T + i;
        scan_at_once<kind>(
            matrices, segment, holds, Sums{sums + i, T}, c_first, c_last, d,
            [&](int l, int k, float state) { store_with(policy, outside + (l * D + k) * T, state); });
    };
    if constexpr (shares) {
        const Constants& c = constants;
        scan_row(c.matrices, c.blocks, c.before, c.chunk, c.block_row, c.policy);
    } else if constexpr (at_once) {
        scan_row(matrices, N, before, chunk, block_row, l2_policy(keep));
    } else {
        RowChunks<R, T> blocks{dots, block_row, chunk, N, chunks - 1};
        LineScan<R, L, RowChunks<R, T>>(matrices, blocks, SegmentEnds<R>{edge_lines + 2 * LD + i, T}, s,
                                        threads / T, p.N)
            .run(edge_lines[i], edge_lines[LD + i]);
    }
}

}  // namespace sweep::gpu
