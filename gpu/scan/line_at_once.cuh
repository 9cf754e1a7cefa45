// The carry scan of a line that threads hold at once, a segment of L blocks each;
// gpu/scan/segment_algebra.cuh has the equations and the words.
//
//     fold_segment()                    leaves the sums of the thread's segment in shared memory; a barrier
//     advance_to(), advance_back_to()   over the sums before and behind: P, Q that enter the segment
//     unfold_segment()                  P, E that enter its blocks
//
// These are chains of L and of `segments` steps in place of one over all blocks ([N11] section 7,
// hierarchical reduction).
#pragma once

#include "gpu/device/cluster.cuh"
#include "gpu/scan/segment_algebra.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// What a kernel knows of its lines when it is compiled:
//     in_chunks             nothing; they may be longer than its threads hold (gpu/scan/line_scan.cuh)
//     ragged                the first segment may lack blocks, and the last block may be shorter
//     full                  each segment has L whole blocks, and something continues the line
//     full_by_constants     full, and constants continue the line
//     full_by_second_scan   full, and a second scan finds what enters the line
// The last two replace `full` in rows where the code of the second scan would cost the kernel for constants
// its registers (has_kernel_for_constants).
enum class LineKind { in_chunks, ragged, full, full_by_constants, full_by_second_scan };

template <LineKind kind>
inline constexpr bool is_full = kind != LineKind::in_chunks&& kind != LineKind::ragged;
template <int R, int T>
inline constexpr bool has_kernel_for_constants = tuning::Rows::has_kernel_for_constants<R, T>;

// The sums of a line's segments: number k of segment s, P before Q, is at[(s * 2 R + k) * stride].
template <int R>
struct SegmentSums {
    float* at;
    int stride;

    __device__ Vec<float, R> get(int segment, bool back) const {
        Vec<float, R> v;
#pragma unroll
        for (int k = 0; k < R; ++k) v[k] = at[(first(segment, back) + k) * stride];
        return v;
    }
    __device__ void set(int segment, bool back, const Vec<float, R>& v) const {
#pragma unroll
        for (int k = 0; k < R; ++k) at[(first(segment, back) + k) * stride] = v[k];
    }
    __device__ static int first(int segment, bool back) {
        return (segment * 2 + (back ? 1 : 0)) * R;
    }
    __device__ static void sync() {
        __syncthreads();
    }
};
// The sums of a line that the thread blocks of a cluster hold together. Each thread block has all of them.
template <int R>
struct ClusterSums : SegmentSums<R> {
    __device__ void set(int segment, bool back, const Vec<float, R>& v) const {
        float* to = this->at + this->first(segment, back) * this->stride;
        for (int rank = 0; rank < cluster_size(); ++rank)
#pragma unroll
            for (int k = 0; k < R; ++k) store_in_cluster(to + k * this->stride, rank, v[k]);
    }
    __device__ static void sync() {
        sync_cluster();
    }
};

// A line whose segments are aligned with its end: the first segment lacks `missing` blocks, and the line's
// last block, which may be shorter, is the last of a segment. If the segments were aligned with the line's
// front, each block would have to ask whether it is the line's last, and have the code for both cases.
template <int R>
struct EndAlignedLine : LineMatrices<R> {
    Mat<float, R> first_segment[2];  // of F and of R; PassMatrices has those of the other segments
    int missing;
};
template <int R, class Axis>
EndAlignedLine<R> end_aligned_line(const Axis& axis, BoundaryKind boundary, int n, int block, int each) {
    EndAlignedLine<R> m{line_matrices<R>(axis, boundary, n, block, each), {}, 0};
    if (m.whole) return m;  // all segments are full
    m.missing = m.segments * each - m.blocks;
    const CarryMatrices<double, R> first = axis.matrices((each - m.missing) * block),
                                   last = axis.matrices(m.segments == 1 ? n : n - (m.blocks - each) * block);
    const double F_kept = double(m.pass[0].kept), R_kept = double(m.pass[1].kept);
    m.first_segment[0] = convert<float>(rest_of(first.tail_A_FP, F_kept));
    m.first_segment[1] = convert<float>(rest_of(first.head_A_RE, R_kept));
    m.pass[0].last_segment = convert<float>(rest_of(last.tail_A_FP, F_kept));
    m.pass[1].last_segment = convert<float>(rest_of(last.head_A_RE, R_kept));
    return m;
}

