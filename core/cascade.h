// Cascades: a filter of high order as successive causal-anticausal pairs of low order, each over the whole image
// ([N11] sections 7 and 8). That is the same filter where the image is continued periodically, and mirrored with
// symmetric pairs: then what a pair leaves is continued in the same way ([N16] section 5.1).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/filter_design.h"
#include "core/problem.h"

namespace sweep {

// Why the filter cannot be shared out among such terms, less the subject of the sentence; empty: it can. Their orders
// make up the filter's, conjugate pairs stay together, and nothing is fed forward.
std::string cascade_refusal(const FilterDesign& filter, std::span<const CascadeTerm> terms);

// The filters of the terms; the gains are those of the last. cascade_refusal() must have been empty.
std::vector<FilterDesign> cascade_terms(const FilterDesign& filter, std::span<const CascadeTerm> terms);

}  // namespace sweep
