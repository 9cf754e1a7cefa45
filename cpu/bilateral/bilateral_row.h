// The kernel of the bilateral filter: neighbouring pixels of a row, a SIMD lane each.
#pragma once

#include <cstddef>

#include "cpu/base/tile.h"

namespace sweep::cpu {

// What a row reads: planes in which all windows lie, one for each channel. A hole is NaN in every plane of the guide,
// and any number in those of the image.
template <class T>
struct BilateralRow {
    const T *image, *guide;        // plane 0, at the upper left of the window of the first pixel
    std::ptrdiff_t stride, plane;  // samples from row to row, and from plane to plane
    int channels, guide_channels;  // 1 to 4
    int radius;                    // of the windows
    const T* exponents;  // of 2 radius + 1: a distance along one axis makes a weight of 2 to minus these
    T per_difference;    // a weight of 2^-((difference per_difference)^2)
};

// Filters `count` pixels, a multiple of line_multiple, at most block_size, into `out`, where those of channel k begin
// at k * block_size. That many are read from the planes. What is made of a hole is any number.
template <class T>
void filter_bilateral_row(const BilateralRow<T>& row, int count, T* out);

}  // namespace sweep::cpu
