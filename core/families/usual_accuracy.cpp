#include "core/families/usual_accuracy.h"

#include <algorithm>
#include <vector>

#include "core/families/algorithms.h"
#include "core/filter/designs.h"

namespace sweep {

bool takes_usual_accuracy(const Problem& problem) {
    const FilterSpec& filter = problem.filter;
    if (filter.kind != FilterKind::gaussian || problem.passes < all_passes || filter.derivative_x != 0 ||
        filter.derivative_y != 0)
        return false;
    if (problem.method.realisation == Realisation::direct || !info(problem.method.algorithm).feeds_forward)
        return false;
    for (const double sigma : {filter.sigma, filter.sigma_of_columns()})
        if (!(sigma > 0 && rational_gaussian_error(sigma, 5) <= usual_accuracy)) return false;
    return true;
}

bool takes_usual_accuracy(const Derived& derived, const Problem& problem) {
    const std::vector<Problem> runs = runs_of(derived, problem);
    return std::all_of(runs.begin(), runs.end(),
                       [](const Problem& run) { return takes_usual_accuracy(run); });
}

}  // namespace sweep
