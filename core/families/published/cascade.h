// Cascades: a filter of high order as successive causal-anticausal pairs of low order, each over the whole
// image ([N11] sections 7 and 8). This is the same filter only under `repeat`, and under `mirror` with
// symmetric pairs: there the result of one pair extends beyond the image as its input did ([N16] section
// 5.1).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/design/design.h"
#include "core/problem/problem.h"

namespace sweep {

// The highest order of a term: cascades are made of filters of low order.
inline constexpr int most_term_order = 5;

// Why these terms cannot make up the filter, as a sentence without its subject; empty: they can. Their orders
// must add up to the filter's, conjugate poles must stay together, and the filter must not feed forward.
std::string cascade_refusal(const FilterDesign& filter, std::span<const CascadeTerm> terms);

// The filters of the terms. The last one has the whole gain. cascade_refusal() must have returned an empty
// string.
std::vector<FilterDesign> cascade_terms(const FilterDesign& filter, std::span<const CascadeTerm> terms);

}  // namespace sweep
