// The memory of a filter: how many samples it takes until a pass forgets, measured on its impulse response or by its
// slowest pole.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/filter/pass_design.h"

namespace sweep {

// The number of samples after which all that is left of the impulse response of the pass, in magnitude, is at
// most 2^-22 of the whole: 12 for the cubic B-spline's inverse, 19 for the quintic's, about 15 sigma for the
// Gaussian of order 3. `most` if it is longer than that. A pass that begins so many samples early, from any
// state within the range of the image, leaves float32 little to tell.
int memory(const PassDesign& pass, int most);

// The longest memory of the first `passes` passes.
int memory(const FilterDesign& filter, int passes, int most);

// The largest modulus of the poles; 0 without poles.
inline double slowest_pole(const PassDesign& pass) {
    double slowest = 0;
    for (const auto& pole : pass.poles) slowest = std::max(slowest, std::abs(pole));
    return slowest;
}
inline double slowest_pole(const AxisDesign& axis) {
    return std::max(slowest_pole(axis.causal), slowest_pole(axis.anticausal));
}
inline double slowest_pole(const FilterDesign& filter) {
    return std::max(slowest_pole(filter.columns), slowest_pole(filter.rows));
}

// The samples in which the powers of the slowest pole of a pass, an axis or a filter fall to e^-`nepers`; 0 where all
// poles are 0. What comes before them, where poles repeat or ring, is not counted.
template <class Design>
double decay_length(const Design& design, double nepers) {
    const double pole = slowest_pole(design);
    return pole > 0 ? nepers / -std::log(pole) : 0;
}

}  // namespace sweep
