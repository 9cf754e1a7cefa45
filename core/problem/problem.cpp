#include "core/problem/problem.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace sweep {

bool has_rows_of_words(const Problem& p) {
    return p.input == Sample::f32 && p.shape.channels == 1 && p.shape.width % 4 == 0;
}

Sample output_sample(const Problem& p) {
    return p.filter.kind == FilterKind::sat ? table_sample(p)
           : p.input == Sample::f64         ? Sample::f64
           : p.method.half_result           ? Sample::f16
                                            : Sample::f32;
}

Sample table_sample(const Problem& p) {
    switch (p.method.precision) {
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
        return p.input == Sample::u8 || p.method.fixed_point > 0 ? Sample::u32
               : p.input == Sample::f64                          ? Sample::f64
                                                                 : Sample::f32;
    return p.input == Sample::u8 && box_fits(p, box_scale) ? Sample::u32 : Sample::f64;
}

bool box_fits(const Problem& p, double largest) {
    // The samples of one axis of a box, those of the extension too.
    const auto side = [](const BoxExtent& box, BoundaryKind boundary, int n) {
        return keeps_constants(boundary) ? double(box.size()) : std::min(double(box.size()), double(n));
    };
    return side(p.filter.box_along_rows(), p.boundary.kind, p.shape.width) *
               side(p.filter.box_down_columns(), p.boundary_of_columns().kind, p.shape.height) * largest <
           0x1p32;
}

Quantisation quantisation(const Problem& p) {
    if (table_sample(p) != Sample::u32) return {};
    const bool is_box = p.filter.kind == FilterKind::box;
    if (p.method.fixed_point > 0 && (!is_box || p.method.precision == Precision::fixed_point))
        return {float(p.method.fixed_point), 65535 / float(p.method.fixed_point)};
    // 32768 less one place of float, so that a signed integer holds the product.
    if (p.method.precision == Precision::fixed_point) return {0x1p16f, 0x1p15f - 0x1p-9f};
    return is_box ? Quantisation{float(box_scale), 1} : Quantisation{};
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
