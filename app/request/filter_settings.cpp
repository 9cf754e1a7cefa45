#include "app/request/filter_settings.h"

#include <algorithm>

namespace sweep::app {

Problem FilterSettings::problem(const Shape& shape, Sample input) const {
    Problem problem;
    problem.shape = shape;
    problem.input = input;
    problem.filter = filter;
    if (sigma_divisor > 0) problem.filter.sigma = std::min(shape.width, shape.height) / sigma_divisor;
    problem.boundary = boundary;
    problem.boundary_y = boundary_y;
    problem.taps = taps;
    problem.block = block;
    problem.path = path;
    problem.precision = precision;
    problem.realisation = realisation;
    problem.passes = passes;
    problem.linear = linear.value_or(true);
    problem.half_result = half_result;
    return algorithm.of(std::move(problem));
}

}  // namespace sweep::app
