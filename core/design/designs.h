// The functions that design the kinds of filters; the table of kinds names them. Callers take design()
// (core/design/design.h), which says what they are and what they throw.
#pragma once

#include "core/filter/pass_design.h"
#include "core/filter/spec.h"

namespace sweep {

// The slowest Gaussian: for larger sigmas float32 carries miss the tolerance of the tests (4e-6 of the
// largest output).
inline constexpr double max_sigma = 8192;

// The limits of the other filters, for the same reason: there poles are as near to 1 (or -1) as those of that
// Gaussian.
inline constexpr double min_cutoff = 1e-5, min_alpha = 1e-4;

// The scale q at which the Gaussian of this order, 3 to 5, has the variance sigma^2: a pole 1 / d at q = 1
// becomes 1 / d^(1/q), and the variance, sum 2 d / (d - 1)^2 over all poles, grows with q. Throws
// Error(usage) for other orders.
double gaussian_scale(double sigma, int order);

// The causal pass of the Gaussian by poles and zeros, of order 3, 5 or 7, for sigmas that gaussians have; the
// anticausal pass is the same (core/design/rational_gaussian.cpp).
PassDesign rational_gaussian(double sigma, int order);

// Its derivative, 1 or 2, in SciPy's sign: the first rises where the image does. Zeros on the unit circle are in one of
// the passes (core/design/rational_gaussian.cpp).
AxisDesign rational_derivative(double sigma, int order, int derivative);

// Its distance sum |h - g| from the sampled Gaussian g, both with sum 1: below 1.4e-2, 2.9e-4 and 5.3e-6. It is the
// largest error of an image within [0, 1] that is filtered along both axes: h - g has sum 0, so that at most half of
// the sum comes together in an axis. Of a derivative it is sum |h - d| / sum |d|, the error relative to the largest
// output: below 1.8e-2, 4e-4 and 8e-6 of the first from sigma 0.7 on, and 0.2, 3.5e-3 and 7e-5 of the second.
double rational_gaussian_error(double sigma, int order, int derivative = 0);

// The least order whose distance is at most `accuracy`. Throws Error(usage) where none is,
// with the least that there is.
int rational_gaussian_order(double sigma, double accuracy, int derivative = 0);

namespace detail {

FilterDesign gaussian(const FilterSpec& spec);
FilterDesign bspline2(const FilterSpec& spec);
FilterDesign bspline3(const FilterSpec& spec);
FilterDesign bspline4(const FilterSpec& spec);
FilterDesign bspline5(const FilterSpec& spec);
FilterDesign butterworth(const FilterSpec& spec);
FilterDesign chebyshev1(const FilterSpec& spec);
FilterDesign chebyshev2(const FilterSpec& spec);
FilterDesign elliptic(const FilterSpec& spec);
FilterDesign exponential(const FilterSpec& spec);
FilterDesign iir(const FilterSpec& spec);

}  // namespace detail
}  // namespace sweep
