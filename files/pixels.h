// Conversions between the samples of files and the samples of engines.
#pragma once

#include "core/base/image.h"
#include "files/encoding.h"

namespace sweep {

// The image in floats; `to` is f32 or f64. u8 and u16 become [0, 1] and are decoded to light, except alpha,
// which is the last of 2 or 4 channels; u32, f32 and f64 keep their value, as far as `to` can hold it.
Image to_float(ConstImageView image, Sample to, const Encoding& from);
// The same, decoded from sRGB when `linear`, otherwise taken as numbers.
Image to_float(ConstImageView image, Sample to, bool linear);

// The image in floats, f32 or f64, with the value of each sample as it is.
Image to_number(ConstImageView image, Sample to);

// The image in u8 or u16: clamped to [0, 1], encoded except alpha, and rounded; NaN becomes 0.
Image to_display(ConstImageView image, Sample to, const Encoding& as);
// The same, encoded as sRGB when `linear`, otherwise as numbers.
Image to_display(ConstImageView image, Sample to, bool linear);

// The image without the last of its 2 or 4 channels.
Image without_alpha(ConstImageView image);

// The numbers of samples that a file cannot hold.
struct Misfits {
    std::size_t outside = 0;     // finite, but below `least` or above `most`
    std::size_t not_finite = 0;  // NaN and infinities
};
Misfits count_misfits(ConstImageView image, double least, double most);

}  // namespace sweep
