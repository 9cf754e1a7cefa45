// Samples so small that float32 runs out of numbers before the picture does: the states of a recursive filter are
// smaller than what it filters by the powers of sigma, and engines take numbers below the normal ones as 0. A picture
// of them is filtered as a multiple by a power of two, which changes no digit, and the power is taken off the result.
#pragma once

#include "core/base/image.h"
#include "core/problem/problem.h"

namespace sweep {

// The largest magnitude of the constants that continue the image; 0 where none does.
double largest_outside(const Problem& problem);

// The exponent of the power of two that makes the largest of the image's samples, and of the constants outside, about
// 1. It is 0 where one is large enough, which ends the search, where all are 0, and where the numbers of the problem
// are not to change: those of float64, of bytes, of tables in fixed point, and of tables that say their mean.
int exponent_of_small(const Problem& problem, ConstImageView in);

// The problem of the image that is multiplied by 2 to this power.
Problem of_multiple(Problem problem, int exponent);

// Multiplies samples of f32 or f64 by 2 to this power. `out` may be `in`.
void multiply_by_power_of_two(ConstImageView in, int exponent, ImageView out);

}  // namespace sweep
