#include "core/problem/missing.h"

#include "core/design/kinds.h"

namespace sweep {

bool is_mean(const Problem& problem) {
    const FilterSpec& filter = problem.filter;
    if (filter.kind == FilterKind::box || only_converts(filter.kind)) return true;
    // Passes that start from zero at an edge make less of a constant there.
    const bool has_edges =
        (filter.axes == Axes::y || problem.boundary.kind != BoundaryKind::none) &&
        (filter.axes == Axes::x || problem.boundary_of_columns().kind != BoundaryKind::none);
    if (problem.passes != all_passes || !has_edges) return false;
    switch (filter.kind) {
        case FilterKind::gaussian:
            return filter.derivative_x == 0 && filter.derivative_y == 0;
        case FilterKind::butterworth:
            return filter.band == Band::low;
        default:
            return filter.kind == FilterKind::exponential;
    }
}

}  // namespace sweep
