// The carry scan of a line that threads hold at once, L blocks each (gpu/part_scan.cuh has the equations and the words: a block
// is a unit, a thread's blocks are a part). Each thread leaves what its part does by itself, both ways, where all threads of
// the line see it; after one barrier it finds what enters its part, from those before and from those behind: chains of L and
// of `parts` steps in place of one of all blocks ([N11] section 7, hierarchical reduction).
#pragma once

#include "gpu/cluster.cuh"
#include "gpu/part_scan.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// What a kernel knows of its lines when it is compiled. `chunks`: nothing, and they may be longer than its threads hold:
// gpu/line_scan.cuh. `some`: its threads hold them; the first part may lack blocks in front, and the line's last block may be
// shorter. `full`: each part has L blocks, all of them whole, and something continues the line: constants, or what a second scan
// of it finds. Where the code of that scan would cost the other case its registers (has_a_kernel_an_end), rows have a kernel for
// each: `full_by_constants` and `full_again`.
enum class Lines { chunks, some, full, full_by_constants, full_again };

template <Lines kind>
inline constexpr bool are_full = kind != Lines::chunks&& kind != Lines::some;
template <int R, int T>
inline constexpr bool has_a_kernel_an_end = tuning::Rows::has_a_kernel_an_end<R, T>;

// What the parts of a line do by themselves, in shared memory: number k of P, then of Q, of part s at at[(s * 2 R + k) * stride].
template <int R>
struct PartSums {
    float* at;
    int stride;

    __device__ Vec<float, R> get(int part, bool back) const {
        Vec<float, R> v;
#pragma unroll
        for (int k = 0; k < R; ++k) v[k] = at[(first(part, back) + k) * stride];
        return v;
    }
    __device__ void set(int part, bool back, const Vec<float, R>& v) const {
#pragma unroll
        for (int k = 0; k < R; ++k) at[(first(part, back) + k) * stride] = v[k];
    }
    __device__ static int first(int part, bool back) {
        return (part * 2 + (back ? 1 : 0)) * R;
    }
    __device__ static void sync() {
        __syncthreads();
    }
};
// Of a line that the thread blocks of a cluster hold together: each has all sums.
template <int R>
struct ClusterSums : PartSums<R> {
    __device__ void set(int part, bool back, const Vec<float, R>& v) const {
        float* to = this->at + this->first(part, back) * this->stride;
        for (int rank = 0; rank < cluster_size(); ++rank)
#pragma unroll
            for (int k = 0; k < R; ++k) store_in_cluster(to + k * this->stride, rank, v[k]);
    }
    __device__ static void sync() {
        sync_cluster();
    }
};

// Of parts that end with the line: the first lacks `skipped` blocks, and the last block, if it is short, is a part's last: with
// a first part that begins with the line, every block would have to ask whether it is the last, and have the code for both.
template <int R>
struct EndedLine : LineMatrices<R> {
    Mat<float, R> first_part[2];  // F, R; as PassMatrices has the others
    int skipped;
};
template <int R, class Axis>
EndedLine<R> ended_line(const Axis& axis, BoundaryKind boundary, int n, int unit, int each) {
    EndedLine<R> m{line_matrices<R>(axis, boundary, n, unit, each), {}, 0};
    if (m.whole) return m;  // all parts are full
    m.skipped = m.parts * each - m.units;
    const CarryMatrices<double, R> first = axis.matrices((each - m.skipped) * unit),
                                   last = axis.matrices(m.parts == 1 ? n : n - (m.units - each) * unit);
    m.first_part[0] = convert<float>(first.tail_A_FP_minus_I);
    m.first_part[1] = convert<float>(first.head_A_RE_minus_I);
    m.pass[0].last_part = convert<float>(last.tail_A_FP_minus_I);
    m.pass[1].last_part = convert<float>(last.head_A_RE_minus_I);
    return m;
}

// With parts of L blocks, as is known when a kernel is compiled.
template <int R, int L, Lines kind>
struct LineAtOnce : std::conditional_t<are_full<kind>, LineMatrices<R>, EndedLine<R>> {
    static constexpr int each = L;
};

// Blocks that are missing in front of what the threads hold of a line.
template <Lines kind, class Matrices>
__device__ inline int skipped_blocks(const Matrices& m) {
    if constexpr (kind != Lines::some)
        return 0;
    else
        return m.skipped;
}

// What is left of a line before and behind part `part`, from P that enters in front, from Q that enters behind; of part -1 and of
// part m.parts, what leaves the line.
template <bool full, class Line, class Sums, int R>
__device__ inline void go_on(const Line& m, const Sums& sums, int part, Vec<float, R>& P) {
    const int end = full ? part : min(part, m.parts - 1);
    if constexpr (!full)
        if (end > 0) advance(m.first_part[0], P, sums.get(0, false));
#pragma unroll 1
    for (int i = full ? 0 : 1; i < end; ++i) advance(m.pass[0].part, P, sums.get(i, false));
    if constexpr (!full)
        if (end < part) advance(m.pass[0].last_part, P, sums.get(end, false));
}
template <bool full, class Line, class Sums, int R>
__device__ inline void go_back(const Line& m, const Sums& sums, int part, Vec<float, R>& Q) {
    const int last = m.parts - 1, end = full ? part : max(part, 0);
    if constexpr (!full)
        if (part < last) advance(m.pass[1].last_part, Q, sums.get(last, true));
#pragma unroll 1
    for (int i = full ? last : last - 1; i > end; --i) advance(m.pass[1].part, Q, sums.get(i, true));
    if constexpr (!full)
        if (end > part && last > 0) advance(m.first_part[1], Q, sums.get(0, true));
}

// d: P and Q of this thread's blocks, part `part` of the line. keep(l, k, number): number k of P and E that enter block l.
// c_first, c_last: with what the line goes on where constants continue it. Called by all threads that share `sums`; with `holds`
// false by those that hold nothing of a line.
template <Lines kind, int R, int L, class Sums, class Keep>
__device__ inline void scan_at_once(const LineAtOnce<R, L, kind>& m, int part, bool holds, const Sums& sums,
                                    float c_first, float c_last, float (&d)[L][2 * R], Keep keep) {
    constexpr bool full = are_full<kind>;
    const int first = part * L - skipped_blocks<kind>(m);
    const bool in_heads = !full && m.in_heads;
    Vec<float, R> P{}, Q{};
    if (holds) sums.set(part, false, fold<full, false>(m, first, d));
    if (in_heads) {  // nothing enters the line; E gets the share of P before it is scanned
        sums.sync();
        if (holds) go_on<full>(m, sums, part, P), add_heads<full>(m, first, d, P);
    }
    if (holds) sums.set(part, true, fold<full, true>(m, first, d));
    sums.sync();
    if (!holds) return;
    if (!in_heads) {
        if (kind == Lines::full_by_constants || (kind != Lines::full_again && m.by_constants)) {
#pragma unroll
            for (int k = 0; k < R; ++k) P[k] = m.pass[0].edge[k] * c_first, Q[k] = m.pass[1].edge[k] * c_last;
        } else {
            Vec<float, R> s{};
            go_on<full>(m, sums, m.parts, s);
            go_back<full>(m, sums, -1, Q);
            enter_line(m, s, Vec<float, R>(Q), P, Q);
        }
        go_on<full>(m, sums, part, P);
    }
    go_back<full>(m, sums, part, Q);
    unfold_part<full>(m, first, d, P, Q, keep);
}

}  // namespace sweep::gpu
