#include "core/plan/preferences.h"

#include <array>

#include "core/design/kinds.h"

namespace sweep {
namespace {

// A box whose sums whole numbers do not hold keeps its digits without a table.
bool adds_up_doubles(const DesignedProblem& asked) {
    return table_sample(asked.problem) == Sample::f64;
}

}  // namespace

std::span<const Preference> preferences_for_tables() {
    static constexpr std::array all{Preference{Algorithm::box_lines, adds_up_doubles},
                                    Preference{Algorithm::sat_one_pass}};
    return all;
}

// Double holds most filters. Direct feedback is there to be seen failing.
Algorithm last_resort(const Problem& p) {
    if (!is_recursive(p.filter.kind)) return Algorithm::sat;
    return p.method.realisation == Realisation::direct ? Algorithm::alg7 : Algorithm::rt64;
}

}  // namespace sweep
