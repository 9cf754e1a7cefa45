// The carry scan of a line that threads hold at once, a segment of consecutive blocks each: its algebra, as
// steps 7.2 and 7.3 have it (gpu/scan/line_at_once.cuh). Algorithm 8, whose blocks are the pieces of threads
// and whose segments are tiles, takes P and Q, the matrices and enter_line() from here.
//
// In [N16] the epilogues depend on the prologues, so that all P are scanned before the first E:
//
//     P_{m+1} = A_F^b P_m + Pbar_m                                               [N16] (24)
//     E_m     = A_R^b E_{m+1} + H(A_RB A_FP) P_m + Ebar_m                        [N16] (25)
//
// P_m and E_{m+1} enter block m. Here E is split into what comes of P and what comes of the samples:
//
//     E_m     = H P_m + Q_m
//
// H is H(A_RB A_FP) of an endless line (core/blocks/extension.h): if F goes on from P_m over this block and
// an endless tail of zeros, R brings H P_m back from there. Q_m comes of the samples of block m and behind it
// alone. An endless line is a block and then an endless line again; that gives H, and with (25) it gives Q,
// in which the terms of P_m cancel:
//
//     H   = A_R^b H A_F^b + H(A_RB A_FP)
//     Q_m = A_R^b (H P_{m+1} + Q_{m+1}) + H(A_RB A_FP) P_m + Ebar_m - H P_m
//         = A_R^b Q_{m+1} + Qbar_m,            Qbar_m = Ebar_m + A_R^b H Pbar_m
//
// P and Q are two recurrences of one form, and neither needs the other: both directions are scanned at once,
// by the same code, and a third of the products is gone. Step 7.1 finds Qbar in place of Ebar
// (weights_of_P_and_Q()).
//
// The sum of a segment (CUB: its aggregate) is to it what Pbar and Qbar are to a block: the states that leave
// it if it is entered by zero. A thread goes from its blocks to their segment's sum; the sums are scanned;
// and it goes back from the carries that enter the segment to those that enter its blocks:
//
//     blocks     Pbar, Qbar |  |  |  |     |  |  |  |     |  |  |  |     P_m, E_{m+1} of all blocks
//                           +--+--+--+     +--+--+--+     +--+--+--+        ^
//                                |    fold_segment() |         |            |  unfold_segment()
//                                v              v              v            |
//     segments   sums of P  ---> s -----------> s -----------> s --->    P that enters each segment
//                sums of Q  <--- q <----------- q <----------- q <---    Q that enters each segment
//                           scan_at_once() of line_at_once.cuh
//
// Constants that continue the line tell beforehand what enters it. Under repeat and mirror a first scan,
// which nothing enters, tells what leaves the line, enter_line() finds from that what enters it, and a second
// scan follows. Where nothing continues the line, not even zeros (`none`), Q would have to take off again
// what H P_m holds of the zeros: E would be a small difference of large numbers. Then H is 0 here and Q is E:
// once P is known, add_heads() adds H(A_RB A_FP) P_m to each Ebar_m, and a second round scans Q.
//
// Only the line's last block, and with it the last segment, may be shorter. Where the segments are aligned
// with the line's end, the first segment may lack blocks, too (EndAlignedLine in gpu/scan/line_at_once.cuh).
#pragma once

#include "gpu/scan/line_scan.cuh"

