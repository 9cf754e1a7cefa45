#include "core/plan/usual_accuracy.h"

#include <algorithm>
#include <vector>

#include "core/design/designs.h"
#include "core/families/algorithms.h"

namespace sweep {

bool takes_usual_accuracy(const Problem& problem) {
    const FilterSpec& filter = problem.filter;
    if (filter.kind != FilterKind::gaussian || problem.passes < all_passes) return false;
    if (problem.method.realisation == Realisation::direct || !info(problem.method.algorithm).feeds_forward)
        return false;
    const auto keeps = [](double sigma, int derivative) {
        return sigma > 0 && derivative >= 0 && derivative <= 2 &&
               rational_gaussian_error(sigma, 7, derivative) <= usual_accuracy;
    };
    return keeps(filter.sigma, filter.derivative_x) && keeps(filter.sigma_of_columns(), filter.derivative_y);
}

bool takes_usual_accuracy(const Derived& derived, const Problem& problem) {
    const std::vector<DerivedRun> runs = runs_of(derived, problem);
    return std::all_of(runs.begin(), runs.end(),
                       [](const DerivedRun& run) { return takes_usual_accuracy(run.problem); });
}

}  // namespace sweep
