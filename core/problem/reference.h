// The truth that every engine is tested against: the definition, in sequence, in double or wider, without
// blocks. It may not reach core/blocks/ through any include, so that no mistake there is repeated here; the
// test `layers` sees to it.
#pragma once

#include <vector>

#include "core/base/image.h"
#include "core/design/design.h"
#include "core/problem/problem.h"

namespace sweep {

// The filtered image, of problem.shape, in f64; u32 for tables of bytes and in fixed point, exact with
// wrap-around. `in` has problem.shape and problem.input. Throws Error(usage) as validate() does, and
// Error(failed) for another image.
Image reference(const Problem& problem, ConstImageView in);

// Filters lines of equal length in place by both passes of an axis. Under `constant` the lines continue with
// zeros.
void reference_lines(const AxisDesign& filter, BoundaryKind boundary,
                     std::vector<std::vector<double>>& lines);

// The mean of each channel, rounded to float, which a table of Precision::f32_less_mean takes off every
// sample.
std::vector<double> reference_mean(const Problem& problem, ConstImageView in);

}  // namespace sweep
