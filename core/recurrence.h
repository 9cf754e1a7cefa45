// The recurrences: one pass of a recursive filter as a state machine
//
//     s' = A s + B x,   y = C s'          (r numbers of state s, one sample x in, one sample y out)
//
// written once for every engine: the sample type T is float in a CUDA thread, a SIMD pack in the CPU engine and
// double in the reference and in the block matrices; the coefficient type S is the scalar of T.
//
// Both realisations have unit response to a constant; a filter's gain is applied to the output
// (core/filter_design.h). So a constant c leaves the state `steady * c` unchanged: in the delta form to the last bit
// in float, in the direct form within the rounding of its coefficients.
//
//   direct   y_i = g x_i - sum_k d_k y_{i-k}
//            The state is the last r outputs, most recent first ([N11] (1)).
//
//   delta    a cascade of sections, each of which adds a small correction to what it holds:
//                first order    w += g (x - w)                       pole 1 - g
//                second order   v = a v + g (x - y);  y += v         poles p, q: a = p q, g = (1 - p)(1 - q)
//            The state is (w,) (y, v) (y, v) ..., w only when r is odd. The poles of a pair may be conjugate or
//            real, so that one form serves every order. g is rounded relative to itself, not relative to 1: this
//            keeps float32 right for slow filters (at sigma 1365 and order 3 the causal pass of the direct form is
//            off by thousands, that of the delta form by 4e-6).
#pragma once

#include "core/small_matrix.h"

namespace sweep {

enum class Realisation { delta, direct };

inline constexpr int max_order = 5;

template <class S, int R, Realisation>
struct Recurrence;

template <class S, int R>
struct Recurrence<S, R, Realisation::direct> {
    static constexpr int order = R;
    S g;
    Vec<S, R> d;

    // One step: advances the state by the sample x and returns the output. The newest output is needed last
    // in the sum, which keeps the chain between steps one multiply-add long.
    template <class T>
    SWEEP_INLINE constexpr T step(Vec<T, R>& y, T x) const {
        T sum = g * x;
        SWEEP_UNROLL
        for (int k = R - 1; k >= 0; --k) sum = sum - d[k] * y[k];
        SWEEP_UNROLL
        for (int k = R - 1; k > 0; --k) y[k] = y[k - 1];
        return y[0] = sum;
    }

    // The output that the state stands for: y = C s.
    template <class T>
    static SWEEP_INLINE constexpr T output(const Vec<T, R>& y) {
        return y[0];
    }

    // The state that the constant 1 leaves unchanged.
    static SWEEP_INLINE constexpr Vec<S, R> steady() {
        Vec<S, R> s{};
        for (int k = 0; k < R; ++k) s[k] = S(1);
        return s;
    }
};

template <class S, int R>
struct Recurrence<S, R, Realisation::delta> {
    static constexpr int order = R;
    static constexpr int pairs = R / 2;
    static constexpr bool odd = R % 2 == 1;
    S first;                              // g of the first-order section; unused when R is even
    Vec<S, pairs == 0 ? 1 : pairs> a, g;  // of the second-order sections

    template <class T>
    SWEEP_INLINE constexpr T step(Vec<T, R>& s, T x) const {
        if constexpr (odd) {
            s[0] = s[0] + first * (x - s[0]);
            x = s[0];
        }
        SWEEP_UNROLL
        for (int k = 0; k < pairs; ++k) {
            T& y = s[2 * k + (odd ? 1 : 0)];
            T& v = s[2 * k + (odd ? 2 : 1)];
            v = g[k] * (x - y) + a[k] * v;  // in this order: fma(g, x - y, a v), three operations from y to y
            y = y + v;
            x = y;
        }
        return x;
    }

    template <class T>
    static SWEEP_INLINE constexpr T output(const Vec<T, R>& s) {
        return R == 1 ? s[0] : s[R - 2 < 0 ? 0 : R - 2];
    }

    static SWEEP_INLINE constexpr Vec<S, R> steady() {
        Vec<S, R> s{};
        for (int k = 0; k < R; ++k) s[k] = odd ? S(k % 2 == 1 || k == 0) : S(k % 2 == 0);
        return s;
    }
};

}  // namespace sweep
