// What families have in common of what they refuse: what follows from an algorithm's row, and from its boundaries.
// Each function returns one line that says why and what there is instead, or nothing. The problem is recursive.
#pragma once

#include <string>

#include "core/families/family.h"

namespace sweep {

// "algorithm 7", with which a refusal begins.
std::string subject_of(const Problem& problem);

// The boundaries that the algorithm's row does not have, and two boundaries where it has one.
std::string boundary_refusal(const DesignedProblem& asked);

// What else the row does not have: realisation, feedforward, passes, images of several lines.
std::string form_refusal(const DesignedProblem& asked);

// Both of these.
std::string row_refusal(const DesignedProblem& asked);

// The boundary mirror for filters that block algebra does not continue by it. Mirror runs over each line and back: F
// and R must have the same poles, and in series neither may feed forward.
std::string mirror_refusal(const DesignedProblem& asked);

// row_refusal(), and then mirror_refusal(): all that most families refuse.
std::string usual_refusal(const DesignedProblem& asked);

}  // namespace sweep
