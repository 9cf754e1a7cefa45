#include "core/problem/datum.h"

#include <algorithm>
#include <cmath>

#include "core/filter/memory.h"

namespace sweep {
namespace {

// The steps of a narrow lattice. Points that are nearer than the shortest would cost as much as reading the image, and
// behind the longest the lattice has few points anyway.
constexpr int shortest_step = 8, longest_step = 1024;

// What passes remember of one axis, or `most`: a sample that is farther than this behind or before another is forgotten.
int remembered_along(const AxisDesign& axis, bool both, int most) {
    const int causal = memory(axis.causal, most), anticausal = both ? memory(axis.anticausal, most) : 0;
    return std::min(causal + anticausal, most);
}
int step_along(const AxisDesign& axis, bool both, bool runs) {
    return runs ? std::max(remembered_along(axis, both, longest_step), shortest_step) : shortest_step;
}

}  // namespace

bool runs_along_columns(const Problem& p) {
    return p.filter.axes != Axes::x;
}

bool runs_along_rows(const Problem& p) {
    return p.passes > 2 && p.filter.axes != Axes::y;
}

DatumLattice datum_lattice(const Problem& p, const FilterDesign& filter) {
    const int step_x = step_along(filter.rows, p.passes == all_passes, runs_along_rows(p)),
              step_y = step_along(filter.columns, p.passes >= 2, runs_along_columns(p));
    const int last_x = p.shape.width - 1, last_y = p.shape.height - 1;
    auto points = [](int last, int step) { return (last + step - 1) / step + 1; };
    return {points(last_x, step_x), points(last_y, step_y), step_x, step_y, last_x, last_y};
}

bool remembers_less(const Problem& p, const FilterDesign& filter, int samples) {
    return (runs_along_rows(p) && remembered_along(filter.rows, p.passes == all_passes, samples) < samples) ||
           (runs_along_columns(p) && remembered_along(filter.columns, p.passes >= 2, samples) < samples);
}

std::optional<double> constant_outside(const Problem& p, std::size_t channel) {
    std::optional<double> least;
    auto take = [&](const Boundary& boundary) {
        if (keeps_constants(boundary.kind)) return;
        const double outside = boundary.outside(channel);
        if (!least || std::abs(outside) < std::abs(*least)) least = outside;
    };
    if (runs_along_columns(p)) take(p.boundary_of_columns());
    if (runs_along_rows(p)) take(p.boundary);
    return least;
}

}  // namespace sweep
