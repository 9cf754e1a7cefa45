// The impulse response of a recursive filter: as the taps of a convolution, cut off where it has died away, and as a
// sum of exponentials.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "core/design/design.h"

namespace sweep {

// y_i = sum_k weights[k] x[i + first + k]. The weights are the response read backwards, gains included.
struct Taps {
    std::vector<double> weights;
    int first = 0;        // minus the distance to the farthest sample that the causal pass brings here
    double response = 1;  // the response to the constant 1
};

inline constexpr int most_taps = 1 << 20;

// The taps of both passes of an axis or, when not `both`, of the causal one alone. The samples left out at
// either end have at most 5e-9 of the sum of magnitudes. `taps`, odd, cuts the response off (taps - 1) / 2
// samples from its centre on both sides, and the response to a constant with it; 0: no cut. Throws
// Error(usage) with taps_refusal(), when there is one.
Taps taps_of(const AxisDesign& axis, bool both, int taps);

// Why there are no such taps, in one line: by its poles the response may have more than most_taps. Empty:
// there are.
std::string taps_refusal(const AxisDesign& axis, bool both, int taps);

struct Exponential {
    std::complex<double> pole, weight;
};

// The response of a pass that runs after, or before, another one in the other direction, away from the impulse on
// this pass's side and without gains: sum_k weight_k pole_k^n, n samples from it ([N11] section 7). A pole at 0 has
// the weight 0. The poles must differ (parallel_refusal() in core/design/parallel_form.h).
std::vector<Exponential> exponentials_of(const PassDesign& pass, const PassDesign& other);

}  // namespace sweep
