// The carry scan of a line that one thread block can oversee: units in parts, a thread a part.
//
//     P_{m+1} = A_F^b P_m + Pbar_m                                               [N16] (24)
//     Q_m     = A_R^b Q_{m+1} + Qbar_m,      E_m = Q_m + H P_m                   from [N16] (25)
//
// H is H(A_RB A_FP) of an endless line: what R brings back if nothing but zeros follows (core/extension.h). It has
// H = A_R^b H A_F^b + H(A_RB A_FP), so that (25), E_m = A_R^b E_{m+1} + H(A_RB A_FP) P_m + Ebar_m, becomes the line
// above with Qbar_m = Ebar_m + A_R^b H Pbar_m: Q is of the samples behind alone, and knows nothing of P. Both directions
// run at the same time, by the same steps, and a third of the products is gone. Where nothing follows the line, not even
// zeros (`none`), E would be a small difference of large numbers; then H is 0 here, Q is E, and a second round scans it with
// the share of P, add_heads().
//
// fold() makes of what the units of a part do themselves what the part does itself; scan_line() finds what enters each part
// of a line that nothing enters; the threads of the parts at its ends have put there what does. unfold_part() finds what
// enters each unit. Only the line's last unit, and with it the last part, may be shorter; or, where parts end with the line, the
// first part as well (EndedLine, gpu/line_at_once.cuh).
#pragma once

#include "gpu/thread_scan.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// Of one direction; powers of A less I.
template <int R>
struct PassMatrices {
    Mat<float, R> unit, last_unit, part, last_part;
    Mat<float, R> doubled[3];  // of 2^k lanes in scan_line()
    Vec<float, R> edge;        // enters the line, for each unit of the constant that lies beyond it
};

// A line has room for so many parts; a quarter of a warp scans one of its directions.
inline constexpr int most_parts = tuning::Resident::parts, scan_lanes = tuning::Resident::scan_lanes,
                     parts_per_lane = most_parts / scan_lanes;

template <int R>
struct LineMatrices {
    PassMatrices<R> pass[2];  // F, R
    Mat<float, R> H;
    Mat<float, R> head, last_head;  // H(A_RB A_FP) of a unit and of the last one
    // Where lines are not continued by constants: P_first = from_tail s + from_head q, Q_last = wrap q + behind P_last
    // with P_last = line P_first + s, if s and q are what leaves the line at its ends when nothing enters it.
    Mat<float, R> from_tail, from_head, wrap, behind, line_minus_I;
    int units, each, parts;  // units of the line and of a part, parts of the line
    bool whole;              // the last part is one like the others
    bool by_constants;       // what enters the line is known beforehand
    bool in_heads;           // E is scanned with the share of P

    __device__ bool in_two_rounds() const { return in_heads || !by_constants; }
    __device__ bool all_full() const { return whole && units == parts * each; }
};

// step(l, is_last) for the units of a part that it has, L at most, or backwards; `first`: the number in the line of the part's
// first. Where all parts of a line are `full`, with all their units and none of them shorter, no unit is asked anything but for
// their number, the same for all threads. Where parts end with the line (`skipped` units are missing in front of it), only the
// last unit of a part may be the line's last, so that the others' steps are not there twice.
template <bool full, bool back, int L, class Line, class Step>
__device__ inline void for_each_unit(const Line& m, int first, Step step) {
#pragma unroll
    for (int i = 0; i < L; ++i) {
        const int l = back ? L - 1 - i : i;
        if constexpr (full) {
            if (l < m.each) step(l, false);
        } else if constexpr (requires { m.skipped; }) {
            if (first + l < 0) continue;
            if (l == L - 1 && first + l == m.units - 1)
                step(l, true);
            else
                step(l, false);
        } else {
            if (l >= m.each || first + l >= m.units) continue;
            if (first + l == m.units - 1)
                step(l, true);
            else
                step(l, false);
        }
    }
}
template <int R>
__device__ inline const Mat<float, R>& unit_of(const PassMatrices<R>& m, bool is_last) {
    return is_last ? m.last_unit : m.unit;
}

