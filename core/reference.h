// The truth that every engine is tested against: the definition, sequential, in double, without blocks.
#pragma once

#include "core/image.h"
#include "core/problem.h"

namespace sweep {

// The filtered image in float64 (u32 for summed-area tables of bytes and of fixed point, exact, wrapped
// around). Throws Error(usage) as validate() does.
Image reference(const Problem& problem, ConstImageView in);

}  // namespace sweep
