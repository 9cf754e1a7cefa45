// A filter along whole lines whose order is known only at run time: the numbers that algorithm rt64 needs for
// one axis.
//
// Nothing here is rounded to float. Passes are cascades of pole_zero sections (core/filter/recurrence.h),
// with or without feedforward; lines are entered by the closed forms of core/blocks/extension.h. Mirror is
// repeat on the line of 2 n samples that runs over it and back, so that it serves any pair of passes,
// symmetric or not.
#pragma once

#include "core/base/host_device.h"
#include "core/filter/design.h"

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

// The samples after which a line comes back to its first: n, and 2 n under mirror.
constexpr long long line_period(BoundaryKind boundary, long long n) {
    return boundary == BoundaryKind::mirror ? 2 * n : n;
}

}  // namespace sweep