// d[l]: P and Q of unit first + l by itself. Returns what the part does by itself to P, forward, or to Q, backwards.
template <bool full, bool back, class Line, int L, int K>
__device__ inline Vec<float, K / 2> fold(const Line& m, int first, const float (&d)[L][K]) {
    constexpr int R = K / 2;
    Vec<float, R> s{};
    for_each_unit<full, back, L>(m, first, [&](int l, bool is_last) {
        Vec<float, R> local;
#pragma unroll
        for (int k = 0; k < R; ++k) local[k] = d[l][back ? R + k : k];
        if (l == (back ? m.each - 1 : 0) && !is_last)
            s = local;
        else
            advance(unit_of(m.pass[back], is_last), s, local);
    });
    return s;
}

// Q of units by themselves gets the share of P, which enters the part.
template <bool full, class Line, int L, int R>
__device__ inline void add_heads(const Line& m, int first, float (&d)[L][2 * R], Vec<float, R> P) {
    for_each_unit<full, false, L>(m, first, [&](int l, bool is_last) {
        Vec<float, R> local, E;
#pragma unroll
        for (int k = 0; k < R; ++k) local[k] = d[l][k], E[k] = d[l][R + k];
        add_product(is_last ? m.last_head : m.head, P, E);
#pragma unroll
        for (int k = 0; k < R; ++k) d[l][R + k] = E[k];
        advance(unit_of(m.pass[0], is_last), P, local);
    });
}

struct Unkept {
    __device__ void operator()(int, int, float) const {}
};
// d as fold() has read it becomes P and E that enter each unit, if P and Q enter the part. keep(l, k, number) as they are found.
template <bool full, class Line, int L, int K, int R, class Keep = Unkept>
__device__ inline void unfold_part(const Line& m, int first, float (&d)[L][K], Vec<float, R> P,
                                   Vec<float, R> Q, Keep keep = {}) {
    for_each_unit<full, false, L>(m, first, [&](int l, bool is_last) {
        Vec<float, R> local;
#pragma unroll
        for (int k = 0; k < R; ++k) local[k] = d[l][k], keep(l, k, d[l][k] = P[k]);
        advance(unit_of(m.pass[0], is_last), P, local);
    });
    for_each_unit<full, true, L>(m, first, [&](int l, bool is_last) {
        Vec<float, R> local, E = Q;
        add_product(m.H, P, E);  // P: what leaves the unit behind
#pragma unroll
        for (int k = 0; k < R; ++k)
            local[k] = d[l][R + k], keep(l, R + k, d[l][R + k] = E[k]), P[k] = d[l][k];
        advance(unit_of(m.pass[1], is_last), Q, local);
    });
}

// What leaves a part in which P enters in front, and Q behind.
template <bool back, int R>
__device__ inline Vec<float, R> leave_part(const LineMatrices<R>& m, int part, Vec<float, R> s,
                                           const Vec<float, R>& local) {
    const PassMatrices<R>& pass = m.pass[back];
    if (part < m.parts - 1 || m.whole)
        advance(pass.part, s, local);
    else
        advance(pass.last_part, s, local);
    return s;
}

// One direction of a line that nothing enters, by scan_lanes lanes: number k of what a part does by itself lies at k `next`
// from the first, those of the next part of the direction at `stride`; they become what enters the part. Lanes fold their
// parts one by one, scan by recursive doubling ([N11] section 7) and unfold. (By a warp, two parts a lane, it is four times
// as many instructions.) Parts beyond the line's end are zeros.
template <int R>
__device__ inline void scan_line(const PassMatrices<R>& pass, float* begin, int next, int stride) {
    using State = Vec<float, R>;
    const int lane = threadIdx.x % scan_lanes;
    const Mat<float, R> A_minus_I = pass.part;
    float* at = begin + lane * parts_per_lane * stride;
    auto get = [&] {
        State local;
#pragma unroll
        for (int k = 0; k < R; ++k) local[k] = at[k * next];
        return local;
    };
    State s{};
#pragma unroll 4
    for (int i = 0; i < parts_per_lane; ++i, at += stride) advance(A_minus_I, s, get());
#pragma unroll
    for (int k = 0; k < 3; ++k) {
        State other;
#pragma unroll
        for (int i = 0; i < R; ++i) other[i] = __shfl_up_sync(0xffffffff, s[i], 1 << k, scan_lanes);
        if (lane < 1 << k) other = {};
        add_product(pass.doubled[k], other, s);
#pragma unroll
        for (int i = 0; i < R; ++i) s[i] += other[i];
    }
#pragma unroll
    for (int i = 0; i < R; ++i) s[i] = __shfl_up_sync(0xffffffff, s[i], 1, scan_lanes);
    if (lane == 0) s = {};
    at -= parts_per_lane * stride;
#pragma unroll 4
    for (int i = 0; i < parts_per_lane; ++i, at += stride) {
        const State local = get();
#pragma unroll
        for (int k = 0; k < R; ++k) at[k * next] = s[k];
        advance(A_minus_I, s, local);
    }
}

