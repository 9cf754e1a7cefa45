// A filter along whole lines whose order is known only at run time: the numbers that algorithm rt64 needs for
// one axis.
//
// Nothing here is rounded to float. Passes are cascades of pole_zero sections (core/filter/recurrence.h),
// with or without feedforward; lines are entered by the closed forms of core/blocks/extension.h. Mirror and
// reflect101 are repeat on the line of a period that runs over it and back, so that they serve any pair of passes,
// symmetric or not.
#pragma once

#include <cstddef>

#include "core/base/host_device.h"
#include "core/design/design.h"

namespace sweep {

// One pass, y = B(z) / A(z) x, without its gain. Its state has a place for every section of the highest
// order, so that a CUDA thread can hold it in registers: w of the lone real pole (unused when the order is
// even), then (y, v) of each pair.
struct LinePass {
    static constexpr int most_pairs = max_cascade_order / 2, most = 1 + 2 * most_pairs;
    int pairs;
    bool has_first;                              // the order is odd
    double first, first_kept, first_K, first_D;  // coefficients of the section with the lone real pole
    double a[most_pairs], g[most_pairs], sign[most_pairs], K[most_pairs], D[most_pairs], C[most_pairs];

    // How many numbers of a state are in use.
    SWEEP_INLINE int states() const { return 1 + 2 * pairs; }

    // Advances the state by one sample and returns the output; T is double or a pack of doubles.
    template <class T>
    SWEEP_INLINE T step(T (&s)[most], T x) const {
        if (has_first) {
            const T w = first_kept * s[0], e = x - w;
            x = first_D * e + first_K * w;
            s[0] = w + first * e;
        }
        SWEEP_UNROLL
        for (int k = 0; k < most_pairs; ++k) {
            if (k >= pairs) break;
            T &y = s[1 + 2 * k], &v = s[2 + 2 * k];
            const T level = sign[k] * y, e = x - level, old = v;
            x = D[k] * e + (C[k] * old + K[k] * y);
            v = g[k] * e + a[k] * old;
            y = level + v;
        }
        return x;
    }
};

struct LineNumbers {
    static constexpr int most = LinePass::most;
    LinePass F, R;
    double response;                 // F's response to the constant 1
    double first[most], last[most];  // the states of F, and of R behind F, after endlessly many ones
    double H[most][most];            // as in core/blocks/extension.h
    double F_around[most][most], R_around[most][most];  // (I - A^period)^-1 of F and of R
};

// The numbers for lines of n samples; under `none` all states are zero. The order is at most
// max_cascade_order.
LineNumbers line_numbers(const AxisDesign& filter, BoundaryKind boundary, long long n);

// The states with which the passes enter a line: F from before, R from behind.
template <class T>
struct LineStates {
    T first[LineNumbers::most] = {}, last[LineNumbers::most] = {};
};

// Both passes over a line, or F alone, in place. T is double or a pack of doubles for as many lines; `line` reads and
// writes its period() samples, the reverse behind the line where it runs back. Without gains. If s_0(x) is the state
// with which a pass that starts from zero leaves x, then
//
//   constants   P_first = first c_first                     E_last  = last c_last + H (P_last - first c_last)
//   periods     P_first = (I - A_F^p)^-1 s_0(x)             E_last  = (I - A_R^p)^-1 s_0(y)
//
// as in core/blocks/extension.h, with p = n under repeat, 2 n under mirror and 2 n - 2 under reflect101. `outside` is
// c_first and c_last where the boundary is not clamp.
template <class T, class Line>
SWEEP_INLINE LineStates<T> filter_line(const LineNumbers& numbers, BoundaryKind boundary, bool both,
                                       const T& outside, const Line& line) {
    const LinePass F = numbers.F, R = numbers.R;
    const int states = F.states();
    const std::ptrdiff_t period = line.period();
    const bool clamps = continues_by_edge(boundary), periodic = is_periodic(boundary);
    const T c_first = clamps ? line.read(0) : outside, c_last = clamps ? line.read(period - 1) : outside;
    LineStates<T> entering;
    T s[LineNumbers::most] = {};
    if (periodic) {
        for (std::ptrdiff_t i = 0; i < period; ++i) F.step(s, line.read(i));
        for (int k = 0; k < states; ++k)
            for (int j = 0; j < states; ++j) entering.first[k] += numbers.F_around[k][j] * s[j];
    } else {
        for (int k = 0; k < states; ++k) entering.first[k] = numbers.first[k] * c_first;
    }
    for (int k = 0; k < states; ++k) s[k] = entering.first[k];
    for (std::ptrdiff_t i = 0; i < period; ++i) line.write(i, F.step(s, line.read(i)));
    if (!both) return entering;
    if (periodic) {
        T q[LineNumbers::most] = {};
        for (std::ptrdiff_t i = period - 1; i >= 0; --i) R.step(q, line.read(i));
        for (int k = 0; k < states; ++k)
            for (int j = 0; j < states; ++j) entering.last[k] += numbers.R_around[k][j] * q[j];
    } else {
        for (int k = 0; k < states; ++k) entering.last[k] = numbers.last[k] * c_last;
        for (int j = 0; j < states; ++j) {
            const T left = s[j] - numbers.first[j] * c_last;
            for (int k = 0; k < states; ++k) entering.last[k] += numbers.H[k][j] * left;
        }
    }
    for (int k = 0; k < states; ++k) s[k] = entering.last[k];
    for (std::ptrdiff_t i = period - 1; i >= 0; --i) line.write(i, R.step(s, line.read(i)));
    return entering;
}

}  // namespace sweep
