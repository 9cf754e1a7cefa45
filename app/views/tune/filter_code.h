// A designed filter as a complete function in another language, which needs nothing of Sweep: both passes over a
// line, in the realisation pole_zero (core/filter/recurrence.h), with the states that a boundary gives at its ends.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "core/problem/problem.h"

namespace sweep::app {

enum class CodeLanguage { cpp, json, numpy, matlab };
inline constexpr std::array<std::pair<std::string_view, CodeLanguage>, 4> code_words{{
    {"cpp", CodeLanguage::cpp},
    {"json", CodeLanguage::json},
    {"numpy", CodeLanguage::numpy},
    {"matlab", CodeLanguage::matlab},
}};

// The text, with all digits, a measured sigma and error where the filter is meant as a Gaussian, and three numbers to
// test it with, which are the reference's. The problem's filter and boundaries count. An axis that differs from the
// other has a function of its own. Throws Error(usage) as design() does; the filter must be recursive.
std::string filter_code(const Problem& problem, CodeLanguage language);

}  // namespace sweep::app
