#include "core/problem.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/error.h"
#include "core/filter_design.h"

namespace sweep {
namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ExitCode::usage, what);
}

}  // namespace

Sample output_sample(const Problem& p) {
    if (p.filter.kind == FilterKind::sat && (p.input == Sample::u8 || p.fixed_point > 0)) return Sample::u32;
    return p.input == Sample::f64 ? Sample::f64 : Sample::f32;
}

Sample table_sample(const Problem& p) {
    if (p.filter.kind == FilterKind::sat) return output_sample(p);
    const std::uint64_t side = 2 * std::uint64_t(p.filter.radius) + 1,
                        area = std::min(side, std::uint64_t(p.shape.width)) *
                               std::min(side, std::uint64_t(p.shape.height));
    return p.input == Sample::u8 && area * box_scale <= 0xffffffffull ? Sample::u32 : Sample::f64;
}

Realisation form_of(const Problem& p) {
    return p.algorithm == Algorithm::parallel ? Realisation::parallel
                                              : form_of(design(p.filter), p.realisation);
}

void validate(const Problem& p) {
    if (p.shape.width < 1 || p.shape.height < 1)
        refuse("the image is empty: width and height must be 1 or more");
    if (p.shape.channels < 1 || p.shape.channels > 4)
        refuse("images have 1 to 4 channels, not " + std::to_string(p.shape.channels));
    if (std::int64_t(p.shape.width) * p.shape.channels > std::numeric_limits<int>::max() / 16)
        refuse("the image is too wide: a row may have 2^27 samples");
    if (p.passes < 1 || p.passes > all_passes)
        refuse("passes are 1 to 4 of down,up,right,left, in that order");
    if (p.input != Sample::u8 && p.input != Sample::f32 && p.input != Sample::f64)
        refuse("engines read 8-bit, float32 and float64 samples");
    if (is_recursive(p.filter.kind)) {
        const FilterDesign filter = design(p.filter);
        for (int passes = 1; passes <= p.passes; ++passes)
            if (!(std::abs(filter.gain_after(passes)) < 1e30))
                refuse("the gain of the filter is beyond what float32 holds: use a smaller --gain");
        if (p.boundary.kind == BoundaryKind::constant) {
            if (p.boundary.value.size() != 1 && p.boundary.value.size() != std::size_t(p.shape.channels))
                refuse("the boundary constant:V needs one value, or one per channel");
            if (!std::all_of(p.boundary.value.begin(), p.boundary.value.end(),
                             [](double v) { return std::isfinite(v); }))
                refuse("the boundary constant:V needs finite values");
        }
    } else if (p.filter.kind == FilterKind::box || p.filter.kind == FilterKind::sat) {
        if (p.filter.kind == FilterKind::box && p.filter.radius < 0) refuse("the radius must be 0 or more");
        if (p.filter.kind == FilterKind::box && p.filter.radius > 1000000000)
            refuse("the radius must be at most 1000000000");
    }
}

double srgb_to_linear(double x) {
    return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
}

double linear_to_srgb(double x) {
    return x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
}

std::array<float, 256> byte_to_float(bool linear) {
    std::array<float, 256> table{};
    for (int i = 0; i < 256; ++i)
        table[std::size_t(i)] = float(linear ? srgb_to_linear(i / 255.0) : i / 255.0);
    return table;
}

}  // namespace sweep
