// Nonlinear diffusion: light flows between neighbouring pixels as heat does, but not over edges (Weickert 1998).
// Of channels c,
//
//     du/dt = div(g grad u),   g = 1 - exp(-3.31488 (contrast / |grad G u|)^8),   |grad G u|^2 = sum_c |grad G u_c|^2
//
// with G a Gaussian of `noise` pixels, at which noise is no edge (Catte, Lions, Morel, Coll 1992), and nothing
// flowing over the image's sides. The flux is largest at a gradient of `contrast`. A step of additive operator
// splitting solves a tridiagonal system for each line:
//
//     u' = (v + w) / 2,    (1 - 2 tau A_y(u)) v = u,    (1 - 2 tau A_x(u)) w = u,    tau = time / steps
//
// where A along a line has the conductances (g_i + g_(i+1)) / 2 between neighbours.
// It keeps the mean and the range however long it is.
#pragma once

#include "core/base/image.h"
#include "core/filter/spec.h"

namespace sweep {

struct DiffusionFilter {
    double contrast = 0.05;  // in units of the image from pixel to pixel, above 0
    double time = 20;        // in square pixels; where nothing is an edge, a Gaussian of sqrt(2 time) pixels
    int steps = 10;          // 1 to most_diffusion_steps
    double noise = 1;        // sigma of G in pixels, 0 or least_diffusion_noise to largest_diffusion_noise
    friend bool operator==(const DiffusionFilter&, const DiffusionFilter&) = default;
};

// That of a request of FilterKind::diffusion.
inline DiffusionFilter diffusion_filter(const FilterSpec& filter) {
    return {filter.contrast, filter.time, filter.steps, filter.noise};
}

inline constexpr int most_diffusion_steps = 1000;
inline constexpr double longest_diffusion = 1e8, least_diffusion_noise = 0.1, largest_diffusion_noise = 8192;

// Throws Error(usage) where a number, or the shape of an image, makes no sense.
void validate(const DiffusionFilter& filter, const Shape& image);

}  // namespace sweep
