// Between the samples of files and the samples of engines.
#pragma once

#include "core/image.h"

namespace sweep {

// Copies `image` to float samples (`to` is f32 or f64). u8 and u16 become [0, 1], decoded from sRGB to linear
// light when `linear` (the last of 2 or 4 channels is alpha and never sRGB); u32, f32 and f64 keep their
// value, as far as `to` can hold it.
Image to_float(ConstImageView image, Sample to, bool linear);

// The value of each sample as it is, unscaled (`to` is f32 or f64).
Image to_number(ConstImageView image, Sample to);

// Copies float samples to u8 or u16: encoded to sRGB when `linear` (alpha excepted), clamped to [0, 1],
// rounded. `clipped` counts the samples that were outside [0, 1] by more than rounding.
Image to_display(ConstImageView image, Sample to, bool linear, std::size_t* clipped = nullptr);

}  // namespace sweep
