// The largest number of a list, and the largest difference of two, in magnitude.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "core/base/image.h"

namespace sweep {

template <class List>
double largest_magnitude(const List& list) {
    double largest = 0;
    for (const auto& x : list) largest = std::max(largest, std::abs(double(x)));
    return largest;
}

// Of two lists of equal length; infinity where a difference is not finite.
template <class A, class B>
double largest_difference(const A& a, const B& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double d = std::abs(double(a[i]) - double(b[i]));
        if (!(d <= std::numeric_limits<double>::max())) return std::numeric_limits<double>::infinity();
        largest = std::max(largest, d);
    }
    return largest;
}

// All samples of an image, which are of type T.
template <class T>
std::span<const T> samples_of(const Image& image) {
    return {image.data<T>(), image.shape().samples()};
}

}  // namespace sweep
