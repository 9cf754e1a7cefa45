// Single samples of images whose numbers are float32 or float64, in double.
#pragma once

#include "core/base/image.h"

namespace sweep {

// Sample i of row y, f32 or f64: i counts samples, not pixels.
inline double float_sample(const ConstImageView& image, int y, int i) {
    return image.sample == Sample::f64 ? image.row<double>(y)[i] : double(image.row<float>(y)[i]);
}

inline void store_float_sample(const ImageView& image, int y, int i, double value) {
    if (image.sample == Sample::f64)
        image.row<double>(y)[i] = value;
    else
        image.row<float>(y)[i] = float(value);
}

}  // namespace sweep
