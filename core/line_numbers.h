// A filter along whole lines, its order known only when it runs: what algorithm rt64 needs to know of one axis.
//
// Nothing here is rounded to float. Passes are cascades of pole_zero sections (core/recurrence.h), which are the same
// filter whether or not something is fed forward; the states with which a line is entered are the closed forms of
// core/extension.h. mirror is repeat on the line of 2 n samples that runs over it and back, so that it holds for any pair
// of passes, symmetric or not.
#pragma once

#include "core/filter_design.h"
#include "core/host_device.h"

namespace sweep {

// One pass: y = B(z) / A(z) x, the gain left out. Its state has a place for every section that there may be, so that a GPU's
// thread can hold it in registers: w of the lone real pole (0 when the order is even), then (y, v) of each pair.
struct LinePass {
    static constexpr int most_pairs = max_cascade_order / 2, most = 1 + 2 * most_pairs;
    int pairs;
    bool has_first;                  // the order is odd
    double first, first_K, first_D;  // of the section with the lone real pole
    double a[most_pairs], g[most_pairs], sign[most_pairs], K[most_pairs], D[most_pairs], C[most_pairs];

    // The numbers of a state that are in use.
    SWEEP_INLINE int states() const { return 1 + 2 * pairs; }

    // Advances the state by one sample; T is double or a pack of them.
    template <class T>
    SWEEP_INLINE T step(T (&s)[most], T x) const {
        if (has_first) {
            const T e = x - s[0];
            x = first_D * e + first_K * s[0];
            s[0] = s[0] + first * e;
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
    double response;                 // of F to the constant 1
    double first[most], last[most];  // states in which F and R stand after endlessly many ones
    double H[most][most];            // what R brings back of a state that F leaves, over a tail of zeros
    double F_around[most][most], R_around[most][most];  // (I - A^period)^-1
};

// For lines of n samples. Under `none` all states are zero. Throws Error(usage) for an order above max_cascade_order.
LineNumbers line_numbers(const AxisDesign& filter, BoundaryKind boundary, long long n);

// How many samples of a line go by until it comes back to its first: 2 n under mirror.
constexpr long long line_period(BoundaryKind boundary, long long n) {
    return boundary == BoundaryKind::mirror ? 2 * n : n;
}

}  // namespace sweep
