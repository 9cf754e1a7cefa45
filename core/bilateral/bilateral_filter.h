// The bilateral filter (Tomasi and Manduchi 1998): a mean of the pixels around each, whose weights fall with their
// distance and with the difference of a guide. With I the guide, of channels c, and q over a square window around p
// of 2 r + 1 pixels a side,
//
//     y_p = sum_q w_q x_q / sum_q w_q,
//     w_q = exp(-|p - q|^2 / (2 sigma^2)) exp(-sum_c |I_c,p - I_c,q|^2 / (2 range^2))
//
// with r = ceil(3 sigma), as it is written: it takes pixels times (2 r + 1)^2 taps, and stands beside the edge filter
// (core/edge/edge_filter.h), which has the same sizes, to be compared with. A pixel is a hole where a sample of it,
// or of its guide, is no finite number: it has no weight, and stays as it is.
#pragma once

#include "core/base/image.h"
#include "core/filter/spec.h"

namespace sweep {

struct BilateralFilter {
    double sigma = 5;    // in pixels, above 0 to KindInfo::largest_sigma
    double range = 0.2;  // in units of the guide, above 0
    friend bool operator==(const BilateralFilter&, const BilateralFilter&) = default;

    int radius() const;  // r, of one that is valid
};

// That of a request of FilterKind::bilateral.
inline BilateralFilter bilateral_filter(const FilterSpec& filter) {
    return {filter.sigma, filter.range};
}

// A single pixel of this takes seconds.

// Throws Error(usage) where numbers, boundary, or the shapes of an image and of its guide make no sense. Boundaries
// are those of the edge filter: under `zero` the image goes on as 0, and the guide as its edge.
void validate(const BilateralFilter& filter, BoundaryKind boundary, const Shape& image, const Shape& guide);

// A rectangle of pixels.
struct Rectangle {
    int x = 0, y = 0, width = 0, height = 0;
    friend bool operator==(const Rectangle&, const Rectangle&) = default;
};
inline Rectangle whole(const Shape& shape) {
    return {0, 0, shape.width, shape.height};
}
// The middle of a part, of its proportions, and of no more pixels than these, but one at least;
// of fewer it is never larger.
Rectangle middle_of(const Rectangle& all, double pixels);

// How many taps so many pixels take.
double taps(const BilateralFilter& filter, double pixels);
// The largest sigma with which so many pixels take no more taps than these,
// down to tenths of a pixel; 0: there is none.
double largest_sigma(double pixels, double taps);

}  // namespace sweep
