// The truth that every engine is tested against: the definition, sequential, in double, without blocks.
#pragma once

#include <vector>

#include "core/filter_design.h"
#include "core/image.h"
#include "core/problem.h"

namespace sweep {

// The filtered image in float64 (u32 for summed-area tables of bytes and of fixed point, exact, wrapped
// around). Throws Error(usage) as validate() does.
Image reference(const Problem& problem, ConstImageView in);

// Lines of one length through both passes of an axis, in place; under `constant` zeros lie outside.
void reference_lines(const AxisDesign& filter, BoundaryKind boundary,
                     std::vector<std::vector<double>>& lines);

// What tables of Precision::f32_less_mean take off every sample: the mean of each channel, rounded to float.
std::vector<double> reference_mean(const Problem& problem, ConstImageView in);

}  // namespace sweep
