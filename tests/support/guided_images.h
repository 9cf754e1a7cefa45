// Pictures and guides for filters whose weights follow a guide, and how far a result is from the truth.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/image.h"
#include "core/filter/boundaries.h"

namespace sweep::test {

// Those of filters with a guide.
inline constexpr BoundaryKind guided_boundaries[] = {BoundaryKind::zero, BoundaryKind::clamp,
                                                     BoundaryKind::mirror};

template <class T>
Image image_of(Shape shape, const auto& number) {
    Image image(shape, sample_of<T>());
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x)
            for (int k = 0; k < shape.channels; ++k)
                image.view().template row<T>(y)[x * shape.channels + k] = T(number(x, y, k));
    return image;
}

template <class T>
Image noise(Shape shape, int seed = 0) {
    return image_of<T>(shape, [=](int x, int y, int k) {
        const double s = std::sin(12.9898 * x + 78.233 * y + 37.719 * k + seed) * 43758.5453;
        return s - std::floor(s);
    });
}

// Discs on a slope: smooth, with edges.
template <class T>
Image discs(Shape shape) {
    return image_of<T>(shape, [=](int x, int y, int k) {
        const bool in = std::hypot(x % 50 - 25, y % 70 - 35) < 20;
        return (in ? 0.8 : 0.2) + 0.1 * std::sin(0.05 * (x + y) + k);
    });
}

// A depth map in metres in which samples are missing.
template <class T>
Image depth_with_holes(Shape shape) {
    return image_of<T>(shape, [=](int x, int y, int) {
        const bool missing = (x * 7 + y * 13) % 31 == 0 || (x > 20 && x < 30 && y > 10 && y < 16);
        return missing ? std::numeric_limits<double>::quiet_NaN() : (x / 40 + y / 60) % 2 + 0.01 * x;
    });
}

template <class T>
double at(const Image& image, std::size_t i) {
    return double(image.data<T>()[i]);
}

// The largest difference of a result, of T, from the truth, of doubles. What is missing is so in both.
template <class T>
double largest_error(const Image& result, const Image& truth) {
    double largest = 0;
    for (std::size_t i = 0; i < truth.shape().samples(); ++i) {
        const double a = at<T>(result, i), b = at<double>(truth, i);
        if (std::isnan(a) && std::isnan(b)) continue;
        largest = std::isnan(a) || std::isnan(b) ? 1e30 : std::max(largest, std::abs(a - b));
    }
    return largest;
}

}  // namespace sweep::test
