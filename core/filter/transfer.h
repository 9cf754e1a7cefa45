// The response of a filter to waves.
#pragma once

#include <complex>

#include "core/filter/design.h"

namespace sweep {

// The transfer function of a causal pass at z = e^(i omega), omega in radians per sample, gain included. That
// of an anticausal pass is the same at -omega.
std::complex<double> transfer(const PassDesign& pass, double omega);

// The largest |H| of a pass, gain included: over the frequencies of its poles, 0, Nyquist, and 63 between
// these two.
double peak(const PassDesign& pass);

// The transfer function of an axis: of both passes, or of the causal one alone when not `both`.
std::complex<double> transfer(const AxisDesign& axis, bool both, double omega);

}  // namespace sweep
