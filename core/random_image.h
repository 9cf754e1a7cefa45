// Random images: what the tests filter and what the benchmarks time.
#pragma once

#include "core/image.h"

namespace sweep {

// The same on every machine: floats uniform in [0, 1), integers over all that their type holds.
Image random_image(const Shape& shape, Sample sample, unsigned seed = 1);

}  // namespace sweep
