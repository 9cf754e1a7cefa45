// Problems and filters in words.
#pragma once

#include <string>

#include "app/work/request/filter_settings.h"
#include "app/work/request/focus_settings.h"
#include "core/derived/derived.h"
#include "core/problem/problem.h"

namespace sweep::app {

// "Gaussian, order 3, sigma 5, boundary clamp": the picture's caption.
std::string describe(const Problem& problem);
// The same with what is derived before it: "difference of Gaussians (ratio 1.6), of Gaussian, order 3, ..".
std::string describe(const Derived& derived, const Problem& problem);

// "order 3", or "accuracy 0.001" where that chooses the order.
std::string order_text(const FilterSpec& filter);
// "Gaussian, order 3, sigma 5": the filter alone.
std::string filter_text(const FilterSpec& filter);
// A filter that follows the picture, "edge filter, sigma 5, range 0.2, 3 iterations, boundary clamp",
// and what is derived before it.
std::string smoothing_text(const FilterSettings& filter);
// A filter that is seen beside another one: all that differs, "sigma 40, boundary mirror", and its kind where the other
// is of another. Empty where nothing differs.
std::string beside_text(const FilterSettings& filter, const FilterSettings& other);
// The depth of field in one line.
std::string describe(const FocusSettings& focus, bool has_depth);

}  // namespace sweep::app
