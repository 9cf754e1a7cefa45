#include "core/design/kinds.h"

#include <array>

#include "core/design/designs.h"
#include "core/filter/recurrence.h"

namespace sweep {
namespace {

using enum Parameter;
constexpr Parameters band_filter(order, band, cutoff);

constexpr std::array table{
    KindInfo{
        .kind = FilterKind::gaussian,
        .word = "gaussian",
        .title = "Gaussian",
        .label = "Gaussian",
        .action = "gaussian-3",
        .text = "recursive Gaussian of van Vliet, Young and Verbeek, variance exactly sigma^2: --sigma, "
                "--order 3|4|5, or as near to the Gaussian as --accuracy says; its derivatives: --derivative",
        .library = 0,
        .parameters = Parameters(sigma, order, derivative, accuracy),
        .size = sigma,
        .least_order = 3,
        .most_order = 5,
        .design = detail::gaussian,
        .is_accurate = true},
    KindInfo{.kind = FilterKind::bspline2,
             .word = "bspline2",
             .title = "quadratic B-spline coefficients",
             .label = "Quadratic B-spline",
             .action = "bspline-2",
             .text = "exact inverse of the sampled quadratic B-spline",
             .library = 12,
             .parameters = Parameters(),
             .design = detail::bspline2,
             .is_accurate = true,
             .spline_degree = 2},
    KindInfo{.kind = FilterKind::bspline3,
             .word = "bspline3",
             .title = "cubic B-spline coefficients",
             .label = "Cubic B-spline",
             .action = "bspline-3",
             .text = "exact inverse of the sampled cubic B-spline: coefficients for interpolation",
             .library = 1,
             .parameters = Parameters(),
             .design = detail::bspline3,
             .is_accurate = true,
             .spline_degree = 3},
    KindInfo{.kind = FilterKind::bspline4,
             .word = "bspline4",
             .title = "quartic B-spline coefficients",
             .label = "Quartic B-spline",
             .action = "bspline-4",
             .text = "exact inverse of the sampled quartic B-spline",
             .library = 13,
             .parameters = Parameters(),
             .design = detail::bspline4,
             .is_accurate = true,
             .spline_degree = 4},
    KindInfo{.kind = FilterKind::bspline5,
             .word = "bspline5",
             .title = "quintic B-spline coefficients",
             .label = "Quintic B-spline",
             .action = "bspline-5",
             .text = "exact inverse of the sampled quintic B-spline",
             .library = 2,
             .parameters = Parameters(),
             .design = detail::bspline5,
             .is_accurate = true,
             .spline_degree = 5},
    KindInfo{.kind = FilterKind::butterworth,
             .word = "butterworth",
             .title = "Butterworth",
             .label = "Butterworth",
             .action = "butterworth",
             .text = "flat pass band, 3 dB down at the cutoff, run both ways (together -6 dB): --order 1..8, "
                     "--cutoff, --band",
             .library = 3,
             .parameters = band_filter,
             .size = cutoff,
             .most_order = max_order,
             .design = detail::butterworth},
    KindInfo{.kind = FilterKind::chebyshev1,
             .word = "chebyshev1",
             .title = "Chebyshev I",
             .label = "Chebyshev I",
             .action = "chebyshev-1",
             .text = "ripples in the pass band, steeper than butterworth: --ripple too",
             .library = 4,
             .parameters = Parameters(order, band, cutoff, ripple),
             .size = cutoff,
             .most_order = max_order,
             .design = detail::chebyshev1},
    KindInfo{.kind = FilterKind::chebyshev2,
             .word = "chebyshev2",
             .title = "Chebyshev II",
             .label = "Chebyshev II",
             .action = "chebyshev-2",
             .text = "ripples in the stop band, which begins at the cutoff: --attenuation instead",
             .library = 5,
             .parameters = Parameters(order, band, cutoff, attenuation),
             .size = cutoff,
             .most_order = max_order,
             .design = detail::chebyshev2},
    KindInfo{.kind = FilterKind::elliptic,
             .word = "elliptic",
             .title = "elliptic",
             .label = "Elliptic",
             .action = "elliptic",
             .text = "ripples in both, the steepest of its order: --ripple, --attenuation",
             .library = 6,
             .parameters = Parameters(order, band, cutoff, ripple, attenuation),
             .size = cutoff,
             .most_order = max_order,
             .design = detail::elliptic},
    KindInfo{.kind = FilterKind::exponential,
             .word = "exponential",
             .title = "exponential smoothing",
             .label = "Exponential smoothing",
             .action = "exponential",
             .text = "exponential smoothing both ways, y = a x + (1 - a) y1: --alpha",
             .library = 7,
             .parameters = Parameters(alpha),
             .size = alpha,
             .design = detail::exponential,
             .is_accurate = true},
    KindInfo{
        .kind = FilterKind::box,
        .word = "box",
        .title = "box",
        .label = "Box",
        .action = "box",
        .text =
            "mean of the pixels of a box, or of those of a line: --radius, or --box-size and --box-origin",
        .library = 8,
        .parameters = Parameters(radius),
        .size = radius},
    KindInfo{
        .kind = FilterKind::sat,
        .word = "sat",
        .title = "summed-area table",
        .label = "Summed-area table",
        .action = "sat",
        .text = "summed-area table: uint32 with wrap-around for 8-bit pictures, otherwise float: --precision",
        .library = 9,
        .parameters = Parameters()},
    KindInfo{.kind = FilterKind::iir,
             .word = "iir",
             .title = "custom recursive filter",
             .label = "Custom coefficients",
             .action = {},
             .text = "any stable recursive filter up to order 16, 8 with feedforward: --causal d1,.. "
                     "--anticausal e1,.. --feedforward b0,.. --gain g",
             .library = 10,
             .parameters = Parameters(coefficients),
             .design = detail::iir},
    KindInfo{.kind = FilterKind::none,
             .word = "none",
             .title = "no filter",
             .label = "No filter",
             .action = "no-filter",
             .text = "the image as the engine reads it",
             .library = 11,
             .parameters = Parameters()},
    KindInfo{.kind = FilterKind::edge,
             .word = "edge",
             .title = "edge filter",
             .label = "Edge filter",
             .action = "edge-filter",
             .text = "smoothing that keeps edges, the recursive filter of the domain transform [Gastal "
                     "and Oliveira 2011]",
             .library = 14,
             .parameters = Parameters(sigma, range, iterations, tone_map),
             .follows_picture = true,
             .takes_guide = true,
             .has_boundary = true,
             .largest_sigma = 1e5,
             .noun = "the edge filter",
             .does = "Edge filter: smooth, with edges kept"},
    KindInfo{.kind = FilterKind::diffusion,
             .word = "diffusion",
             .title = "diffusion",
             .label = "Diffusion",
             .action = "diffusion-filter",
             .text = "smoothing that keeps edges, or sharpens them, nonlinear diffusion in implicit "
                     "steps [Weickert 1998]",
             .library = 15,
             .parameters = Parameters(contrast, time, Parameter::steps, noise),
             .follows_picture = true,
             .zeroes_missing = true,
             .steps = SmoothingSteps::of_all,
             .noun = "diffusion",
             .does = "Nonlinear diffusion: smooth, with edges kept or sharpened"},
    KindInfo{.kind = FilterKind::bilateral,
             .word = "bilateral",
             .title = "bilateral",
             .label = "Bilateral filter",
             .action = "bilateral-filter",
             .text = "smoothing that keeps edges, by every pixel of a window, to compare the edge "
                     "filter with; slow [Tomasi and Manduchi 1998]",
             .library = 16,
             .parameters = Parameters(sigma, range),
             .follows_picture = true,
             .takes_guide = true,
             .has_boundary = true,
             .largest_sigma = 1000,
             .steps = SmoothingSteps::outwards,
             .noun = "the bilateral filter",
             .does = "Bilateral filter by brute force: to compare the edge filter with"},
};

constexpr bool rows_are_in_order() {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (table[i].kind != FilterKind(i)) return false;
    return true;
}
static_assert(rows_are_in_order());

// Calls f(parameter, member) for the numbers that only filters have which follow the picture.
template <class F>
void for_each_following_number(const F& f) {
    f(range, &FilterSpec::range);
    f(iterations, &FilterSpec::iterations);
    f(tone_map, &FilterSpec::tone_map);
    f(contrast, &FilterSpec::contrast);
    f(Parameter::time, &FilterSpec::time);
    f(Parameter::steps, &FilterSpec::steps);
    f(noise, &FilterSpec::noise);
}

}  // namespace

std::span<const KindInfo> filter_kinds() {
    return table;
}

const KindInfo& info(FilterKind kind) {
    return table[std::size_t(kind)];
}

bool reads(FilterKind kind, Parameter parameter) {
    return info(kind).parameters.has(parameter);
}

bool is_recursive(FilterKind kind) {
    return info(kind).design != nullptr;
}

bool only_converts(FilterKind kind) {
    return kind == FilterKind::none || info(kind).follows_picture;
}

FilterSpec solved_part(const FilterSpec& filter) {
    FilterSpec solved = filter;
    const FilterSpec usual;
    for_each_following_number([&](Parameter, auto member) { solved.*member = usual.*member; });
    if (info(filter.kind).follows_picture) solved.kind = FilterKind::none;
    return solved;
}

std::optional<FilterSpec> following_part(const FilterSpec& filter) {
    if (!info(filter.kind).follows_picture) return {};
    FilterSpec part;
    part.kind = filter.kind;
    const auto take = [&](Parameter parameter, auto member) {
        if (reads(filter.kind, parameter)) part.*member = filter.*member;
    };
    take(sigma, &FilterSpec::sigma);
    for_each_following_number(take);
    return part;
}

bool maps_tones(const FilterSpec& filter) {
    return reads(filter.kind, tone_map) && filter.tone_map > 0;
}

}  // namespace sweep
