// The response of a filter to waves.
#pragma once

#include <complex>

#include "core/design/design.h"

namespace sweep {

// The transfer function of a causal pass at z = e^(i omega), omega in radians per sample, gain included. That
// of an anticausal pass is the same at -omega.
std::complex<double> transfer(const PassDesign& pass, double omega);

// The largest |H| of a pass, gain included: over the frequencies of its poles, 0, Nyquist, and 63 between
// these two.
double peak(const PassDesign& pass);

// The least magnitude of the feedforward B at z^-1 = p over the poles p, relative to the largest |H|; 1 without
// feedforward. Near 0 a zero is nearly the reciprocal of a pole, and the states of a mirrored line
// (core/blocks/extension.h) lose digits by its inverse.
double least_mirrored(const PassDesign& pass);

// The transfer function of an axis: of both passes, or of the causal one alone when not `both`.
std::complex<double> transfer(const AxisDesign& axis, bool both, double omega);

}  // namespace sweep