// The matrices of a line in segments of L blocks, which the kernel is compiled for.
template <int R, int L, LineKind kind>
struct LineAtOnce : std::conditional_t<is_full<kind>, LineMatrices<R>, EndAlignedLine<R>> {};

// The blocks that the first segment lacks.
template <LineKind kind, class Matrices>
__device__ inline int missing_blocks(const Matrices& m) {
    if constexpr (kind != LineKind::ragged)
        return 0;
    else
        return m.missing;
}

// P enters the line; it becomes the P that enters `segment` or, for m.segments, leaves the line.
template <bool full, class Line, class Sums, int R>
__device__ inline void advance_to(const Line& m, const Sums& sums, int segment, Vec<float, R>& P) {
    const int end = full ? segment : min(segment, m.segments - 1);
    if constexpr (!full)
        if (end > 0) advance(m.pass[0].kept, m.first_segment[0], P, sums.get(0, false));
#pragma unroll 1
    for (int i = full ? 0 : 1; i < end; ++i)
        advance(m.pass[0].kept, m.pass[0].segment, P, sums.get(i, false));
    if constexpr (!full)
        if (end < segment) advance(m.pass[0].kept, m.pass[0].last_segment, P, sums.get(end, false));
}
// Q enters the line from behind; it becomes the Q that enters `segment` or, for -1, leaves the line.
template <bool full, class Line, class Sums, int R>
__device__ inline void advance_back_to(const Line& m, const Sums& sums, int segment, Vec<float, R>& Q) {
    const int last = m.segments - 1, end = full ? segment : max(segment, 0);
    if constexpr (!full)
        if (segment < last) advance(m.pass[1].kept, m.pass[1].last_segment, Q, sums.get(last, true));
#pragma unroll 1
    for (int i = full ? last : last - 1; i > end; --i)
        advance(m.pass[1].kept, m.pass[1].segment, Q, sums.get(i, true));
    if constexpr (!full)
        if (end > segment && last > 0) advance(m.pass[1].kept, m.first_segment[1], Q, sums.get(0, true));
}

// Scans the line. d holds Pbar and Qbar of the blocks of this thread's segment. Calls keep(l, k, number) for
// number k of the P and E that enter block l. c_first, c_last: the constants before and behind the line,
// where constants continue it, or its first and last sample. All threads that share `sums` call it, those that hold
// nothing of a line with `holds` false.
template <LineKind kind, int R, int L, class Sums, class Keep>
__device__ inline void scan_at_once(const LineAtOnce<R, L, kind>& m, int segment, bool holds,
                                    const Sums& sums, float c_first, float c_last, float (&d)[L][2 * R],
                                    Keep keep) {
    constexpr bool full = is_full<kind>;
    const int first = segment * L - missing_blocks<kind>(m);
    const bool adds_heads = !full && m.adds_heads;
    Vec<float, R> P{}, Q{};
    if (holds) sums.set(segment, false, fold_segment<full, false>(m, first, d));
    if (adds_heads) {  // nothing enters the line, and Q, which is E, gets the share of P before it is scanned
        sums.sync();
        if (holds) advance_to<full>(m, sums, segment, P), add_heads<full>(m, first, d, P);
    }
    if (holds) sums.set(segment, true, fold_segment<full, true>(m, first, d));
    sums.sync();
    if (!holds) return;
    if (!adds_heads) {
        if (kind == LineKind::full_by_constants ||
            (kind != LineKind::full_by_second_scan && m.by_constants)) {
#pragma unroll
            for (int k = 0; k < R; ++k)
                P[k] = m.pass[0].of_ones[k] * c_first, Q[k] = m.pass[1].of_ones[k] * c_last;
        } else {
            Vec<float, R> s{};
            advance_to<full>(m, sums, m.segments, s);
            advance_back_to<full>(m, sums, -1, Q);
            enter_line(m, s, Vec<float, R>(Q), c_first, c_last, P, Q);
        }
        advance_to<full>(m, sums, segment, P);
    }
    advance_back_to<full>(m, sums, segment, Q);
    unfold_segment<full>(m, first, d, P, Q, keep);
}

}  // namespace sweep::gpu
