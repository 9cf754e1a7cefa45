// A filter's coefficients as text, with all digits, so that the text gives the same filter again.
#pragma once

#include <string>

#include "core/filter/spec.h"

namespace sweep::app {

enum class CoefficientFormat { cpp, json, command_line };

// The coefficients of y_i = sum_k b_k x_{i-k} - sum_k d_k y_{i-k} for each pass, with the gain in b. Equal
// passes appear once; a derivative has other passes along x than along y. Throws Error(usage) as design()
// does; the filter must be recursive.
std::string coefficients(const FilterSpec& filter, CoefficientFormat format);

// The same filter given by coefficients alone (FilterKind::iir); unchanged where the two axes differ.
FilterSpec as_coefficients(const FilterSpec& filter);

}  // namespace sweep::app
