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
// unit state or a unit sample, in double, then rounded.
#pragma once

#include <vector>

#include "core/filter/recurrence.h"

namespace sweep {

// What some samples of zero make of a state: A = kept I + rest, with kept = 1 or 0.
//
// In a slow filter A is near I, and A - I, rounded in its place, keeps its digits: kept is 1. A filter that forgets
// within these samples has kept = 0, because s + (A - I) s would be a small difference of large numbers: the state
// that a very large sample leaves would cost digits in every block behind it, however far away.
template <class S, int R>
struct Transition {
    Mat<S, R> rest;
    S kept;
};

// s = (kept I + rest) s + local.
template <class S, class T, int R>
SWEEP_INLINE constexpr void advance(S kept, const Mat<S, R>& rest, Vec<T, R>& s,
                                    const Vec<T, R>& local = {}) {
    Vec<T, R> change = local;
    add_product(rest, s, change);
    SWEEP_UNROLL
    for (int k = 0; k < R; ++k) s[k] = kept * s[k] + change[k];
}
// s = A s + local.
template <class S, class T, int R>
SWEEP_INLINE constexpr void advance(const Transition<S, R>& A, Vec<T, R>& s, const Vec<T, R>& local = {}) {
    advance(A.kept, A.rest, s, local);
}

// The rest of A for a given `kept`.
template <class W, int R>
Mat<W, R> rest_of(const Transition<W, R>& A, W kept) {
    return add(A.rest, identity<W, R>(), A.kept - kept);
}

template <class W, int R>
Mat<W, R> whole(const Transition<W, R>& A) {
    return rest_of(A, W(0));
}
template <class W, int R>
Mat<W, R> less_identity(const Transition<W, R>& A) {
    return rest_of(A, W(1));
}

// True if a filter whose states become A s still holds an eighth of them or more: if A's spectral radius is at least
// 1/8. A^8 tells, since its largest entry is near the radius to the power of 8 in whatever units the state is.
template <class W, int R>
bool keeps_state(const Mat<W, R>& A) {
    Mat<double, R> power = convert<double>(A);
    for (int squaring = 0; squaring < 3; ++squaring) power = multiply(power, power);
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < R; ++j)
            if (!(power[i][j] < 0x1p-24 && power[i][j] > -0x1p-24)) return true;
    return false;
}

// A as a Transition, given A and, with its own digits, A - I.
template <class W, int R>
Transition<W, R> transition(const Mat<W, R>& A, const Mat<W, R>& A_minus_I) {
    return keeps_state(A) ? Transition<W, R>{A_minus_I, 1} : Transition<W, R>{A, 0};
}

// First B, then A: the transition over the samples of both. No digits cancel.
template <class W, int R>
Transition<W, R> multiply(const Transition<W, R>& A, const Transition<W, R>& B) {
    const Mat<W, R> a = less_identity(A), b = less_identity(B);
    return transition(multiply(whole(A), whole(B)), add(add(a, b), multiply(a, b)));
}

template <class S, class W, int R>
Transition<S, R> round_to(const Transition<W, R>& A) {
    return {convert<S>(A.rest), static_cast<S>(A.kept)};
}

// The r x r matrices for blocks of one length; an argument of the carry kernels.
template <class S, int R>
struct CarryMatrices {
    Transition<S, R> tail_A_FP, head_A_RE;
    Mat<S, R> head_A_RB_A_FP;

    // Turns P, which enters the block, into the P that leaves it; `local` is the block's own sum_i
    // (tail_A_FB)_i x_i.
    template <class T>
    SWEEP_INLINE constexpr void next_prologue(Vec<T, R>& P, const Vec<T, R>& local) const {
        advance(tail_A_FP, P, local);
    }

    // Turns E, which enters the block from behind, into the E that leaves its front; P enters the block at
    // the front.
    template <class T>
    SWEEP_INLINE constexpr void next_epilogue(Vec<T, R>& E, const Vec<T, R>& P,
                                              const Vec<T, R>& local) const {
        Vec<T, R> change = local;
        add_product(head_A_RB_A_FP, P, change);
        advance(head_A_RE, E, change);
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
    Mat<W, R> A_F{}, A_F_minus_I{}, A_R{}, A_R_minus_I{}, head{};
    std::vector<W> y(static_cast<std::size_t>(length));
    for (int j = 0; j < R; ++j) {
        Vec<W, R> P{}, E{}, unit{};
        P[j] = unit[j] = 1;
        for (W& sample : y) {
            sample = F.step(P, W(0));
            if (K == Realisation::parallel) sample = 0;
        }
        for (int i = length - 1; i >= 0; --i) Rv.step(E, y[static_cast<std::size_t>(i)]);
        Vec<W, R> back = unit;
        for (int i = 0; i < length; ++i) Rv.step(back, W(0));
        for (int k = 0; k < R; ++k) {
            A_F[k][j] = P[k];
            A_F_minus_I[k][j] = P[k] - unit[k];
            A_R[k][j] = back[k];
            A_R_minus_I[k][j] = back[k] - unit[k];
            head[k][j] = E[k];
        }
    }
    return {transition(A_F, A_F_minus_I), transition(A_R, A_R_minus_I), head};
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
// The bracket is what these weights give. A_R is A_R^b of this block.
template <int R>
void add_share_of_P(BlockWeights<double, R>& weights, const Mat<double, R>& H,
                    const Transition<double, R>& A_R) {
    for (Vec<double, 2 * R>& w : weights) {
        Vec<double, R> P, Q{};
        for (int k = 0; k < R; ++k) P[k] = w[k];
        add_product(H, P, Q);
        advance(A_R, Q);
        for (int k = 0; k < R; ++k) w[R + k] += Q[k];
    }
}

template <class S, int R>
CarryMatrices<S, R> round_to(const CarryMatrices<double, R>& m) {
    return {round_to<S>(m.tail_A_FP), round_to<S>(m.head_A_RE), convert<S>(m.head_A_RB_A_FP)};
}

}  // namespace sweep
