// Random images, which the tests filter and the benchmarks time.
#pragma once

#include "core/base/image.h"

namespace sweep {

// An image of `shape` that depends on `seed` alone and is the same on every machine: floats are uniform in
// [0, 1), integers over the range of their type. Throws std::logic_error for f16.
Image random_image(const Shape& shape, Sample sample, unsigned seed = 1);

}  // namespace sweep
