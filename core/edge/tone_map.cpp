#include "core/edge/tone_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/float_samples.h"
#include "core/base/memory.h"

namespace sweep {
namespace {

double luminance(ConstImageView light, int x, int y) {
    const int channels = light.shape.channels, at = x * channels;
    if (colours_of(channels) == 1) return float_sample(light, y, at);
    return red_of_luminance * float_sample(light, y, at) +
           green_of_luminance * float_sample(light, y, at + 1) +
           blue_of_luminance * float_sample(light, y, at + 2);
}

template <class F>
void for_pixels(const Shape& shape, const F& f) {
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x) f(x, y);
}

}  // namespace

Image log_luminance(ConstImageView light) {
    Image out = make_image({light.shape.width, light.shape.height, 1}, light.sample, "the luminance");
    double largest = 0;
    for_pixels(light.shape, [&](int x, int y) {
        const double Y = luminance(light, x, y);
        if (std::isfinite(Y)) largest = std::max(largest, Y);
    });
    const double least = largest > 0 ? least_luminance * largest : 1;
    for_pixels(light.shape, [&](int x, int y) {
        const double Y = luminance(light, x, y);
        store_float_sample(
            out.view(), y, x,
            std::isfinite(Y) ? std::log10(std::max(Y, least)) : std::numeric_limits<double>::quiet_NaN());
    });
    return out;
}

void compress_base(ConstImageView light, ConstImageView base, double contrast, ImageView out) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for_pixels(light.shape, [&](int x, int y) {
        const double B = float_sample(base, y, x);
        if (std::isfinite(B)) low = std::min(low, B), high = std::max(high, B);
    });
    const double decades = std::log10(contrast), k = high - low > decades ? decades / (high - low) : 1;
    const int channels = light.shape.channels, colours = colours_of(channels);
    for_pixels(light.shape, [&](int x, int y) {
        const double B = float_sample(base, y, x),
                     gain = std::exp2(std::numbers::ln10 / std::numbers::ln2 * (k * (B - high) - B));
        for (int c = 0; c < channels; ++c)
            store_float_sample(out, y, x * channels + c,
                               (c < colours ? gain : 1) * float_sample(light, y, x * channels + c));
    });
}

}  // namespace sweep
