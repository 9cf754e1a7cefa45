// A number as the sum that it is, in a panel.
#pragma once

#include "app/walk/walk.h"

namespace sweep::app {

// Draws the name, the formula, and the terms under each other. What the sum of the rounded terms shows is what the algorithm
// has, to the last digit but one.
void draw_sum_table(const WalkSum& sum);

// The same in digits that the last row of a lecture hall reads, with four decimals.
void draw_large_sum(const WalkSum& sum);

}  // namespace sweep::app
