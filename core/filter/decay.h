// How fast a filter forgets: by its slowest pole. (The number of samples to the digits of float32 is memory(),
// core/filter/memory.h.)
#pragma once

#include <algorithm>
#include <cmath>

#include "core/filter/pass_design.h"

namespace sweep {

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

// The samples in which the response of a pole of this modulus falls to e^-`nepers`; 0 for a pole at 0.
inline double decay_length(double pole, double nepers) {
    return pole > 0 ? nepers / -std::log(pole) : 0;
}

}  // namespace sweep
