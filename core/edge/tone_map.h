// Tone mapping (Durand and Dorsey 2002) with the edge filter in place of their bilateral one. Of a picture of light,
// Y its luminance and L = log10 Y, the base B is L smoothed, edges kept, and L - B the detail, which stays as it is:
//
//     L' = k (B - max B) + (L - B),     k = min(log10(contrast) / (max B - min B), 1)
//
// and the colours are multiplied by 10^(L' - L): the largest base becomes 1, and the smallest 1 / contrast. The
// filter's range is in decades of luminance.
#pragma once

#include "core/base/image.h"

namespace sweep {

inline constexpr double least_tone_map = 1.1, usual_tone_map = 50, largest_tone_map = 1e6;  // contrasts

// The number of channels that are colours: all but alpha, which is the second or fourth.
constexpr int colours_of(int channels) {
    return channels > 2 ? 3 : 1;
}

// The shares of red, green and blue in Y, of Rec. 709 primaries, and the least Y by the largest.
inline constexpr double red_of_luminance = 0.2126, green_of_luminance = 0.7152, blue_of_luminance = 0.0722,
                        least_luminance = 1e-6;

// L of each pixel, in one channel of the samples of `light`, f32 or f64. Y is at least least_luminance of the
// largest; where it is not a finite number, L is NaN.
Image log_luminance(ConstImageView light);

// Writes the mapped picture into `out`, of the shape and samples of `light`, which it may be; alpha stays. `base`: B,
// of one channel; a pixel that is NaN in it becomes so.
void compress_base(ConstImageView light, ConstImageView base, double contrast, ImageView out);

}  // namespace sweep
