// The carry scan of a line that one warp can oversee: units in chunks, at most 32 chunks, a lane a chunk.
//
//     P_{m+1} = P_m + (A_F^b - I) P_m + Pbar_m                                   [N16] (24)
//     E_m     = E_{m+1} + (A_R^b - I) E_{m+1} + H(A_RB A_FP) P_m + Ebar_m        [N16] (25)
//
// fold_chunk() makes of what the units of a chunk do themselves what the chunk does itself; scan_chunks() finds what
// enters each chunk, by recursive doubling over the lanes ([N11] section 7), exact at the line's ends (core/extension.h);
// unfold_chunk() finds what enters each unit. Only the line's last unit, and with it the last chunk, may be shorter.
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

    __device__ bool has(int first, int l) const { return l < each && first + l < units; }
};

// d[l]: P and E of unit first + l by itself; P becomes what enters it where nothing enters the chunk.
template <int R, int L>
__device__ inline void fold_chunk(const ChunkMatrices<R>& m, int first, float (&d)[L][2 * R],
                                  Vec<float, R>& P, Vec<float, R>& E) {
    P = {}, E = {};
#pragma unroll
    for (int l = 0; l < L; ++l) {
        if (!m.has(first, l)) continue;
        Vec<float, R> local;
#pragma unroll
        for (int k = 0; k < R; ++k) local[k] = d[l][k], d[l][k] = P[k];
        if (first + l < m.units - 1)
            m.unit.next_prologue(P, local);
        else
            m.last_unit.next_prologue(P, local);
    }
#pragma unroll
    for (int l = L - 1; l >= 0; --l) {
        if (!m.has(first, l)) continue;
        Vec<float, R> entering, local;
#pragma unroll
        for (int k = 0; k < R; ++k) entering[k] = d[l][k], local[k] = d[l][R + k];
        if (first + l < m.units - 1)
            m.unit.next_epilogue(E, entering, local);
        else
            m.last_unit.next_epilogue(E, entering, local);
    }
}

// d as fold_chunk() left it, and what enters the chunk: d becomes what enters each unit.
template <int R, int L>
__device__ inline void unfold_chunk(const ChunkMatrices<R>& m, int first, float (&d)[L][2 * R],
                                    Vec<float, R> P, Vec<float, R> E) {
#pragma unroll
    for (int l = 0; l < L; ++l) {
        if (!m.has(first, l)) continue;
#pragma unroll
        for (int k = 0; k < R; ++k) d[l][k] += P[k];
        advance(m.unit.tail_A_FP_minus_I, P);
    }
#pragma unroll
    for (int l = L - 1; l >= 0; --l) {
        if (!m.has(first, l)) continue;
        Vec<float, R> entering, local;
#pragma unroll
        for (int k = 0; k < R; ++k) entering[k] = d[l][k], local[k] = d[l][R + k], d[l][R + k] = E[k];
        if (first + l < m.units - 1)
            m.unit.next_epilogue(E, entering, local);
        else
            m.last_unit.next_epilogue(E, entering, local);
    }
}

template <int R>
__device__ inline Vec<float, R> from_lane(const Vec<float, R>& s, int lane) {
    Vec<float, R> all;
#pragma unroll
    for (int k = 0; k < R; ++k) all[k] = __shfl_sync(0xffffffff, s[k], lane);
    return all;
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
    State s = first;
    advance(m.F_doubled[0], s, P_sum);
    if (lane > 0) s = P_sum;
#pragma unroll
    for (int k = 0; k < 5; ++k) {
        State other = neighbour<false>(s, 1 << k);
        advance(m.F_doubled[k], other, s);
        if (lane >= 1 << k) s = other;
    }
    P = neighbour<false>(s, 1);
    if (lane == 0) P = first;

    auto end_of_line = [&] {
        State end = P;
        m.last_chunk.next_prologue(end, P_sum);
        return from_lane(end, last);
    };
    // From what enters the line from behind to E, and what leaves the line's front.
    auto backward = [&](const State& behind) {
        State u = E_sum, over_last = behind;
        add_product(m.chunk_head, P, u);
        if (lane == last) {
            m.last_chunk.next_epilogue(over_last, P, E_sum);
            u = over_last;
        }
#pragma unroll
        for (int k = 0; k < 5; ++k) {
            State other = neighbour<true>(u, 1 << k);
            advance(m.R_doubled[k], other, u);
            if (lane + (1 << k) <= last) u = other;
        }
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
    return m;
}

}  // namespace sweep::gpu
