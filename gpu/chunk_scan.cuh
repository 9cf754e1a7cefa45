// The carry scan of a line that one warp can oversee: units in chunks, at most 32 chunks, a lane a chunk.
//
//     P_{m+1} = P_m + (A_F^b - I) P_m + Pbar_m                                   [N16] (24)
//     E_m     = E_{m+1} + (A_R^b - I) E_{m+1} + H(A_RB A_FP) P_m + Ebar_m        [N16] (25)
//
// fold_forward() and fold_backward() make of what the units of a chunk do themselves what the chunk does itself;
// scan_chunks() finds what enters each chunk, by recursive doubling over the lanes ([N11] section 7), exact at the line's
// ends (core/extension.h); unfold_chunk() finds what enters each unit. Only the line's last unit, and with it the last
// chunk, may be shorter.
#pragma once

#include "gpu/thread_scan.cuh"

namespace sweep::gpu {

template <int R>
struct ChunkMatrices {
    CarryMatrices<float, R> unit, last_unit, last_chunk;
    Mat<float, R> chunk_head;                  // H(A_RB A_FP) of a chunk
    Mat<float, R> F_doubled[5], R_doubled[5];  // A^(2^k) of chunks, less I
    Extension<float, R> extension;
    ScanOrder order;
    int units, each, chunks;  // units of the line and of a chunk, chunks of the line
    bool whole;               // the last chunk is one like the others