namespace sweep::gpu {

// The matrices of one direction: what is left of powers of A beside kept I (core/blocks/block_algebra.h), with one
// `kept` for all of them, that of a block: it then costs kernels no more than an addition does.
template <int R>
struct PassMatrices {
    float kept;
    Mat<float, R> block, last_block, segment, last_segment;
    Vec<float, R> of_ones;  // P or Q in a line of ones, and so what enters a line that ones continue
};

template <int R>
struct LineMatrices {
    int blocks, segments;     // of the line
    bool whole;               // the last segment has as many samples as the others
    bool by_constants;        // constants continue the line, so that what enters it is known beforehand
    bool adds_heads;          // `none`: Q is E, which is scanned when P is known
    PassMatrices<R> pass[2];  // F, R
    Mat<float, R> H;
    // For enter_line(), where no constants continue the line. If nothing enters the line, F leaves it in s
    // and R in q. Then
    //     P_first = from_tail s + from_head q,  P_last = A_F^n P_first + s,  Q_last = wrap q + behind P_last
    // enter the line in front, leave it, and enter it from behind. Where the line is continued without its first and
    // last sample, x_first and x_last (reflect101), P_first has of_first x_first + of_last x_last besides, and Q_last
    // behind_last x_last.
    Mat<float, R> from_tail, from_head, wrap, behind;
    Vec<float, R> of_first, of_last, behind_last;
    Transition<float, R> line;      // A_F^n
    Mat<float, R> head, last_head;  // H(A_RB A_FP) of a block and of the last one
};

// Calls step(l, is_last) for each block l of a segment, L at most, forward or `back`. `first` is the number
// in the line of the segment's block 0; is_last says that the block is the line's last, which may be shorter.
// With `full` all segments of the line have all their blocks, in full length. Otherwise the segments are
// aligned with the line's end (EndAlignedLine in gpu/scan/line_at_once.cuh), and only the last block of a
// segment can be the line's last, so that the code of the other steps is there once.
template <bool full, bool back, int L, class Line, class Step>
__device__ inline void for_each_block(const Line& m, int first, Step step) {
#pragma unroll
    for (int i = 0; i < L; ++i) {
        const int l = back ? L - 1 - i : i;
        if constexpr (full) {
            step(l, false);
        } else {
            if (first + l < 0) continue;
            if (l == L - 1 && first + l == m.blocks - 1)
                step(l, true);
            else
                step(l, false);
        }
    }
}
template <int R>
__host__ __device__ inline const Mat<float, R>& matrix_of_block(const PassMatrices<R>& m, bool is_last) {
    return is_last ? m.last_block : m.block;
}

// Returns the segment's sum of P, forward, or of Q, `back`. d[l] holds Pbar and Qbar of block first + l.
template <bool full, bool back, class Line, int L, int K>
__device__ inline Vec<float, K / 2> fold_segment(const Line& m, int first, const float (&d)[L][K]) {
    constexpr int R = K / 2;
    Vec<float, R> s{};
    for_each_block<full, back, L>(m, first, [&](int l, bool is_last) {
        Vec<float, R> local;
#pragma unroll
        for (int k = 0; k < R; ++k) local[k] = d[l][back ? R + k : k];
        if (l == (back ? L - 1 : 0) && !is_last)
            s = local;
        else
            advance(m.pass[back].kept, matrix_of_block(m.pass[back], is_last), s, local);
    });
    return s;
}

// Adds H(A_RB A_FP) P_m to Qbar_m, which is Ebar_m here (`none`), of all blocks of a segment that P enters.
template <bool full, class Line, int L, int R>
__device__ inline void add_heads(const Line& m, int first, float (&d)[L][2 * R], Vec<float, R> P) {
    for_each_block<full, false, L>(m, first, [&](int l, bool is_last) {
        Vec<float, R> local, E;
#pragma unroll
        for (int k = 0; k < R; ++k) local[k] = d[l][k], E[k] = d[l][R + k];
        add_product(is_last ? m.last_head : m.head, P, E);
#pragma unroll
        for (int k = 0; k < R; ++k) d[l][R + k] = E[k];
        advance(m.pass[0].kept, matrix_of_block(m.pass[0], is_last), P, local);
    });
}

// P and Q enter the segment: d, which holds Pbar and Qbar as in fold_segment(), becomes the P and E that
// enter each block. Calls keep(l, k, d[l][k]) for each number as it is found.
template <bool full, class Line, int L, int K, int R, class Keep>
__device__ inline void unfold_segment(const Line& m, int first, float (&d)[L][K], Vec<float, R> P,
                                      Vec<float, R> Q, Keep keep) {
    for_each_block<full, false, L>(m, first, [&](int l, bool is_last) {
        Vec<float, R> local;
#pragma unroll
        for (int k = 0; k < R; ++k) local[k] = d[l][k], keep(l, k, d[l][k] = P[k]);
        advance(m.pass[0].kept, matrix_of_block(m.pass[0], is_last), P, local);
    });
    for_each_block<full, true, L>(m, first, [&](int l, bool is_last) {
        Vec<float, R> local, E = Q;
        add_product(m.H, P, E);  // P leaves the block behind, where Q and E enter it
#pragma unroll
        for (int k = 0; k < R; ++k)
            local[k] = d[l][R + k], keep(l, R + k, d[l][R + k] = E[k]), P[k] = d[l][k];
        advance(m.pass[1].kept, matrix_of_block(m.pass[1], is_last), Q, local);
    });
}

// P_first and Q_last enter a line that no constants continue; s and q leave it when nothing enters. x_first and
// x_last are its first and last sample under reflect101, and anything under other boundaries.
template <int R>
__device__ inline void enter_line(const LineMatrices<R>& m, const Vec<float, R>& s, const Vec<float, R>& q,
                                  float x_first, float x_last, Vec<float, R>& P_first,
                                  Vec<float, R>& Q_last) {
#pragma unroll
    for (int k = 0; k < R; ++k) {
        P_first[k] = fmaf(m.of_first[k], x_first, m.of_last[k] * x_last);
        Q_last[k] = m.behind_last[k] * x_last;
    }
    add_product(m.from_tail, s, P_first);
    add_product(m.from_head, q, P_first);
    Vec<float, R> P_last = P_first;
    advance(m.line, P_last, s);
    add_product(m.wrap, q, Q_last);
    add_product(m.behind, P_last, Q_last);
}

// The weights of Pbar and Qbar for a block of `length` samples; under `none` Qbar is Ebar.
template <int R, class Axis>
BlockWeights<double, R> weights_of_P_and_Q(const Axis& axis, BoundaryKind boundary, int length) {
    BlockWeights<double, R> weights = axis.weights(length);
    if (!is_extended(boundary)) return weights;
    add_share_of_P(weights, axis.extended(BoundaryKind::zero, length).H, axis.matrices(length).head_A_RE);
    return weights;
}

// The matrices of a line of n samples in blocks of `block` samples, `each` of them a segment. `axis` has
// matrices(length) and extended(boundary, n).
template <int R, class Axis>
LineMatrices<R> line_matrices(const Axis& axis, BoundaryKind boundary, int n, int block, int each) {
    LineMatrices<R> m{};
    m.blocks = (n + block - 1) / block;
    m.segments = (m.blocks + each - 1) / each;
    m.whole = n % (each * block) == 0;
    m.by_constants = !is_periodic(boundary);
    m.adds_heads = !is_extended(boundary);
    const CarryMatrices<double, R> of_block = axis.matrices(block), of_segment = axis.matrices(each * block),
                                   of_last_block = axis.matrices(n - (m.blocks - 1) * block),
                                   of_last_segment = axis.matrices(n - (m.segments - 1) * each * block);
    auto fill = [&](PassMatrices<R>& pass, Transition<double, R> CarryMatrices<double, R>::*A) {
        const double kept = (of_block.*A).kept;
        pass.kept = float(kept);
        pass.block = convert<float>(rest_of(of_block.*A, kept));
        pass.last_block = convert<float>(rest_of(of_last_block.*A, kept));
        pass.segment = convert<float>(rest_of(of_segment.*A, kept));
        pass.last_segment = convert<float>(rest_of(of_last_segment.*A, kept));
    };
    fill(m.pass[0], &CarryMatrices<double, R>::tail_A_FP);
    fill(m.pass[1], &CarryMatrices<double, R>::head_A_RE);

    if (!is_extended(boundary)) {
        m.head = convert<float>(of_block.head_A_RB_A_FP);
        m.last_head = convert<float>(of_last_block.head_A_RB_A_FP);
        return m;
    }
    const Extension<double, R> ends = axis.extended(boundary, n);
    const Extension<double, R> endless = axis.extended(BoundaryKind::zero, n);
    const Mat<double, R>& H = endless.H;
    m.H = convert<float>(H);
    Vec<double, R> HP{};
    add_product(H, endless.first, HP);
    for (int k = 0; k < R; ++k) {
        m.pass[0].of_ones[k] = float(endless.first[k]);
        m.pass[1].of_ones[k] = float(endless.last[k] - HP[k]);
    }
    if (m.by_constants) return m;
    m.from_tail = convert<float>(ends.from_tail);
    m.from_head = convert<float>(ends.from_head);
    m.wrap = convert<float>(ends.wrap);
    m.line = round_to<float>(axis.matrices(n).tail_A_FP);
    if (runs_back(boundary)) m.behind = convert<float>(add(ends.H, H, -1.0));  // E_last is `ends.H` P_last
    m.of_first = convert<float>(ends.of_first);
    m.of_last = convert<float>(ends.of_last);
    Vec<double, R>
        behind_last{};  // of a line of one sample, which a constant continues, less what H adds for it
    add_product(ends.H, ends.first, behind_last);
    for (int k = 0; k < R; ++k) m.behind_last[k] = float(ends.last[k] - behind_last[k]);
    return m;
}

}  // namespace sweep::gpu
