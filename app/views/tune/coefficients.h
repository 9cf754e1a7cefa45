// A filter's coefficients, with all digits, so that they give the same filter again.
#pragma once

#include <string>

#include "app/work/engines/stage_json.h"
#include "core/design/design.h"

namespace sweep::app {

// The same filter given by coefficients alone (FilterKind::iir); unchanged where the two axes differ.
FilterSpec as_coefficients(const FilterSpec& filter);

// That filter as options of the command line. Throws Error(usage) as design() does; the filter must be recursive.
std::string coefficient_options(const FilterSpec& filter);

// The coefficients of y_i = sum_k b_k x_{i-k} - sum_k d_k y_{i-k}, with the gain in b, and the poles: {"d",
// "b", "poles"}.
Json coefficients_json(const PassDesign& pass);

// True when both axes have the same passes.
bool are_alike(const AxisDesign& a, const AxisDesign& b);

}  // namespace sweep::app
