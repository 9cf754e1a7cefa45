#include "core/diffusion/noise.h"

namespace sweep {

Problem noise_problem(const DiffusionFilter& filter, const Shape& plane) {
    Problem problem;
    problem.shape = plane;
    problem.input = Sample::f64;
    problem.filter.sigma = filter.noise;
    problem.filter.accuracy = 3e-4;
    problem.boundary.kind = BoundaryKind::mirror;
    return problem;
}

}  // namespace sweep
