// Between the samples of files and the samples of engines.
#pragma once

#include "core/encoding.h"
#include "core/image.h"

namespace sweep {

// Copies `image` to float samples (`to` is f32 or f64). u8 and u16 become [0, 1], decoded to light (the last of 2 or 4
// channels is alpha and never encoded); u32, f32 and f64 keep their value, as far as `to` can hold it.
Image to_float(ConstImageView image, Sample to, const Encoding& from);
// From sRGB when `linear`, otherwise from numbers.
Image to_float(ConstImageView image, Sample to, bool linear);

// The value of each sample as it is, unscaled (`to` is f32 or f64).
Image to_number(ConstImageView image, Sample to);

// Copies float samples to u8 or u16: clamped to [0, 1], encoded (alpha excepted), rounded; NaN becomes 0.
Image to_display(ConstImageView image, Sample to, const Encoding& as);
// As sRGB when `linear`, otherwise as numbers.
Image to_display(ConstImageView image, Sample to, bool linear);

// A copy without the last of 2 or 4 channels.
Image without_alpha(ConstImageView image);

// How many samples a file cannot hold.
struct Misfits {
    std::size_t outside = 0;     // finite, but below `least` or above `most`
    std::size_t not_finite = 0;  // NaN and infinities
};
Misfits count_misfits(ConstImageView image, double least, double most);

}  // namespace sweep
