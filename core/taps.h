// The taps of a recursive filter taken as a convolution: its own impulse response, cut off where it has died away.
#pragma once

#include <string>
#include <vector>

#include "core/filter_design.h"

namespace sweep {

// y_i = sum_k weights[k] x[i + first + k]: the response read backwards, gains included.
struct Taps {
    std::vector<double> weights;
    int first = 0;        // minus the furthest sample that the causal pass brings here
    double response = 1;  // what becomes of the constant 1
};

inline constexpr int most_taps = 1 << 20;

// Of both passes of an axis or, when not `both`, of the causal one alone. What is left out at either end comes to 5e-9
// of the sum of magnitudes at most. `taps` (odd; 0: as many as that takes) cuts the response off (taps - 1) / 2 samples
// from its centre on either side; a constant then loses what is cut off.
// Throws Error(usage) with taps_refusal().
Taps taps_of(const AxisDesign& axis, bool both, int taps);

// Why there are no such taps, in one line: more of them than most_taps, for all that the poles say; empty: there are.
std::string taps_refusal(const AxisDesign& axis, bool both, int taps);

}  // namespace sweep
