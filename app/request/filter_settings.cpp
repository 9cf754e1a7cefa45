#include "app/request/filter_settings.h"

#include <algorithm>

#include "core/filter/kinds.h"

namespace sweep::app {

void FilterSettings::choose(Following which) {
    following = which;
    filter.kind = FilterKind::none;
}

Smoothing FilterSettings::smoothing() const {
    Smoothing asked;
    if (is_edge())
        asked = {Following::edge, edge_filter(), edge.tone_map, {}, {}};
    else if (is_diffusion())
        asked = {Following::diffusion, {}, 0, diffusion, {}};
    else if (is_bilateral())
        asked = {Following::bilateral, {}, 0, {}, bilateral_filter()};
    return asked;
}

std::string_view FilterSettings::filter_word() const {
    return follows_picture() ? info(following).word : info(filter.kind).word;
}

std::string FilterSettings::why_not_derived() const {
    if (!follows_picture()) return why_not(derived, problem());
    if (is_edge() && edge.tone_map > 0 && !derived.is_none())
        return "of light that --tone-map compresses nothing is derived";
    const bool is_there =
        derived.is_none() || derived.kind == DerivedKind::unsharp || derived.kind == DerivedKind::high_pass;
    if (is_there) return "";
    return "of " + std::string(info(following).noun) + " there are unsharp and high-pass";
}

bool FilterSettings::is_mean() const {
    return info(derived.kind).of_means && sweep::is_mean(problem());
}

bool FilterSettings::keeps_alpha() const {
    if (!derived.is_none() || !is_recursive(filter.kind)) return !derived.is_none();
    Problem whole;
    whole.filter = filter;
    return !sweep::is_mean(whole);
}

Problem FilterSettings::problem(const Shape& shape, Sample input) const {
    Problem problem;
    problem.shape = shape;
    problem.input = input;
    problem.filter = filter;
    if (sigma_divisor > 0) problem.filter.sigma = std::min(shape.width, shape.height) / sigma_divisor;
    problem.boundary = boundary;
    problem.boundary_y = boundary_y;
    problem.method.taps = taps;
    problem.method.block = block;
    problem.method.path = path;
    problem.method.precision = precision;
    problem.method.realisation = realisation;
    problem.passes = passes;
    problem.linear = linear.value_or(true);
    problem.method.half_result = half_result;
    return algorithm.of(std::move(problem));
}

}  // namespace sweep::app
