// Step 7.2: the carries that enter each block along the columns, exact at the boundary.
//
//     P_m and E_m by the carry scan ([N16] (24), (25)), for the image's columns and, with the corners as the
//     blocks' perimeters, for the columns of row dots (gpu/scan/line_at_once.cuh, gpu/scan/line_scan.cuh)
//
// Grid: (groups of 32 columns, channels, images one below the other, of each of which p is the tiling). A
// thread owns a segment of L blocks of one column, a warp the same segment of 32 columns, and the warps of the
// thread block span the height. Where there are more than warps x L block rows, they go in chunks; then blocks
// may have any side, which is an argument.
//
// The kernels wait for the end of 7.1 before they let 7.3 start. This order must stay: 7.3 reads what 7.1 has
// left, the row dots and the datum, before it waits for 7.2 (gpu/overlapped/rows.cuh).
#pragma once

#include "gpu/device/bulk_copy.cuh"
#include "gpu/device/launch.cuh"
#include "gpu/overlapped/block_datums.cuh"
#include "gpu/overlapped/layout.cuh"
#include "gpu/scan/line_at_once.cuh"
#include "gpu/scan/line_scan.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// The blocks of one column in registers, or in device memory while other chunks are at hand. What perimeters get where
// datums change joins them when they are fetched; datum_of(m) is the datum of block m,
// `weight` times that of the column.
template <int R, int L, class DatumOf>
struct ColumnBlocks {
    float* first;  // this thread's first block in chunk 0
    int side;      // of the blocks
    int step;      // from a block to the next; a thread's blocks lie within an int's reach
    int chunk;     // blocks of a chunk
    int left;      // blocks of the column from `first` on
    L2Policy policy;
    const DatumSteps<R>& steps;
    DatumOf datum_of;
    float weight;
    int number;        // of the first block, in the column
    int at_hand = -1;  // the chunk in registers
    int kept = -1;     // chunks up to this one hold P in place of their perimeters
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
        for (int l = 0; l < L; ++l) {
            const bool is_there = l < left - i * chunk;
#pragma unroll
            for (int k = 0; k < R; ++k) {
                p[l][k] = is_there ? from[l * step + k * side] : 0.f;
                e[l][k] =
                    is_there ? from[l * step + (R + k) * side] : 0.f;  // in flight during the first scan
            }
            if (!is_there) continue;
            const int m = number + i * chunk + l;
            const float c = datum_of(m), than_before = (c - datum_of(m - 1)) * weight,
                        than_behind = (c - datum_of(m + 1)) * weight;
#pragma unroll
            for (int k = 0; k < R; ++k) {
                if (i > kept) p[l][k] = steps.add(p[l][k], k, false, than_before, than_behind);
                e[l][k] = steps.add(e[l][k], R + k, false, than_before, than_behind);
            }
        }
    }
    __device__ void keep_P(int i) {
        keep(p, i, 0);
        kept = max(kept, i);
    }
    __device__ void keep_E(int i) const {
        keep(e, i, R);
    }
    __device__ void keep(const Vec<float, R> (&states)[L], int i, int k0) const {
        float* to = first + std::size_t(i * chunk) * step + k0 * side;
#pragma unroll
        for (int l = 0; l < L; ++l)
#pragma unroll
            for (int k = 0; k < R; ++k)
                if (l < left - i * chunk) store_with(policy, to + l * step + k * side, states[l][k]);
    }
};

template <int R, int T>
inline constexpr int columns_threads = tuning::Columns::threads<R, T>;

// The matrices that the scan of lines of one kind takes.
template <int R, int L, LineKind kind>
using MatricesOf = std::conditional_t<kind == LineKind::in_chunks, AxisMatrices<R>, LineAtOnce<R, L, kind>>;

