// What is filtered, in words.
#pragma once

#include <string>

#include "core/problem.h"

namespace sweep::app {

// "Gaussian, order 3, sigma 5, boundary clamp": the picture's caption.
std::string describe(const Problem& problem);

// "Gaussian, order 3, sigma 5": the filter alone.
std::string filter_text(const FilterSpec& filter);

}  // namespace sweep::app
