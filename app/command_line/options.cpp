#include "app/command_line/options.h"

#include "core/filter/design.h"

namespace sweep::app {

Problem Options::problem() const {
    Problem problem;
    problem.filter = parameters;
    problem.filter.kind = filters.front();
    problem.filter.order = orders.front();
    problem.filter.sigma = sigmas.front().pixels;
    problem.filter.alpha = alphas.front();
    problem.boundary = boundaries.front();
    problem.taps = taps;
    problem.block = block;
    problem.precision = precision;
    problem.realisation = realisation;
    problem.passes = passes;
    problem.linear = linear.value_or(true);
    problem.path = path;
    problem.memory = memory;
    problem.half_result = half_result;
    return algorithms.front().of(problem);
}

Settings settings_of(const Options& options) {
    Settings settings = options.view;
    settings.filter = options.problem().filter;
    if (is_recursive(settings.filter.kind)) design(settings.filter);
    settings.boundary = options.boundaries.front();
    settings.algorithm = options.algorithms.front();
    settings.taps = options.taps;
    settings.block = options.block;
    settings.precision = options.precision;
    settings.engine = options.engines.front();
    settings.passes = options.passes;
    settings.realisation = options.realisation;
    settings.linear = options.linear;
    settings.half_result = options.half_result;
    return settings;
}

}  // namespace sweep::app