// What enters a line that is not continued by constants, of what leaves it if nothing enters.
template <int R>
__device__ inline void enter_line(const LineMatrices<R>& m, const Vec<float, R>& s, const Vec<float, R>& q,
                                  Vec<float, R>& P_first, Vec<float, R>& Q_last) {
    P_first = {}, Q_last = {};
    add_product(m.from_tail, s, P_first);
    add_product(m.from_head, q, P_first);
    Vec<float, R> P_last = P_first;
    advance(m.line_minus_I, P_last, s);
    add_product(m.wrap, q, Q_last);
    add_product(m.behind, P_last, Q_last);
}

// The functionals P and Q of `length` samples.
template <int R, class Axis>
BlockWeights<double, R> part_weights(const Axis& axis, BoundaryKind boundary, int length) {
    BlockWeights<double, R> weights = axis.weights(length);
    if (boundary == BoundaryKind::none) return weights;
    add_share_of_P(weights, axis.extended(BoundaryKind::zero, length).H,
                   axis.matrices(length).head_A_RE_minus_I);
    return weights;
}

// Of a line of n samples in units of `unit`; `axis` has matrices(length) and extended(boundary, n).
template <int R, class Axis>
LineMatrices<R> line_matrices(const Axis& axis, BoundaryKind boundary, int n, int unit, int each) {
    LineMatrices<R> m{};
    m.units = (n + unit - 1) / unit;
    m.each = each;
    m.parts = (m.units + each - 1) / each;
    m.whole = n % (each * unit) == 0;
    m.by_constants = scan_order(boundary) == ScanOrder::once;
    m.in_heads = boundary == BoundaryKind::none;
    const CarryMatrices<double, R> of_unit = axis.matrices(unit), of_part = axis.matrices(each * unit),
                                   of_lane = axis.matrices(parts_per_lane * each * unit),
                                   of_last_unit = axis.matrices(n - (m.units - 1) * unit),
                                   of_last_part = axis.matrices(n - (m.parts - 1) * each * unit);
    auto fill = [&](PassMatrices<R>& pass, Mat<double, R> CarryMatrices<double, R>::*A_minus_I) {
        pass.unit = convert<float>(of_unit.*A_minus_I);
        pass.last_unit = convert<float>(of_last_unit.*A_minus_I);
        pass.part = convert<float>(of_part.*A_minus_I);
        pass.last_part = convert<float>(of_last_part.*A_minus_I);
        const ThreadPowers<R> powers = thread_powers(of_lane.*A_minus_I);
        for (int k = 0; k < 3; ++k) pass.doubled[k] = powers.doubled[k];
    };
    fill(m.pass[0], &CarryMatrices<double, R>::tail_A_FP_minus_I);
    fill(m.pass[1], &CarryMatrices<double, R>::head_A_RE_minus_I);

    if (boundary == BoundaryKind::none) {
        m.head = convert<float>(of_unit.head_A_RB_A_FP);
        m.last_head = convert<float>(of_last_unit.head_A_RB_A_FP);
        return m;
    }
    const Extension<double, R> ends = axis.extended(boundary, n);
    const Mat<double, R> H = axis.extended(BoundaryKind::zero, n).H;
    m.H = convert<float>(H);
    if (m.by_constants) {
        Vec<double, R> edge = ends.last, behind{};
        add_product(H, ends.first, behind);
        for (int k = 0; k < R; ++k) edge[k] -= behind[k];
        m.pass[0].edge = convert<float>(ends.first);
        m.pass[1].edge = convert<float>(edge);
        return m;
    }
    m.from_tail = convert<float>(ends.from_tail);
    m.from_head = convert<float>(ends.from_head);
    m.wrap = convert<float>(ends.wrap);
    m.line_minus_I = convert<float>(axis.matrices(n).tail_A_FP_minus_I);
    if (boundary == BoundaryKind::mirror)
        m.behind = convert<float>(add(ends.H, H, -1.0));  // E_last is `ends.H` P_last
    return m;
}

}  // namespace sweep::gpu