// The body of both kernels; `told` is the side of the blocks where T is any_block.
template <int R, int T, int L, LineKind kind>
__device__ inline void scan_columns(const PixelSource& in, const Tiling& p,
                                    const MatricesOf<R, L, kind>& matrices, const BlockDatums& datums,
                                    const DatumSteps<R>& told_steps, bool takes_edges, int columns,
                                    const float* dots_of_ones, const float* row_carries,
                                    float* column_carries, int told, Eviction keep) {
    extern __shared__ float sums[];  // [warps][2 R][32]
    const int lane = threadIdx.x, s = threadIdx.y, segments = blockDim.y, channel = blockIdx.y;
    const int plane = channel * gridDim.z + blockIdx.z,
              top = blockIdx.z * p.height;  // top: the image's first row
    const CarryLayout<R, T> layout(p, told);
    const int side = layout.side;
    const int line = blockIdx.x * 32 + lane, x = min(line, columns - 1), step = int(layout.column_step());
    const bool surplus = line >= columns;  // such a lane keeps nothing
    float* first = column_carries + layout.column(plane, s * L, x, 0) -
                   std::ptrdiff_t(missing_blocks<kind>(matrices)) * step;
    const int dot = x - p.N * side;  // from 0 on for columns of row dots
    const bool is_dot = dot >= 0;
    const int n = is_dot ? dot / (2 * R) : x / side, j = dot % (2 * R);
    const float weight = is_dot ? dots_of_ones[n == p.N - 1 ? 2 * R + j : j] : 1;  // of the datums
    // Under clamp the constants beyond the column's ends, and under reflect101 its first and last sample, are at hand
    // before 7.1 has ended, or are dots of its first and last row; under constant:V they are V or dots of a row of it.
    const bool of_image = takes_edges && x < p.width, of_outside = !takes_edges && datums.has_outside;
    float c_first = of_outside ? datums.constant[channel] : 0, c_last = c_first;
    if (of_image) c_first = in.sample(x, top, channel), c_last = in.sample(x, top + p.height - 1, channel);
    // In constant memory each line of parameters comes slowly, once the next kernel's blocks are on their way: these
    // are in registers before, the steps where there are not many.
    DatumSteps<R> steps = told_steps;
    const float* datums_of_column = datums.found + plane * p.M * p.N + n;
    int to_next = p.N, blocks = p.M, before_first = steps.neighbour(-1, p.M),
        behind_last = steps.neighbour(p.M, p.M);
    have_now(datums_of_column), have_now(first);
    have_now(to_next), have_now(blocks), have_now(before_first), have_now(behind_last);
    if constexpr (is_full<kind> && tuning::Columns::holds_datum_steps<R, L>)
#pragma unroll
        for (int k = 0; k < 2 * R; ++k) {
            have_now(steps.of[k]);
            if (k < R) have_now(steps.shares[0][k]);
        }
    const auto datum_of = [&](int m) {
        return __ldcg(datums_of_column + (m < 0 ? before_first : m < blocks ? m : behind_last) * to_next);
    };
    wait_for_predecessor();
    launch_dependents();
    const auto find_ends = [&] {
        if (of_image || of_outside) {
            c_first = (c_first - datum_of(0)) * weight, c_last = (c_last - datum_of(blocks - 1)) * weight;
        } else if (takes_edges && is_dot) {
            c_first = row_carries[layout.row(plane, 0, n, j)];
            c_last = row_carries[layout.row(plane, p.M - 1, n, j) + p.rows_of(p.M - 1, side) - 1];
        }
    };
    if constexpr (kind == LineKind::in_chunks) {
        using Held = ColumnBlocks<R, L, decltype(datum_of)>;
        Held held{first,           side,  step,     segments * L, surplus ? 0 : p.M - s * L,
                  l2_policy(keep), steps, datum_of, weight,       s * L};
        held.fetch(0);  // in flight while the ends of the column arrive
        find_ends();
        LineScan<R, L, Held>(matrices, held, SegmentEnds<R>{sums + lane, 32}, s, segments, p.M)
            .run(c_first, c_last);
    } else {
        const auto is_there = [&](int l) {
            return is_full<kind> || s * L + l >= missing_blocks<kind>(matrices);
        };
        float d[L][2 * R] = {};
#pragma unroll
        for (int l = 0; l < L; ++l)
#pragma unroll
            for (int k = 0; k < 2 * R; ++k)
                if (is_there(l)) d[l][k] = first[l * step + k * side];
        float c[L + 2];  // the datums of these blocks, of the one before and the one behind
#pragma unroll
        for (int l = 0; l < L + 2; ++l) c[l] = datum_of(s * L - missing_blocks<kind>(matrices) + l - 1);
        find_ends();
#pragma unroll
        for (int l = 0; l < L; ++l)
            if (is_there(l)) {
                const bool is_last = !is_full<kind> && l == L - 1 && s == segments - 1;
                const float than_before = (c[l + 1] - c[l]) * weight,
                            than_behind = (c[l + 1] - c[l + 2]) * weight;
#pragma unroll
                for (int k = 0; k < 2 * R; ++k)
                    d[l][k] = steps.add(d[l][k], k, is_last, than_before, than_behind);
            }
        const L2Policy policy = l2_policy(keep);
        scan_at_once<kind>(matrices, s, true, SegmentSums<R>{sums + lane, 32}, c_first, c_last, d,
                           [&](int l, int k, float state) {
                               if (!surplus) store_with(policy, first + l * step + k * side, state);
                           });
    }
}

// Scans columns that threads hold at once.
template <int R, int T, int L, LineKind kind>
__global__ __launch_bounds__(columns_threads<R, T>, tuning::Columns::thread_blocks<R, T>) void columns_kernel(
    PixelSource in, Tiling p, const __grid_constant__ MatricesOf<R, L, kind> matrices,
    const __grid_constant__ BlockDatums datums, const __grid_constant__ DatumSteps<R> steps, bool takes_edges,
    int columns, const float* dots_of_ones, const float* row_carries, float* column_carries, Eviction keep,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    scan_columns<R, T, L, kind>(in, p, matrices, datums, steps, takes_edges, columns, dots_of_ones,
                                row_carries, column_carries, T, keep);
}

// Scans longer columns, of blocks of any side.
template <int R>
__global__ __launch_bounds__(columns_threads<R, any_block>) void columns_in_chunks_kernel(
    PixelSource in, Tiling p, const __grid_constant__ AxisMatrices<R> matrices,
    const __grid_constant__ BlockDatums datums, const __grid_constant__ DatumSteps<R> steps, bool takes_edges,
    int columns, const float* dots_of_ones, const float* row_carries, float* column_carries, int side,
    Eviction keep, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    scan_columns<R, any_block, tuning::Scans::most_blocks<R>, LineKind::in_chunks>(
        in, p, matrices, datums, steps, takes_edges, columns, dots_of_ones, row_carries, column_carries, side,
        keep);
}

}  // namespace sweep::gpu
