// A problem beside the filter that it asks for, and what trials have told of the two.
#pragma once

#include <map>
#include <optional>

#include "core/design/design.h"
#include "core/problem/problem.h"

namespace sweep {

// A problem and the filter that it asks for, designed once for all questions about the two. The design is empty
// where the filter is not recursive. It refers to both, which must outlive it.
struct DesignedProblem {
    const Problem& problem;
    const FilterDesign& design;
};

// The design of the problem's filter, which is empty where that is not recursive. Throws Error(usage) as validate()
// does.
FilterDesign valid_design(const Problem& problem);

// The realisation of the recurrences: the algorithm's or the filter's, of that design, where these demand one,
// otherwise the user's.
Realisation form_of(const Problem& problem, const FilterDesign& filter);

// What the passes of a filter lose on lines.
struct LineErrors {
    double noise = 0, smooth = 0;  // relative to the largest output
    double local = 0;              // of noise with spikes, relative to what the filter remembers
    // By how much the filter amplifies an error in a smooth line more than the line itself.
    double growth = 1;
    // With a quarter of the local error: the worst of its line is near the worst of an image, while the largest outputs
    // of an image are larger than those of a line.
    double most() const;
};

// The trials of one problem, whatever its algorithm. A trial takes half a millisecond, and is made when it is first
// asked for.
struct Trials {
    std::map<std::optional<Realisation>, LineErrors>
        of_lines;  // in blocks of this form; nothing: whole lines
    std::optional<double> of_halo;
};

}  // namespace sweep
