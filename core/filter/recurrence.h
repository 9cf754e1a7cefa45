// The recurrences (ARCHITECTURE.md, "The mathematics in a page"): one pass of a recursive filter as a state
// machine,
//
//     s' = A s + B x,   y = C s'          (r numbers of state s, one sample x in, one sample y out)
//
// written once for every engine. The sample type T is float in a CUDA thread, a SIMD pack in the CPU engine,
// and double in the reference and in the block matrices; the coefficient type S is the scalar of T.
//
// A filter's gain is applied to the output (core/design/design.h). A constant c leaves the state `steady * c`
// unchanged: to the last bit in delta, unless sections alternate, and within the rounding of the coefficients
// in direct. The output is then `response() * c`, which is c wherever nothing is fed forward.
//
//   direct     y_i = g x_i - sum_k d_k y_{i-k}
//              The state is the last r outputs, most recent first ([N11] (1)).
//
//   delta      a cascade of sections, each of which adds a small correction to the state that it holds:
//                  first order    w += g (x - w)                    pole 1 - g
//                  second order   v = a v + g (x - y);  y += v      poles p, q: a = p q, g = (1 - p)(1 - q)
//              The state is (w,) (y, v) (y, v) ..., with w when r is odd. The poles of a pair are conjugate
//              or both real, so that one shape of section serves every order. g is rounded relative to itself
//              and not to 1, which keeps slow filters right in float32: at sigma 1365 and order 3 the causal
//              pass of direct is off by thousands, that of delta by 4e-6. A pair with poles near z = -1
//              alternates: there y + y_{i-1} is small, not y - y_{i-1}. It is the same section for the signal
//              (-1)^i x_i, with poles -p, -q:
//                  alternating    v = g (x - k y) - a v;  y = v - y      k = -(1 + p)(1 + q) / g
//              One step serves both: v = g (x - k y) + a v; y = sign y + v, with k = sign = 1, or sign = -1
//              and a negated. A section whose poles are 0, as along an axis that is not filtered, has k = sign =
//              0: it leaves x as it is, where y += x - y would cost the digits by which the last y was larger. The
//              first-order section has kept = 0 then, and 1 otherwise.
//
// Two more realisations are chosen by the filter or the algorithm, not by users:
//
//   pole_zero  the delta cascade with an output for each section: feedforward b_0..b_q ([N11] (46)), q <= r,
//              without more state. e = x - y is the part of the input that the section has not followed yet:
//                  first order    out = K w + D e;         w += g e
//                  second order   out = K y + D e + C v;   v = a v + g e;  y += v
//              K is the section's response to a constant, which leaves e = v = 0. Where K is 0 no rounding of
//              a constant comes through, and the output of a high-pass filter is a sum of small numbers. Each
//              zero stays with the poles near it: in float32 at order 8 one output for all sections is off by
//              a tenth, these by 1e-5. A pair near z = -1 alternates here too: e = x + y and y = v - y, with
//              a, C and K negated, g = (1 + p)(1 + q), and K the response at z = -1.
//   parallel   the sections of delta side by side, each fed by x, and one output y = D x + C s' for all: the
//              summed decomposition ([N11] section 7, "in parallel"; core/design/parallel_form.h).
#pragma once

#include "core/base/small_matrix.h"

namespace sweep {

enum class Realisation { delta, direct, pole_zero, parallel };

inline constexpr int max_order = 8;
inline constexpr int max_cascade_order = 16;  // for cascades, rt64, and filters by their response
inline constexpr int max_direct_order = 5;    // above this direct feedback is useless in float32

template <class S, int R, Realisation>
struct Recurrence;

template <class S, int R>
struct Recurrence<S, R, Realisation::direct> {
    static constexpr int order = R;
    S g;
    Vec<S, R> d;

    // Advances the state by the sample x and returns the output. The newest output comes last in the sum, so
    // that one step waits for the one before it by a single multiply-add.
    template <class T>
    SWEEP_INLINE constexpr T step(Vec<T, R>& y, T x) const {
        T sum = g * x;
        SWEEP_UNROLL
        for (int k = R - 1; k >= 0; --k) sum = sum - d[k] * y[k];
        SWEEP_UNROLL
        for (int k = R - 1; k > 0; --k) y[k] = y[k - 1];
        return y[0] = sum;
    }

    // The constant that would leave about this state unchanged.
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
    S first, kept;  // g of the first-order section, and whether it has a memory; unused when R is even
    // Coefficients of the second-order sections; a is negated in sections that alternate.
    Vec<S, pairs == 0 ? 1 : pairs> a, g, k, sign;

    // Without `alternates` no section may, nor be without memory: for kernels whose registers have no room for k and
    // sign.
    template <bool alternates = true, class T>
    SWEEP_INLINE constexpr T step(Vec<T, R>& s, T x) const {
        if constexpr (odd) {
            const T w = alternates ? kept * s[0] : s[0];
            s[0] = w + first * (x - w);
            x = s[0];
        }
        SWEEP_UNROLL
        for (int i = 0; i < pairs; ++i) {
            T& y = s[2 * i + (odd ? 1 : 0)];
            T& v = s[2 * i + (odd ? 2 : 1)];
            // Three dependent operations from y to y. With k = sign = 1 these round as x - y and y + v do.
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

    // True if a section alternates or has no memory.
    constexpr bool alternates() const {
        for (int i = 0; i < pairs; ++i)
            if (sign[i] != S(1)) return true;
        return odd && kept != S(1);
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

// The coefficients of delta sections that stand side by side; none of them alternates.
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
    S first, kept;                            // its g, and whether it has a memory
    Vec<S, pairs == 0 ? 1 : pairs> a, g, sign, C;
    Vec<S, sections> K, D;
    S constant;      // response to the constant 1
    Vec<S, R> held;  // the state that the constant 1 leaves unchanged

    template <class T>
    SWEEP_INLINE constexpr T step(Vec<T, R>& s, T x) const {
        if constexpr (first_pair == 1) {
            const T w = kept * s[0], e = x - w;
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
    // As in direct, from the first section, which holds x itself; the sections behind it hold its output.
    template <class T>
    static SWEEP_INLINE constexpr T level(const Vec<T, R>& s) {
        return s[0];
    }
    SWEEP_INLINE constexpr S response() const { return constant; }
    SWEEP_INLINE constexpr Vec<S, R> steady() const { return held; }
};

// The output of all sections: y = D x + C s.
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
