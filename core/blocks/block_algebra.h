// Block algebra: what enters a block from the rest of its line, and what leaves the block to the rest of the
// line.
//
// A line is cut into blocks of length b. A block is filtered by F (causal) from the state P that enters it
// from before, and by R (anticausal) from the state E that enters it from behind. The states that leave it
// are
//
//     P_out = A_F^b P            + sum_i (tail_A_FB)_i x_i                [N11] (20)-(24), [N16] (24)
//     E_out = A_R^b E + G P      + sum_i (head_A_RB_A_FB)_i x_i           [N11] (28)-(34), [N16] (25)
//
// so that the carries need 2 r dots of the samples of each line, and nothing else of them. T takes the last
// and H the first r samples in the papers; here each stands for the state in place of those samples:
//
//     tail_A_FP         T(A_FP)         r x r, A_F^b
//     tail_A_FB         T(A_FB)         r x b, A_F^(b-1-i) B_F
//     head_A_RE         H(A_RE)         r x r, A_R^b
//     head_A_RB_A_FP    H(A_RB A_FP)    r x r, G above
//     head_A_RB_A_FB    H(A_RB A_FB)    r x b
//
// These matrices are not computed by formulas: each column is the state that the recurrence leaves after a
// unit state or a unit sample, in double, then rounded. Powers are kept less the identity (`minus_I`): A^b is
// near I in slow filters, and A^b - I, rounded in its place, keeps a constant image constant.
#pragma once

#include <vector>

#include "core/filter/recurrence.h"

namespace sweep {

// The r x r matrices for blocks of one length; an argument of the carry kernels.
template <class S, int R>
struct CarryMatrices {
    Mat<S, R> tail_A_FP_minus_I, head_A_RE_minus_I, head_A_RB_A_FP;

    // Turns P, which enters the block, into the P that leaves it; `local` is the block's own sum_i
    // (tail_A_FB)_i x_i.
    template <class T>
    SWEEP_INLINE constexpr void next_prologue(Vec<T, R>& P, const Vec<T, R>& local) const {
        Vec<T, R> change = local;
        add_product(tail_A_FP_minus_I, P, change);
        SWEEP_UNROLL
        for (int k = 0; k < R; ++k) P[k] = P[k] + change[k];
    }

    // Turns E, which enters the block from behind, into the E that leaves its front; P enters the block at
    // the front.
    template <class T>
    SWEEP_INLINE constexpr void next_epilogue(Vec<T, R>& E, const Vec<T, R>& P,
                                              const Vec<T, R>& local) const {
        Vec<T, R> change = local;
        add_product(head_A_RB_A_FP, P, change);
        add_product(head_A_RE_minus_I, E, change);
        SWEEP_UNROLL
        for (int k = 0; k < R; ++k) E[k] = E[k] + change[k];
    }
};

// The r x b matrices: weights[i][k] is (tail_A_FB)_{k i} for k < r, and (head_A_RB_A_FB)_{k-r, i} for k >= r.
template <class S, int R>
using BlockWeights = std::vector<Vec<S, 2 * R>>;

// The matrices for blocks of `length` samples, F and Rv being the two passes. In the realisation parallel R
// reads the raw samples as F does: E depends on no P, and its dots are R's own state over the block. W is the
// number type, double or wider.
template <class W, int R, Realisation K>
CarryMatrices<W, R> carry_matrices(const Recurrence<W, R, K>& F, const Recurrence<W, R, K>& Rv, int length) {
    CarryMatrices<W, R> m{};
    std::vector<W> y(static_cast<std::size_t>(length));
    for (int j = 0; j < R; ++j) {
        Vec<W, R> P{}, E{}, unit{};
        P[j] = unit[j] = 1;
        for (W& sample : y) {
            sample = F.step(P, W(0));
            if (K == Realisation::parallel) sample = 0;
        }
        for (int i = length - 1; i >= 0; --i) Rv.step(E, y[static_cast<std::size_t>(i)]);
        for (int k = 0; k < R; ++k) {
            m.tail_A_FP_minus_I[k][j] = P[k] - unit[k];
            m.head_A_RB_A_FP[k][j] = E[k];
        }
        for (int i = 0; i < length; ++i) Rv.step(unit, W(0));
        for (int k = 0; k < R; ++k) m.head_A_RE_minus_I[k][j] = unit[k] - (k == j ? 1 : 0);
    }
    return m;
}

// The weights of the dots for blocks of `length` samples.
template <int R, Realisation K>
BlockWeights<double, R> block_weights(const Recurrence<double, R, K>& F, const Recurrence<double, R, K>& Rv,
                                      int length) {
    BlockWeights<double, R> weights(static_cast<std::size_t>(length));
    std::vector<double> y(static_cast<std::size_t>(length));
    for (int i = 0; i < length; ++i) {
        Vec<double, R> P{}, E{};
        for (int j = 0; j < length; ++j) {
            const double x = j == i ? 1 : 0, filtered = F.step(P, x);
            y[static_cast<std::size_t>(j)] = K == Realisation::parallel ? x : filtered;
        }
        for (int j = length - 1; j >= 0; --j) Rv.step(E, y[static_cast<std::size_t>(j)]);
        Vec<double, 2 * R>& w = weights[static_cast<std::size_t>(i)];
        for (int k = 0; k < R; ++k) {
            w[k] = P[k];
            w[R + k] = E[k];
        }
    }
    return weights;
}

// Turns weights for E into weights for Q = E - H P, where P is F's state and E is R's at the same place of a
// line, and H is H(A_RB A_FP) of an endless line (core/blocks/extension.h). Q is scanned without knowing P:
//
//         P ->  +-------+  -> P' = A_F^b P + p                  p, e: dots of the block
//         Q' <- | p, e  |  <- Q  = E - H P'                     E' = A_R^b E + G P + e
//               +-------+
//
//     Q' = E' - H P = A_R^b Q + (e + A_R^b H p),   because H = G + A_R^b H A_F^b.
//
// The bracket is what these weights give. A_R_minus_I is A_R^b - I of this block.
template <int R>
void add_share_of_P(BlockWeights<double, R>& weights, const Mat<double, R>& H,
                    const Mat<double, R>& A_R_minus_I) {
    for (Vec<double, 2 * R>& w : weights) {
        Vec<double, R> P, E{};
        for (int k = 0; k < R; ++k) P[k] = w[k];
        add_product(H, P, E);
        Vec<double, R> Q = E;
        add_product(A_R_minus_I, E, Q);
        for (int k = 0; k < R; ++k) w[R + k] += Q[k];
    }
}

template <class S, int R>
CarryMatrices<S, R> round_to(const CarryMatrices<double, R>& m) {
    return {convert<S>(m.tail_A_FP_minus_I), convert<S>(m.head_A_RE_minus_I), convert<S>(m.head_A_RB_A_FP)};
}

}  // namespace sweep
