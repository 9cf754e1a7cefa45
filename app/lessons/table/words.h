// The names and numbers of the lesson on tables, as text.
#pragma once

#include <array>
#include <string>

#include "app/lessons/table/sums.h"

namespace sweep::app {

inline constexpr std::array<const char*, 4> corner_letters{"A", "B", "C", "D"};

// "float", "float, mean-subtracted", as the controls call them.
const char* precision_name(Precision precision);
// An entry as it is stored: an integer with all its digits, a float with nine.
std::string entry_text(const BoxTable& table, double value);
// "3.2 steps", of an 8-bit screen; "exact" for 0.
std::string error_text(double steps);

}  // namespace sweep::app
