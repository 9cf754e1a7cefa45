// The recurrences: one pass of a recursive filter as a state machine
//
//     s' = A s + B x,   y = C s'          (r numbers of state s, one sample x in, one sample y out)
//
// written once for every engine: the sample type T is float in a CUDA thread, a SIMD pack in the CPU engine and
// double in the reference and in the block matrices; the coefficient type S is the scalar of T.
//
// A filter's gain is applied to the output (core/filter_design.h). A constant c leaves the state `steady * c`
// unchanged: in the delta form to the last bit in float (but where sections alternate), in the direct form within the
// rounding of its coefficients; what comes out is `response() * c`, which is c wherever nothing is fed forward.
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
//            What is slow near z = 1 alternates near z = -1: there, y + y_{i-1} is small, not y - y_{i-1}. A pair
//            whose poles lie there is the same section of the alternated signal (-1)^i x_i, with poles -p, -q:
//                alternating    v = g (x - k y) - a v;  y = v - y      k = -(1 + p)(1 + q) / g
//            One step serves both: v = g (x - k y) + a v; y = sign y + v, with k = sign = 1 or a negated.
//
// Two more are what filters ask for, not users:
//
//   pole_zero  the delta cascade, each section with an output of its own: feedforward b_0..b_q ([N11] (46)), q <= r,
//              without a state more. With e = x - y, what a section has not yet taken in,
//                  first order    out = K w + D e;         w += g e
//                  second order   out = K y + D e + C v;   v = a v + g e;  y += v
//              K being its response to a constant, which leaves e = v = 0: where it is 0, not even a rounding of the
//              constant comes through, and a high-pass filter's output is a sum of small numbers. Zeros stay with the
//              poles near them: one output for all sections is off by a tenth in float32 at order 8, this by 1e-5.
//              A pair near z = -1 alternates here as well: e = x + y, y = v - y, with a, C and K negated and
//              g = (1 + p)(1 + q), K being the response at z = -1.
//   parallel   delta sections side by side, each fed by x, and one output y = D x + C s' for all: the summed
//              decomposition ([N11] section 7, "in parallel"; core/parallel_form.h).
#pragma once

#include "core/small_matrix.h"

namespace sweep {

enum class Realisation { delta, direct, pole_zero, parallel };

inline constexpr int max_order = 8;
inline constexpr int max_cascade_order = 16;  // of a filter in several terms, or by its response
inline constexpr int max_direct_order = 5;    // beyond, direct feedback has nothing left to show

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

    // The constant that would leave about this state.
    template <class T>
    static SWEEP_INLINE constexpr T level(const Vec<T, R>& y) {
        return y[0];
    }
    static SWEEP_INLINE constexpr S response() { return S(1); }

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
    S first;  // g of the first-order section; unused when R is even
    // Of the second-order sections; a is negated where they alternate.
    Vec<S, pairs == 0 ? 1 : pairs> a, g, k, sign;

    // `alternates` false: no section does (where registers are short of k and sign).
    template <bool alternates = true, class T>
    SWEEP_INLINE constexpr T step(Vec<T, R>& s, T x) const {
        if constexpr (odd) {
            s[0] = s[0] + first * (x - s[0]);
            x = s[0];
        }
        SWEEP_UNROLL
        for (int i = 0; i < pairs; ++i) {
            T& y = s[2 * i + (odd ? 1 : 0)];
            T& v = s[2 * i + (odd ? 2 : 1)];
            // Three operations from y to y; with k and sign 1, multiply-adds round as x - y and y + v do.
            if constexpr (alternates) {
                v = g[i] * (x - k[i] * y) + a[i] * v;
                y = sign[i] * y + v;
            } else {
                v = g[i] * (x - y) + a[i] * v;
                y = y + v;
            }
            x = y;
        }
        return x;
    }

    template <class T>
    static SWEEP_INLINE constexpr T level(const Vec<T, R>& s) {
        return R == 1 ? s[0] : s[R - 2 < 0 ? 0 : R - 2];
    }
    static SWEEP_INLINE constexpr S response() { return S(1); }

    constexpr bool alternates() const {
        for (int i = 0; i < pairs; ++i)
            if (sign[i] < 0) return true;
        return false;
    }

