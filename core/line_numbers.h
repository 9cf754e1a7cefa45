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

// One pass: y = B(z) / A(z) x, the gain left out. State: (w,) (y, v) (y, v) .. as the recurrences have it.
struct LinePass {
    static constexpr int most_pairs = max_cascade_order / 2;
    int order, pairs;
    double first, first_K, first_D;  // of the section with the lone real pole, when the order is odd
    double a[most_pairs], g[most_pairs], sign[most_pairs], K[most_pairs], D[most_pairs], C[most_pairs];

    // Advances the state (`order` numbers) by one sample; T is double or a pack of them.
    template <class T>
    SWEEP_INLINE T step(T* s, T x) const {
        if (order % 2 == 1) {
            const T e = x - *s;
            x = first_D * e + first_K * *s;
            *s = *s + first * e;
            ++s;
        }
        for (int k = 0; k < pairs; ++k, s += 2) {
            const T level = sign[k] * s[0], e = x - level, old = s[1];
            x = D[k] * e + (C[k] * old + K[k] * s[0]);
            s[1] = g[k] * e + a[k] * old;
            s[0] = level + s[1];
        }
        return x;
    }
};

struct LineNumbers {
    static constexpr int most = max_cascade_order;
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
