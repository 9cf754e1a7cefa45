#include "core/problem/datum.h"

#include <algorithm>
#include <cmath>

#include "core/filter/memory.h"

namespace sweep {
namespace {

// Outliers must not decide under slow filters, whose results are far smaller than a single sample. So a slow filter
// remembers at least so many points along each axis, and an image has at least so many.
constexpr int points_of_memory = 4, points_of_image = 8;
// Points that are nearer than the first would cost as much as reading a large image; those of slow filters need not be
// nearer than the second. Steps are odd, so that no pattern whose period is a power of two can put one of its own
// samples under all points.
constexpr int shortest_step = 9, shortest_of_slow = 33;
// What is remembered is not followed farther than this.
constexpr int longest_memory = 4096;

// What passes remember of one axis, or `most`: a sample that is farther than this behind or before another is
// forgotten.
int remembered_along(const AxisDesign& axis, bool both, int most) {
    const int causal = memory(axis.causal, most), anticausal = both ? memory(axis.anticausal, most) : 0;
    return std::min(causal + anticausal, most);
}
int step_along(const AxisDesign& axis, bool both, bool runs, int samples) {
    const int memory = runs ? remembered_along(axis, both, longest_memory) : 0,
              step = std::max({memory / points_of_memory, std::min(memory, shortest_of_slow), shortest_step});
    return std::min(step, std::max(samples / points_of_image, 1)) | 1;
}

}  // namespace

bool runs_along_columns(const Problem& p) {
    return p.filter.axes != Axes::x;
}

bool runs_along_rows(const Problem& p) {
    return p.passes > 2 && p.filter.axes != Axes::y;
}

DatumLattice datum_lattice(const Problem& p, const FilterDesign& filter) {
    const int step_x = step_along(filter.rows, p.passes == all_passes, runs_along_rows(p), p.shape.width),
              step_y = step_along(filter.columns, p.passes >= 2, runs_along_columns(p), p.shape.height),
              last_x = p.shape.width - 1, last_y = p.shape.height - 1;
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
