// Colours of integers that are multiplied by alpha, which have no room for that.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "core/base/image.h"

namespace sweep {

// Divides the colours of a picture of T, u8 or u16, by its alpha, the last of 2 or 4 channels;
// where that is 0 they become 0.
template <class T>
void make_straight(Image& image) {
    constexpr std::uint64_t most = std::numeric_limits<T>::max();
    const int channels = image.shape().channels;
    T* pixel = image.data<T>();
    for (std::size_t i = 0; i < image.shape().pixels(); ++i, pixel += channels)
        for (const std::uint64_t alpha = pixel[channels - 1];
             T & colour : std::span(pixel, std::size_t(channels - 1)))
            colour = alpha == 0 ? T(0) : T(std::min(most, (colour * most + alpha / 2) / alpha));
}

}  // namespace sweep
