#include "app/work/request/filter_settings.h"

#include <algorithm>

#include "core/design/kinds.h"

namespace sweep::app {

std::string FilterSettings::why_not_derived() const {
    const KindInfo& kind = info(filter.kind);
    if (!kind.follows_picture) return why_not(derived, problem());
    if (maps_tones(filter) && !derived.is_none())
        return "of light that --tone-map compresses nothing is derived";
    const bool is_there =
        derived.is_none() || derived.kind == DerivedKind::unsharp || derived.kind == DerivedKind::high_pass;
    if (is_there) return "";
    return "of " + std::string(kind.noun) + " there are unsharp and high-pass";
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
    problem.filter = solved_part(filter);
    if (sigma_divisor > 0) problem.filter.sigma = std::min(shape.width, shape.height) / sigma_divisor;
    problem.boundary = boundary;
    problem.boundary_y = boundary_y;
    problem.passes = passes;
    problem.linear = linear.value_or(true);
    problem.method = method;
    return problem;
}

}  // namespace sweep::app