    // Whether the chunk from unit `first` on has all its units, and none of them shorter.
    __device__ bool is_whole(int first) const { return first + each < units || (whole && first < units); }
    __device__ bool has(int first, int l) const { return l < each && first + l < units; }
};

// d: P and E of one unit by itself; becomes what enters it, and E with the share of that. P goes on past the unit.
template <int R>
__device__ inline void fold_unit(const CarryMatrices<float, R>& m, float (&d)[2 * R], Vec<float, R>& P) {
    Vec<float, R> local, epilogue;
#pragma unroll
    for (int k = 0; k < R; ++k) local[k] = d[k], epilogue[k] = d[R + k];
    add_product(m.head_A_RB_A_FP, P, epilogue);
#pragma unroll
    for (int k = 0; k < R; ++k) d[k] = P[k], d[R + k] = epilogue[k];
    advance(m.tail_A_FP_minus_I, P, local);
}

// E goes on past the unit to its front; what enters it from behind takes the place of d's second half, if it is to be
// `kept`.
template <bool kept, int R>
__device__ inline void fold_unit_back(const CarryMatrices<float, R>& m, float (&d)[2 * R], Vec<float, R>& E) {
    Vec<float, R> local;
#pragma unroll
    for (int k = 0; k < R; ++k) {
        local[k] = d[R + k];
        if (kept) d[R + k] = E[k];
    }
    advance(m.head_A_RE_minus_I, E, local);
}

// step(l, matrices) for the units from .. to - 1 of a chunk, those that it has, or backwards. Whole chunks, nearly all,
// go without a question but for the number of their units, which is the same for all threads.
template <bool back, int from, int to, int R, class Step>
__device__ inline void for_each_unit(const ChunkMatrices<R>& m, int first, Step step) {
    if (m.is_whole(first)) {
#pragma unroll
        for (int i = from; i < to; ++i) {
            const int l = back ? to - 1 - (i - from) : i;
            if (l < m.each) step(l, m.unit);
        }
    } else {
#pragma unroll
        for (int i = from; i < to; ++i) {
            const int l = back ? to - 1 - (i - from) : i;
            if (!m.has(first, l)) continue;
            if (first + l < m.units - 1)
                step(l, m.unit);
            else
                step(l, m.last_unit);
        }
    }
}

// d[l]: P and E of unit first + l by itself. P goes on from what enters unit first + from; d becomes what enters each unit
// if that does, and E with its share.
template <int from, int to, int R, int L>
__device__ inline void fold_forward(const ChunkMatrices<R>& m, int first, float (&d)[L][2 * R],
                                    Vec<float, R>& P) {
    for_each_unit<false, from, to>(
        m, first, [&](int l, const CarryMatrices<float, R>& unit) { fold_unit(unit, d[l], P); });
}
// What leaves the chunk's front.
template <int R, int L>
__device__ inline void fold_backward(const ChunkMatrices<R>& m, int first, float (&d)[L][2 * R],
                                     Vec<float, R>& E) {
    for_each_unit<true, 0, L>(
        m, first, [&](int l, const CarryMatrices<float, R>& unit) { fold_unit_back<false>(unit, d[l], E); });
}

// d as they left it, and what enters the chunk: d becomes what enters each unit.
template <int R, int L>
__device__ inline void unfold_chunk(const ChunkMatrices<R>& m, int first, float (&d)[L][2 * R],
                                    Vec<float, R> P, Vec<float, R> E) {
    for_each_unit<false, 0, L>(m, first, [&](int l, const CarryMatrices<float, R>& unit) {
        Vec<float, R> epilogue;
#pragma unroll
        for (int k = 0; k < R; ++k) d[l][k] += P[k], epilogue[k] = d[l][R + k];
        add_product(unit.head_A_RB_A_FP, P, epilogue);
#pragma unroll
        for (int k = 0; k < R; ++k) d[l][R + k] = epilogue[k];
        advance(unit.tail_A_FP_minus_I, P);
    });
    for_each_unit<true, 0, L>(
        m, first, [&](int l, const CarryMatrices<float, R>& unit) { fold_unit_back<true>(unit, d[l], E); });
}

template <int R>
__device__ inline Vec<float, R> from_lane(const Vec<float, R>& s, int lane) {
    Vec<float, R> all;
#pragma unroll
    for (int k = 0; k < R; ++k) all[k] = __shfl_sync(0xffffffff, s[k], lane);
    return all;
}

// s becomes what lane's chunk and all before it (behind it) leave together; lanes beyond `last` are out of it.
template <bool backwards, int R>
__device__ inline void add_up_lanes(const Mat<float, R> (&A_doubled)[5], int lane, int last,
                                    Vec<float, R>& s) {
#pragma unroll
    for (int k = 0; k < 5; ++k) {
        const int distance = 1 << k;
        Vec<float, R> other = neighbour<backwards>(s, distance);
        if (backwards ? lane + distance > last : lane < distance) other = {};
        add_product(A_doubled[k], other, s);
#pragma unroll
        for (int i = 0; i < R; ++i) s[i] += other[i];
    }
}

// This lane's chunk does P_sum and E_sum itself; P and E become what enters it. c_first, c_last: with what a line goes on
// that is continued by constants. All lanes of the warp call it.
template <int R>
__device__ inline void scan_chunks(const ChunkMatrices<R>& m, const Vec<float, R>& P_sum,
                                   const Vec<float, R>& E_sum, float c_first, float c_last, Vec<float, R>& P,
                                   Vec<float, R>& E) {
    using State = Vec<float, R>;
    const int lane = threadIdx.x % 32, last = m.chunks - 1;
    const State first = m.extension.first_prologue(c_first);
    State s = P_sum;
    if (lane == 0) {
        s = first;
        advance(m.F_doubled[0], s, P_sum);
    }
    add_up_lanes<false>(m.F_doubled, lane, last, s);
    P = neighbour<false>(s, 1);
    if (lane == 0) P = first;

    auto end_of_line = [&] {
        State end = P;
        if (m.whole)
            advance(m.F_doubled[0], end, P_sum);
        else
            m.last_chunk.next_prologue(end, P_sum);
        return from_lane(end, last);
    };
    // From what enters the line from behind to E, and what leaves the line's front.
    auto backward = [&](const State& behind) {
        State u = E_sum;
        add_product(m.chunk_head, P, u);
        if (lane >= last) {
            State over_last = behind;
            if (m.whole)
                advance(m.R_doubled[0], over_last, u);
            else
                m.last_chunk.next_epilogue(over_last, P, E_sum);
            u = over_last;
        }
        add_up_lanes<true>(m.R_doubled, lane, last, u);
        E = neighbour<true>(u, 1);
        if (lane >= last) E = behind;
        return from_lane(u, 0);
    };

    if (m.order != ScanOrder::once) {
        const State tail = end_of_line();
        State front{};
        if (m.order == ScanOrder::mirror) {
            State behind{};
            add_product(m.extension.H_zeros, tail, behind);
            front = backward(behind);
        }
        State change = m.extension.first_prologue(tail, front);
#pragma unroll
        for (int k = 0; k < 5; ++k)
            if (lane >> k & 1) advance(m.F_doubled[k], change);
#pragma unroll
        for (int k = 0; k < R; ++k) P[k] += change[k];
    }
    State behind{};
    if (m.order == ScanOrder::repeat)
        add_product(m.extension.wrap, backward(behind), behind);
    else
        behind = m.extension.last_epilogue(c_last, end_of_line());
    backward(behind);
}

// Of a line of n samples in units of `unit`; `axis` has matrices(length) and extended(boundary, n).
template <int R, class Axis>
ChunkMatrices<R> chunk_matrices(const Axis& axis, BoundaryKind boundary, int n, int unit, int each) {
    ChunkMatrices<R> m{};
    m.units = (n + unit - 1) / unit;
    m.each = each;
    m.chunks = (m.units + each - 1) / each;
    const CarryMatrices<double, R> chunk = axis.matrices(each * unit);
    m.unit = round_to<float>(axis.matrices(unit));
    m.last_unit = round_to<float>(axis.matrices(n - (m.units - 1) * unit));
    m.last_chunk = round_to<float>(axis.matrices(n - (m.chunks - 1) * each * unit));
    m.chunk_head = convert<float>(chunk.head_A_RB_A_FP);
    const ThreadPowers<R> F = thread_powers(chunk.tail_A_FP_minus_I),
                          Rv = thread_powers(chunk.head_A_RE_minus_I);
    for (int k = 0; k < 5; ++k) m.F_doubled[k] = F.doubled[k], m.R_doubled[k] = Rv.doubled[k];
    m.extension = round_to<float>(axis.extended(boundary, n));
    m.order = scan_order(boundary);
    m.whole = n % (each * unit) == 0;
    return m;
}

}  // namespace sweep::gpu
