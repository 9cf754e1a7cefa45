// What of a problem makes no sense to any engine; and the design of one that does.
#include "core/problem/designed_problem.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/design/transfer.h"

namespace sweep {
namespace {

// Engines count the samples of a line in int. A row must have room for 16 bytes a sample, a column for twice
// its samples, as under mirror.
constexpr int most_radius = 1000000000;
constexpr std::int64_t most_in_row = (1 << 27) - 1, most_in_column = (1 << 30) - 1;

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ExitCode::usage, what);
}

void validate_precision(const Problem& p) {
    if (!(p.method.fixed_point >= 0 && p.method.fixed_point <= 1e9))
        refuse("the scale of fixed point must be 0 to 1e9");
    if (p.method.fixed_point > 0 && p.method.precision != Precision::automatic &&
        p.method.precision != Precision::fixed_point)
        refuse("fixed point is a precision of its own: use --precision fixed or auto");
    if (p.method.precision == Precision::uint32 && p.input != Sample::u8)
        refuse("sums in uint32 need 8-bit input: use --precision fixed (16.16), float-mean or double");
    if (p.filter.kind != FilterKind::box || p.input != Sample::u8 || table_sample(p) != Sample::u32) return;
    if (!box_fits(p, double(quantisation(p).scale)))
        refuse("a box of " + std::to_string(p.filter.box_along_rows().size()) + " x " +
               std::to_string(p.filter.box_down_columns().size()) +
               " pixels does not fit into sums of 32 bits: use --precision auto or double");
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
    if (keeps_constants(p.boundary.kind) || keeps_constants(p.boundary_of_columns().kind)) return;
    for (std::size_t c = 0; c < std::size_t(p.shape.channels); ++c)
        if (p.boundary.outside(c) != p.boundary_of_columns().outside(c))
            refuse(
                "the boundaries of rows and columns are different constants (none and zero count as 0): use "
                "one constant, or " +
                list_of_boundaries(keeps_constants, " or ") + " for one of them");
}

void validate_box(const Problem& p) {
    const FilterSpec& filter = p.filter;
    const int most = 2 * most_radius + 1;
    if (filter.box_width < 1 || filter.box_height < 0) refuse("the box must be of 1 pixel or more");
    if (filter.box_width > most || filter.box_height > most)
        refuse("the radius must be at most " + std::to_string(most_radius));
    const int height = filter.box_height > 0 ? filter.box_height : filter.box_width;
    const auto require_inside = [](const char* axis, int size, int origin) {
        if (size / 2 + std::int64_t(origin) >= 0 && size / 2 + std::int64_t(origin) < size) return;
        refuse("the origin of a box of " + std::to_string(size) + " pixels along " + axis + " must be from " +
               std::to_string(-(size / 2)) + " to " + std::to_string(size - 1 - size / 2) +
               ", so that it holds its pixel");
    };
    require_inside("x", filter.box_width, filter.box_origin_x);
    require_inside("y", height, filter.box_origin_y);
    validate_boundaries(p);
}

}  // namespace

Realisation form_of(const Problem& p, const FilterDesign& filter) {
    return p.method.algorithm == Algorithm::parallel ? Realisation::parallel
                                                     : form_of(filter, p.method.realisation);
}

void validate(const Problem& p) {
    valid_design(p);
}

FilterDesign valid_design(const Problem& p) {
    if (p.shape.width < 1 || p.shape.height < 1)
        refuse("the image is empty: width and height must be 1 or more");
    if (p.shape.channels < 1 || p.shape.channels > 4)
        refuse("images have 1 to 4 channels, not " + std::to_string(p.shape.channels));
    if (std::int64_t(p.shape.width) * p.shape.channels > most_in_row)
        refuse("the image is too wide: a row may have " + std::to_string(most_in_row) + " samples");
    if (std::int64_t(p.shape.height) * p.shape.channels > most_in_column)
        refuse("the image is too high: a column may have " + std::to_string(most_in_column) + " samples");
    if (info(p.filter.kind).follows_picture)
        refuse(std::string(info(p.filter.kind).noun) +
               " follows the picture: no engine solves it as a problem");
    if (p.passes < 1 || p.passes > all_passes)
        refuse("passes are 1 to 4 of down,up,right,left, in that order");
    if (p.method.taps < 0 || (p.method.taps > 0 && p.method.taps % 2 == 0))
        refuse("--taps takes an odd number, or 0 for as many as the response has");
    if (p.input != Sample::u8 && p.input != Sample::f32 && p.input != Sample::f64)
        refuse("engines read 8-bit, float32 and float64 samples");
    if (p.method.memory == Memory::texture && p.shape.channels != 4)
        refuse("a texture has four channels, not " + std::to_string(p.shape.channels));
    if (p.method.half_result &&
        (!is_recursive(p.filter.kind) || p.shape.channels != 4 || p.input == Sample::f64))
        refuse("a result in float16 is of a recursive filter, on four channels of 8 bits or float32");
    FilterDesign filter;
    if (is_recursive(p.filter.kind)) {
        filter = design(p.filter);
        double most = 1;
        for (int i = 0; i < p.passes; ++i)
            if (!((most *= peak(filter.pass(i))) < 1e37))
                refuse("the gain of the filter is beyond what float32 holds: use a smaller --gain");
        validate_boundaries(p);
    } else if (p.filter.kind == FilterKind::box || p.filter.kind == FilterKind::sat) {
        if (p.filter.kind == FilterKind::box) validate_box(p);
        validate_precision(p);
    }
    return filter;
}

}  // namespace sweep
