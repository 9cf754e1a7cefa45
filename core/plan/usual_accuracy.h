// How near to the Gaussian a blur is where nobody says it: the program's command filter, its window, the library and
// Python ask here. The benchmark, saved states, the lessons and the lectures have the papers' filters of order 3.
#pragma once

#include "core/derived/derived.h"
#include "core/problem/problem.h"

namespace sweep {

// The largest error of an output for inputs within [0, 1], or of a derivative relative to its largest output: order 5
// keeps it at every sigma, and 7 where something is differentiated.
inline constexpr double usual_accuracy = 3e-4;

// Whether the filter of `problem` has this accuracy where neither order nor accuracy is said: a Gaussian that runs to
// its end, whose algorithm and realisation take filters with zeros, and whose sigmas such a filter follows.
bool takes_usual_accuracy(const Problem& problem);
// The same of all runs of what is derived from it. Throws Error(usage) as runs_of() does.
bool takes_usual_accuracy(const Derived& derived, const Problem& problem);

}  // namespace sweep