    SWEEP_INLINE constexpr Vec<S, R> steady() const {
        Vec<S, R> s{};
        if constexpr (odd) s[0] = S(1);
        SWEEP_UNROLL
        for (int i = 0; i < pairs; ++i) {
            s[2 * i + (odd ? 1 : 0)] = S(1);
            s[2 * i + (odd ? 2 : 1)] = S(1) - sign[i];
        }
        return s;
    }
};

// The coefficients of delta sections side by side, none of which alternates.
template <class S, int R>
struct DeltaSections {
    static constexpr int pairs = R / 2;
    static constexpr bool odd = R % 2 == 1;
    S first;
    Vec<S, pairs == 0 ? 1 : pairs> a, g;
};

template <class S, int R>
struct Recurrence<S, R, Realisation::pole_zero> {
    static constexpr int order = R;
    static constexpr int pairs = R / 2;
    static constexpr int sections = (R + 1) / 2;
    static constexpr int first_pair = R % 2;  // the section of the lone real pole comes first
    S first;                                  // g of that
    Vec<S, pairs == 0 ? 1 : pairs> a, g, sign, C;
    Vec<S, sections> K, D;
    S constant;      // response to the constant 1
    Vec<S, R> held;  // the state that the constant 1 leaves unchanged

    template <class T>
    SWEEP_INLINE constexpr T step(Vec<T, R>& s, T x) const {
        if constexpr (first_pair == 1) {
            const T w = s[0], e = x - w;
            s[0] = w + first * e;
            x = D[0] * e + K[0] * w;
        }
        SWEEP_UNROLL
        for (int k = 0; k < pairs; ++k) {
            T& y = s[2 * k + first_pair];
            T& v = s[2 * k + 1 + first_pair];
            const T e = x - sign[k] * y, old = v;
            x = D[k + first_pair] * e + (C[k] * old + K[k + first_pair] * y);
            v = g[k] * e + a[k] * old;
            y = sign[k] * y + v;
        }
        return x;
    }
    // Of the first section, which holds x itself; those behind hold what it lets through.
    template <class T>
    static SWEEP_INLINE constexpr T level(const Vec<T, R>& s) {
        return s[0];
    }
    SWEEP_INLINE constexpr S response() const { return constant; }
    SWEEP_INLINE constexpr Vec<S, R> steady() const { return held; }
};

// y = D x + C s.
template <class S, int R>
struct OutputRow {
    S D;
    Vec<S, R> C;
    S constant;  // response to the constant 1: D + C steady

    template <class T>
    SWEEP_INLINE constexpr T operator()(T x, const Vec<T, R>& s) const {
        T y = D * x;
        SWEEP_UNROLL
        for (int k = 0; k < R; ++k) y = C[k] * s[k] + y;
        return y;
    }
};

template <class S, int R>
struct Recurrence<S, R, Realisation::parallel> {
    using Cascade = DeltaSections<S, R>;
    static constexpr int order = R;
    Cascade sections;
    OutputRow<S, R> row;

    template <class T>
    SWEEP_INLINE constexpr T step(Vec<T, R>& s, T x) const {
        constexpr bool odd = Cascade::odd;
        if constexpr (odd) s[0] = s[0] + sections.first * (x - s[0]);
        SWEEP_UNROLL
        for (int k = 0; k < Cascade::pairs; ++k) {
            T& y = s[2 * k + (odd ? 1 : 0)];
            T& v = s[2 * k + (odd ? 2 : 1)];
            v = sections.g[k] * (x - y) + sections.a[k] * v;
            y = y + v;
        }
        return row(x, s);
    }
    template <class T>
    static SWEEP_INLINE constexpr T level(const Vec<T, R>& s) {
        return s[0];
    }
    SWEEP_INLINE constexpr S response() const { return row.constant; }
    static SWEEP_INLINE constexpr Vec<S, R> steady() {
        Vec<S, R> s{};
        for (int k = 0; k < R; ++k) s[k] = Cascade::odd ? S(k % 2 == 1 || k == 0) : S(k % 2 == 0);
        return s;
    }
};

}  // namespace sweep
