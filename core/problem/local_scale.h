// The scale of a result at each of its samples: to what its error there is relative.
//
// A filter forgets. What stands far away must not cost digits here, so that the promise is local: the error at a sample
// is at most 1e-5 (float32) or 1e-9 (float64) of the largest |x| among the samples that the filter remembers there,
// times the filter's gain. A pass remembers the samples behind it as far as memory() says (core/filter/memory.h);
// beyond, a sample counts less by the factor |p| from each sample to the next, p being the slowest pole: as the true
// result does still depend on it. A box remembers its own samples.
#pragma once

#include <span>
#include <vector>

#include "core/design/design.h"
#include "core/problem/problem.h"

namespace sweep {

// How far one axis remembers: `behind` samples by its causal pass, `ahead` samples by the anticausal one, and how much
// less a sample counts for each sample farther away.
struct Remembered {
    int behind = 0, ahead = 0;
    double decay_behind = 0, decay_ahead = 0;
};

// Of lines of n samples, filtered by the causal pass, and by the anticausal one when `both`.
Remembered remembered(const AxisDesign& filter, bool both, long long n);

// Replaces each sample of a line by the scale there. `line` has magnitudes. `outside` has the magnitude that continues
// the line under zero and constant. Under clamp and mirror what lies outside is nearer in the line itself.
void local_scale(const Remembered& memory, BoundaryKind boundary, double outside, std::vector<double>& line);

// The scale at each sample of the result of a recursive filter or a box, in the order of the image's samples: the
// largest |x| that its passes remember there, times the largest gain of the passes. Samples that are not finite count
// as 0. With `rows` the scales of those rows alone, which are sorted, and memory for them alone.
std::vector<double> local_scale(const Problem& problem, ConstImageView in, std::span<const int> rows = {});

}  // namespace sweep
