// What a user asks for: which filter, with which parameters, and what lies outside the image.
#pragma once

#include <optional>
#include <vector>

namespace sweep {

enum class FilterKind { gaussian, bspline3, bspline5, box, sat, iir, none };

struct FilterSpec {
    FilterKind kind = FilterKind::gaussian;
    double sigma = 5;                                    // gaussian: standard deviation, pixels
    int order = 3;                                       // gaussian: 3, 4 or 5
    int radius = 4;                                      // box: (2 radius + 1)^2 pixels
    std::vector<double> causal, anticausal;              // iir: d_1..d_r and e_1..e_r (empty e: as d)
    std::optional<double> causal_gain, anticausal_gain;  // g of each pass; default: a constant stays itself
    friend bool operator==(const FilterSpec&, const FilterSpec&) = default;
};

// Every boundary but `none` is an infinite extension of the input, filtered exactly ([N16] section 4).
// `none`: each pass starts at its edge from zero state ([N11]).
enum class BoundaryKind { none, zero, constant, clamp, repeat, mirror };

struct Boundary {
    BoundaryKind kind = BoundaryKind::clamp;
    std::vector<double> value;  // constant: per channel, or one for all
    friend bool operator==(const Boundary&, const Boundary&) = default;
};

}  // namespace sweep
