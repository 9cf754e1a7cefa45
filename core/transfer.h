// What a filter does to a wave.
#pragma once

#include <complex>

#include "core/filter_design.h"

namespace sweep {

// The transfer function of a causal pass at z = e^(i omega), gain included; of an anticausal pass it is that at -omega.
std::complex<double> transfer(const PassDesign& pass, double omega);

// The largest |H| over all waves, gain included: at the poles' own frequencies, at 0, at Nyquist and between them.
double peak(const PassDesign& pass);

// Of the causal pass of an axis or, when `both`, of the two.
std::complex<double> transfer(const AxisDesign& axis, bool both, double omega);

}  // namespace sweep
