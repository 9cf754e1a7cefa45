// A filter's coefficients as text, to take along: all digits, so that what is read back is the same filter.
#pragma once

#include <string>

#include "core/filter_spec.h"

namespace sweep::app {

enum class CoefficientFormat { cpp, json, command_line };

// y_i = sum_k b_k x_{i-k} - sum_k d_k y_{i-k}, gains in b. A pass alone, and what all four share where they do: a
// derivative has other passes along x than along y.
// Throws Error(usage) as design() does; the filter must be recursive.
std::string coefficients(const FilterSpec& filter, CoefficientFormat format);

// The filter as coefficients and nothing else; itself, where it is not the same along both axes.
FilterSpec as_coefficients(const FilterSpec& filter);

// The options that make this filter on the command line, and nothing that is as it is by default.
std::string filter_options(const FilterSpec& filter);

}  // namespace sweep::app
