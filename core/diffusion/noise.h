// The Gaussian of a nonlinear diffusion as a problem for an engine.
#pragma once

#include "core/diffusion/diffusion_filter.h"
#include "core/problem/problem.h"

namespace sweep {

// G of a plane of one channel of f64, mirrored at its sides, within 3e-4 of the sampled Gaussian.
// For filter.noise above 0.
Problem noise_problem(const DiffusionFilter& filter, const Shape& plane);

}  // namespace sweep
