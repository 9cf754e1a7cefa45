#include "core/problem/problem.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/error.h"
#include "core/filter/design.h"
#include "core/filter/transfer.h"

namespace sweep {
namespace {

// Engines count the samples of a line in int. A row must have room for 16 bytes a sample, a column for twice
// its samples, as under mirror.
constexpr std::int64_t most_in_row = (1 << 27) - 1, most_in_column = (1 << 30) - 1;

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ExitCode::usage, what);
}

void validate_precision(const Problem& p) {
    if (!(p.fixed_point >= 0 && p.fixed_point <= 1e9)) refuse("the scale of fixed point must be 0 to 1e9");
    if (p.fixed_point > 0 && p.precision != Precision::automatic && p.precision != Precision::fixed_point)
        refuse("fixed point is a precision of its own: use --precision fixed or auto");
    if (p.precision == Precision::uint32 && p.input != Sample::u8)
        refuse("sums in uint32 need 8-bit input: use --precision fixed (16.16), float-mean or double");
    if (p.filter.kind != FilterKind::box || p.input != Sample::u8 || table_sample(p) != Sample::u32) return;
    if (!box_fits(p, double(quantisation(p).scale)))
        refuse("a box of radius " + std::to_string(p.filter.radius) +
               " does not fit into sums of 32 bits: use --precision auto or double");
}

// True where nothing or a constant continues the lines.
bool has_constant(const Boundary& boundary) {
    return boundary.kind == BoundaryKind::none || boundary.kind == BoundaryKind::zero ||
           boundary.kind == BoundaryKind::constant;
}

void validate_boundaries(const Problem& p) {
    for (const Boundary* boundary : {&p.boundary, &p.boundary_of_columns()}) {
        if (boundary->kind != BoundaryKind::constant) continue;
        if (boundary->value.size() != 1 && boundary->value.size() != std::size_t(p.shape.channels))
            refuse("the boundary constant:V needs one value, or one per channel");
        if (!std::all_of(boundary->value.begin(), boundary->value.end(),
                         [](double v) { return std::abs(v) <= double(largest_datum); }))
            refuse("the boundary constant:V needs values from -1e30 to 1e30");
    }
    if (!has_constant(p.boundary) || !has_constant(p.boundary_of_columns())) return;
    for (std::size_t c = 0; c < std::size_t(p.shape.channels); ++c)
        if (p.boundary.outside(c) != p.boundary_of_columns().outside(c))
            refuse(
                "the boundaries of rows and columns are different constants (none and zero count as 0): use "
                "one constant, or clamp, repeat or mirror for one of them");
}

}  // namespace

bool has_rows_of_words(const Problem& p) {
    return p.input == Sample::f32 && p.shape.channels == 1 && p.shape.width % 4 == 0;
}

Sample output_sample(const Problem& p) {
    return p.filter.kind == FilterKind::sat ? table_sample(p)
           : p.input == Sample::f64         ? Sample::f64
           : p.half_result                  ? Sample::f16
                                            : Sample::f32;
}

Sample table_sample(const Problem& p) {
    switch (p.precision) {
        case Precision::uint32:
        case Precision::fixed_point:
            return Sample::u32;
        case Precision::f32:
        case Precision::f32_less_mean:
            return Sample::f32;
        case Precision::f64:
            return Sample::f64;
        case Precision::automatic:
            break;
    }
    if (p.filter.kind == FilterKind::sat)
        return p.input == Sample::u8 || p.fixed_point > 0 ? Sample::u32
               : p.input == Sample::f64                   ? Sample::f64
                                                          : Sample::f32;
    return p.input == Sample::u8 && box_fits(p, box_scale) ? Sample::u32 : Sample::f64;
}

bool box_fits(const Problem& p, double largest) {
    const double side = 2 * double(p.filter.radius) + 1;
    return std::min(side, double(p.shape.width)) * std::min(side, double(p.shape.height)) * largest < 0x1p32;
}

Quantisation quantisation(const Problem& p) {
    if (table_sample(p) != Sample::u32) return {};
    const bool is_box = p.filter.kind == FilterKind::box;
    if (p.fixed_point > 0 && (!is_box || p.precision == Precision::fixed_point))
        return {float(p.fixed_point), 65535 / float(p.fixed_point)};
    // 32768 less one place of float, so that a signed integer holds the product.
    if (p.precision == Precision::fixed_point) return {0x1p16f, 0x1p15f - 0x1p-9f};
    return is_box ? Quantisation{float(box_scale), 1} : Quantisation{};
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
    if (std::int64_t(p.shape.width) * p.shape.channels > most_in_row)
        refuse("the image is too wide: a row may have " + std::to_string(most_in_row) + " samples");
    if (std::int64_t(p.shape.height) * p.shape.channels > most_in_column)
        refuse("the image is too high: a column may have " + std::to_string(most_in_column) + " samples");
    if (p.passes < 1 || p.passes > all_passes)
        refuse("passes are 1 to 4 of down,up,right,left, in that order");
    if (p.taps < 0 || (p.taps > 0 && p.taps % 2 == 0))
        refuse("--taps takes an odd number, or 0 for as many as the response has");
    if (p.input != Sample::u8 && p.input != Sample::f32 && p.input != Sample::f64)
        refuse("engines read 8-bit, float32 and float64 samples");
    if (p.memory == Memory::texture && p.shape.channels != 4)
        refuse("a texture has four channels, not " + std::to_string(p.shape.channels));
    if (p.half_result && (!is_recursive(p.filter.kind) || p.shape.channels != 4 || p.input == Sample::f64))
        refuse("a result in float16 is of a recursive filter, on four channels of 8 bits or float32");
    if (is_recursive(p.filter.kind)) {
        const FilterDesign filter = design(p.filter);
        double most = 1;
        for (int i = 0; i < p.passes; ++i)
            if (!((most *= peak(filter.pass(i))) < 1e37))
                refuse("the gain of the filter is beyond what float32 holds: use a smaller --gain");
        validate_boundaries(p);
    } else if (p.filter.kind == FilterKind::box || p.filter.kind == FilterKind::sat) {
        if (p.filter.kind == FilterKind::box && p.filter.radius < 0) refuse("the radius must be 0 or more");
        if (p.filter.kind == FilterKind::box && p.filter.radius > 1000000000)
            refuse("the radius must be at most 1000000000");
        validate_precision(p);
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
