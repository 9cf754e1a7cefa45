// The recurrences of a problem under the glass, in double.
#pragma once

#include <vector>

#include "core/base/small_matrix.h"
#include "core/design/design.h"
#include "core/filter/dispatch.h"
#include "core/filter/recurrence.h"
#include "core/problem/designed_problem.h"

namespace sweep::app {

// Calls act.operator()<R, K>() for the order and the form in which the problem is solved.
template <class Act>
auto with_form(const Problem& problem, const FilterDesign& filter, Act act) {
    const Realisation form = form_of(problem, filter);
    return dispatch_order(filter.order(), [&]<int R>() {
        if (form == Realisation::pole_zero) return act.template operator()<R, Realisation::pole_zero>();
        if constexpr (R <= max_direct_order)
            if (form == Realisation::direct) return act.template operator()<R, Realisation::direct>();
        return act.template operator()<R, Realisation::delta>();
    });
}

// Filters a line from the state, which is afterwards that behind the line; `back`: from its last sample to its first.
template <int R, Realisation K>
std::vector<double> run_pass(const Recurrence<double, R, K>& recurrence, bool back, Vec<double, R>& state,
                             std::vector<double> line) {
    const int n = int(line.size());
    for (int i = 0; i < n; ++i) {
        double& sample = line[std::size_t(back ? n - 1 - i : i)];
        sample = recurrence.step(state, sample);
    }
    return line;
}

}  // namespace sweep::app
