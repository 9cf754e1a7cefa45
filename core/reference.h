// The truth that every engine is tested against: the definition, sequential, in double, without blocks.
#pragma once

#include <vector>

#include "core/image.h"
#include "core/problem.h"

namespace sweep {

// The filtered image in float64 (u32 for summed-area tables of bytes and of fixed point, exact, wrapped
// around). Throws Error(usage) as validate() does.
Image reference(const Problem& problem, ConstImageView in);

// What tables of Precision::f32_less_mean take off every sample: the mean of each channel, rounded to float.
std::vector<double> reference_mean(const Problem& problem, ConstImageView in);

}  // namespace sweep
