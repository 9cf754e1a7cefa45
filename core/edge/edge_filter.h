// A filter of order 1 whose weights follow a guide, so that it stops at the guide's edges: the recursive filter of the
// domain transform (Gastal and Oliveira 2011, section 4.2). With I the guide, of one or more channels c, a pass down is
//
//     y_i = x_i + w_i (y_(i-1) - x_i),     w_i = a^(1 + (sigma / range) sum_c |I_c,i - I_c,i-1|),
//     a = exp(-sqrt 2 / s)
//
// and a pass up z_i = y_i + w_(i+1) (z_(i+1) - y_i). An iteration is a pass down, up, right and left; s of iteration
// k of N is sigma sqrt 3 2^(N-k) / sqrt(4^N - 1), so that all of them have the variance sigma^2 where the guide is
// flat. Where a difference of the guide is not a finite number, the weight is 0: a hole stays as it is,
// and nobody reads it.
#pragma once

#include <string>

#include "core/base/image.h"
#include "core/filter/spec.h"

namespace sweep {

struct EdgeFilter {
    double sigma = 30;   // in pixels, above 0 to KindInfo::largest_sigma
    double range = 0.2;  // in units of the guide, above 0: how large a difference is an edge
    int iterations = 3;  // 1 to most_edge_iterations
    friend bool operator==(const EdgeFilter&, const EdgeFilter&) = default;
};

// That of a request of FilterKind::edge.
inline EdgeFilter edge_filter(const FilterSpec& filter) {
    return {filter.sigma, filter.range, filter.iterations};
}

// Beyond these the last sample that a pass remembers is farther away than any image is long, and the first of many
// iterations does all.
inline constexpr int most_edge_iterations = 10;

// Whether the filter continues its lines so: zero, clamp, mirror. The guide goes on as its own edge, or mirrored.
constexpr bool has_edge_filter(BoundaryKind kind) {
    return kind == BoundaryKind::zero || kind == BoundaryKind::clamp || kind == BoundaryKind::mirror;
}

// What every filter with a guide asks of boundary and shapes. Throws Error(usage), which names the filter:
// "the edge filter".
void validate_guided(const std::string& filter, BoundaryKind boundary, const Shape& image,
                     const Shape& guide);

// Throws Error(usage) where numbers, boundary, or the shapes of an image and of its guide make no sense.
void validate(const EdgeFilter& filter, BoundaryKind boundary, const Shape& image, const Shape& guide);

// The weights of an iteration are 2^-(step + per_difference sum_c |difference|).
struct EdgeExponent {
    double step = 0, per_difference = 0;
};
EdgeExponent exponent_of(const EdgeFilter& filter, int iteration);  // counted from 0

// What enters the pass back at the end of a line, where the line goes on as the constant `outside` and its last sample
// of the pass before is `last`: the sum of (1 - a) a^(k-1) (outside + a^k (last - outside)) over k = 1, 2, ..
template <class T>
T behind_last(T last, T outside, T a) {
    return outside + (last - outside) * (a / (1 + a));
}

}  // namespace sweep
