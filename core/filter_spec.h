// What a user asks for: which filter, with which parameters, and what lies outside the image.
#pragma once

#include <optional>
#include <vector>

namespace sweep {

enum class FilterKind {
    gaussian,
    bspline3,
    bspline5,
    butterworth,
    chebyshev1,
    chebyshev2,
    elliptic,
    exponential,
    box,
    sat,
    iir,
    none
};

enum class Band { low, high };

struct FilterSpec {
    FilterKind kind = FilterKind::gaussian;
    double sigma = 5;         // gaussian: standard deviation, pixels
    int order = 3;            // gaussian: 3, 4 or 5; butterworth to elliptic: 1 to max_order
    int derivative_y = 0;     // gaussian: derivatives down the columns: 0, 1 or 2
    int derivative_x = 0;     //           and along the rows
    int radius = 4;           // box: (2 radius + 1)^2 pixels
    double cutoff = 0.1;      // butterworth to elliptic: edge of the band, cycles per pixel, below 0.5
    double ripple = 1;        // chebyshev1, elliptic: of the pass band, dB
    double attenuation = 40;  // chebyshev2, elliptic: of the stop band, dB
    Band band = Band::low;    // butterworth to elliptic: what passes
    double alpha = 0.2;       // exponential: y_i = alpha x_i + (1 - alpha) y_{i-1}, each way
    std::vector<double> causal, anticausal;  // iir: d_1..d_r, e_1..e_r (empty e: as d)
    std::vector<double> feedforward,
        anticausal_feedforward;                          // iir: b_0..b_q (empty: 1; empty second: as first)
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
