// A user's request: a filter with its parameters, and the boundary of the image. CONTRIBUTING.md lists the
// files that a new kind of either goes through.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/filter/boundaries.h"

namespace sweep {

// `iir` has the coefficients that it is given, `sat` is the summed-area table itself, and `none` only decodes. Those
// from `edge` on have weights that follow the picture (KindInfo::follows_picture): no Problem is of such a kind. The
// rows of core/design/kinds.cpp stand in this order.
enum class FilterKind {
    gaussian,
    bspline2,
    bspline3,
    bspline4,
    bspline5,
    butterworth,
    chebyshev1,
    chebyshev2,
    elliptic,
    exponential,
    box,
    sat,
    iir,
    none,
    edge,
    diffusion,
    bilateral
};

// The band that a filter lets pass: what lies below its cutoff or above it, between two, or all but that (stop).
enum class Band { low, high, pass, stop };

// The axes along which a filter runs: x, the passes right and left; y, down and up.
enum class Axes { both, x, y };

// The samples of a line whose mean a box makes for one of them: so many before it, itself, and so many after it.
struct BoxExtent {
    int before = 0, after = 0;
    int size() const { return before + 1 + after; }
};

// That of `size` samples, as scipy.ndimage places it.
constexpr BoxExtent box_extent(int size, int origin) {
    return {size / 2 + origin, size - 1 - size / 2 - origin};
}

// A filter with the parameters of all kinds; each kind reads those that name it.
struct FilterSpec {
    FilterKind kind = FilterKind::gaussian;
    double sigma = 5;  // gaussian: standard deviation in pixels; edge, bilateral: so where nothing is an edge
    double sigma_y = 0;  //           and down the columns; 0: as sigma
    // gaussian: 3, 4 or 5; butterworth to elliptic: that of the low-pass prototype, 1 to max_order, or to half of it
    // for the bands pass and stop, which have twice as many poles.
    int order = 3;
    // gaussian: the most by which the filter of an axis may differ from the sampled Gaussian, sum |h - g|; its order is
    // then the least of 3, 5 and 7 that keeps this. 0: it is that of `order`.
    double accuracy = 0;
    int derivative_y = 0;  // gaussian: order of the derivative down the columns, 0, 1 or 2
    int derivative_x = 0;  //           and along the rows
    // box: how many pixels it has along the rows, and down the columns; 0: as many. Its pixels are those from
    // x - box_width / 2 - box_origin_x on, and so down the columns (the origin of scipy.ndimage.uniform_filter).
    int box_width = 9, box_height = 0;
    int box_origin_x = 0, box_origin_y = 0;
    double cutoff = 0.1;      // butterworth to elliptic: edge of the band in cycles per pixel, below 0.5
    double cutoff_high = 0;   //           the upper edge of the bands pass and stop; 0 for low and high
    double ripple = 1;        // chebyshev1, elliptic: of the pass band, in dB
    double attenuation = 40;  // chebyshev2, elliptic: of the stop band, in dB
    Band band = Band::low;    // butterworth to elliptic: the band that passes
    double alpha = 0.2;       // exponential: y_i = alpha x_i + (1 - alpha) y_{i-1}, both ways
    std::vector<double> causal, anticausal;  // iir: feedback d_1..d_r and e_1..e_r (empty e: the same as d)
    std::vector<double> feedforward,
        anticausal_feedforward;  // iir: b_0..b_q (empty: 1; empty second: as the first)
    // g of each pass. Default: a constant stays as it is; 1 where iir has feedforward.
    std::optional<double> causal_gain, anticausal_gain;
    Axes axes = Axes::both;  // recursive filters and box; along the other axis the image stays as it is
    double range = 0.2;      // edge, bilateral: how large a difference of the guide is an edge
    int iterations = 3;      // edge
    // edge: the contrast to which it compresses light (core/edge/tone_map.h); 0: it does not
    double tone_map = 0;
    // diffusion: as DiffusionFilter has them (core/diffusion/diffusion_filter.h)
    double contrast = 0.05, time = 20;
    int steps = 10;
    double noise = 1;

    // Whether the design follows `accuracy`, and `order` has no effect.
    bool is_by_accuracy() const { return kind == FilterKind::gaussian && accuracy != 0; }
    // Whether the band has a lower and an upper edge, cutoff and cutoff_high.
    bool has_two_edges() const { return band == Band::pass || band == Band::stop; }
    double sigma_of_columns() const { return sigma_y > 0 ? sigma_y : sigma; }
    BoxExtent box_along_rows() const {
        return axes == Axes::y ? BoxExtent{} : box_extent(box_width, box_origin_x);
    }
    BoxExtent box_down_columns() const {
        return axes == Axes::x ? BoxExtent{}
                               : box_extent(box_height > 0 ? box_height : box_width, box_origin_y);
    }
    friend bool operator==(const FilterSpec&, const FilterSpec&) = default;
};

// The boundary, what lies outside the image.
struct Boundary {
    BoundaryKind kind = BoundaryKind::clamp;
    std::vector<double> value;  // constant: one number for each channel, or one for all

    // The constant that lies outside; 0 where none does.
    double outside(std::size_t channel) const {
        return kind != BoundaryKind::constant || value.empty() ? 0
               : value.size() == 1                             ? value[0]
                                                               : value[channel];
    }
    friend bool operator==(const Boundary&, const Boundary&) = default;
};

}  // namespace sweep
