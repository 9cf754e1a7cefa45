// Conversions between the samples of files and the samples of engines.
#pragma once

#include "core/base/image.h"
#include "core/problem/codes.h"
#include "files/encoding.h"

namespace sweep {

// The image in floats; `to` is f32 or f64. u8 and u16 become [0, 1] and are decoded to light, except alpha,
// which is the last of 2 or 4 channels; u32, f32 and f64 keep their value, as far as `to` can hold it.
Image to_float(ConstImageView image, Sample to, const Encoding& from);
// The same, decoded from sRGB when `linear`, otherwise taken as numbers.
Image to_float(ConstImageView image, Sample to, bool linear);

// The image in floats, f32 or f64, with the value of each sample as it is.
Image to_number(ConstImageView image, Sample to);

// The image in u8 or u16: clamped to what the encoding has, mostly [0, 1], encoded except alpha, and rounded; NaN
// becomes 0. Of profiles it takes those that are coded.
Image to_display(ConstImageView image, Sample to, const Encoding& as);
// The same, encoded as sRGB when `linear`, otherwise as numbers.
Image to_display(ConstImageView image, Sample to, bool linear);

// A sample of fewer bits than a word has, 9 to 15, as a word: white is 65535 then. All samples of a picture of u16.
std::uint16_t widened_to_word(std::uint16_t sample, int bits);
void widen_to_words(Image& image, int bits);

// The image without the last of its 2 or 4 channels.
Image without_alpha(ConstImageView image);

// Whether a pixel lets something shine through: alpha, the last of 2 or 4 channels, is below 1, or the largest integer.
bool is_transparent(ConstImageView image);
// Which pixels hide what is behind them: 1 in one channel of u8 where alpha is 1 and more,
// or the largest integer, otherwise 0.
Image opaque_pixels(ConstImageView image);

// Alpha in one channel of floats, from 0 to 1: the last of 1, 2 or 4 channels.
Image alpha_of(ConstImageView image);
// Gives a picture of floats another alpha, in one channel of floats.
void set_alpha(Image& image, const Image& alpha);

// The range of the colours of a picture with alpha, as they are where they are whole: a filter makes no others.
struct ColourRange {
    double least = 0, most = 1;
};

// The picture, f32 or f64, with its colours multiplied by alpha, the last of 2 or 4 channels;
// returns their range before.
ColourRange associate_alpha(Image& image);
// The colours divided by alpha, and clamped to `range`; 0 where there is no alpha to divide by.
void divide_by_alpha(Image& image, const ColourRange& range);
// The range that divide_by_alpha() needs of a picture whose colours are multiplied by alpha already.
ColourRange range_of_associated(ConstImageView image);

// Of those that a file cannot hold.
Misfits count_misfits(ConstImageView image, double least, double most);

}  // namespace sweep
