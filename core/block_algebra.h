// Block algebra: what a block needs to know of the rest of the line, and the rest of the line of the block.
//
// A line is cut into blocks of length b. A block is filtered by F (causal) from the state P that enters it from
// before, and by R (anticausal) from the state E that enters it from behind. The states that leave it are
//
//     P_out = A_F^b P            + sum_i (tail_A_FB)_i x_i                [N11] (20)-(24), [N16] (24)
//     E_out = A_R^b E + G P      + sum_i (head_A_RB_A_FB)_i x_i           [N11] (28)-(34), [N16] (25)
//
// so all that the carries need of the pixels are 2 r dot products per line. In the papers' letters, T taking the last
// and H the first r samples, and in our state form the state in place of those r samples:
//
//     tail_A_FP         T(A_FP)         r x r, A_F^b
//     tail_A_FB         T(A_FB)         r x b, A_F^(b-1-i) B_F
//     head_A_RE         H(A_RE)         r x r, A_R^b
//     head_A_RB_A_FP    H(A_RB A_FP)    r x r, G above
//     head_A_RB_A_FB    H(A_RB A_FB)    r x b
//
// Nobody types these formulas: each column is what running the recurrence on a unit state or a unit sample leaves, in
// double, then rounded. Powers are kept less the identity (`minus_I`): slow filters have A^b near I, and rounding
// A^b - I instead of A^b keeps a constant image constant.
#pragma once

#include <vector>

#include "core/recurrence.h"

namespace sweep {

// The r x r part, for blocks of one length; an argument of the carry kernels.
template <class S, int R>
struct CarryMatrices {
    Mat<S, R> tail_A_FP_minus_I, head_A_RE_minus_I, head_A_RB_A_FP;

    // P, which enters the block, becomes what leaves it. `local` is the block's own sum_i (tail_A_FB)_i x_i.
    template <class T>
    SWEEP_INLINE constexpr void next_prologue(Vec<T, R>& P, const Vec<T, R>& local) const {
        Vec<T, R> change = local;
        add_product(tail_A_FP_minus_I, P, change);
        SWEEP_UNROLL
        for (int k = 0; k < R; ++k) P[k] = P[k] + change[k];
    }

    // E, which enters from behind, becomes what leaves at the front; P is what enters the block at the front.
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

// The r x b part: weights[i][k] is (tail_A_FB)_{k i} for k < r and (head_A_RB_A_FB)_{k-r, i} for k >= r.
template <class S, int R>
using BlockWeights = std::vector<Vec<S, 2 * R>>;

// Side by side (parallel), R reads the raw samples as F does: nothing of P comes back in E, and the second set of sums
// is R's own state over the block.
// W: the numbers in which the recurrences run, double or wider.
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

// The weights of Q = E - H P in place of those of E, H being H(A_RB A_FP) of an endless line (core/extension.h): a block's own
// Q has A_R^b H times its own P more than its E, and what enters it from behind knows nothing of P. A_R_minus_I: of this block.
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
