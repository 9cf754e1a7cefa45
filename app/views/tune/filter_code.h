// A designed filter as a complete function in another language, which needs nothing of Sweep: both passes over a
// line, in the realisation pole_zero (core/filter/recurrence.h), with the states that a boundary gives at its ends.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/problem/problem.h"

namespace sweep::app {

enum class CodeLanguage { cpp, json, numpy, matlab, glsl, options };

// How a filter is written as text, on the command line and in the window alike.
struct CodeInfo {
    CodeLanguage language;
    std::string_view word;    // of --as
    std::string_view label;   // on a button
    std::string_view action;  // what copies it, and its line in the menu
    std::string_view what;
};
inline constexpr std::array<CodeInfo, 6> code_languages{{
    {CodeLanguage::cpp, "cpp", "C++", "copy-cpp", "Copy the coefficients as C++"},
    {CodeLanguage::numpy, "numpy", "NumPy", "copy-numpy", "Copy the coefficients as NumPy"},
    {CodeLanguage::matlab, "matlab", "MATLAB", "copy-matlab", "Copy the coefficients as MATLAB"},
    {CodeLanguage::glsl, "glsl", "GLSL", "copy-glsl", "Copy the coefficients as GLSL"},
    {CodeLanguage::json, "json", "JSON", "copy-json", "Copy the coefficients as JSON"},
    {CodeLanguage::options, "options", "command line", "copy-options",
     "Copy the coefficients as options of the command line"},
}};

// The text, with all digits, a measured sigma and error where the filter is meant as a Gaussian, and three numbers to
// test it with, which are the reference's. The problem's filter, a recursive one, and boundaries count. Where the axes
// differ, each has a function. `options`: those of the command line. Throws Error(usage) as design() does.
std::string filter_code(const Problem& problem, CodeLanguage language);

}  // namespace sweep::app
