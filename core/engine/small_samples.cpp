#include "core/engine/small_samples.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "core/base/largest.h"
#include "core/design/kinds.h"

namespace sweep {
namespace {

constexpr float small = 0x1p-40;

bool is_scaled(const Problem& p) {
    if (p.input != Sample::f32 || only_converts(p.filter.kind)) return false;
    return is_recursive(p.filter.kind) ||
           (quantisation(p).scale == 0 && p.method.precision != Precision::f32_less_mean);
}

std::span<const float> row_of(ConstImageView in, int y) {
    return {in.row<float>(y), std::size_t(in.shape.width) * std::size_t(in.shape.channels)};
}

// Looks at all samples of a row without a branch, which is faster than to stop at the first.
bool has_large(std::span<const float> row) {
    bool has = false;
    for (const float x : row) has |= std::abs(x) >= small;
    return has;
}

template <class T>
void multiply(ConstImageView in, double factor, ImageView out) {
    const int row = in.shape.width * in.shape.channels;
    for (int y = 0; y < in.shape.height; ++y) {
        const T* from = in.row<T>(y);
        T* to = out.row<T>(y);
        for (int i = 0; i < row; ++i) to[i] = T(double(from[i]) * factor);
    }
}

}  // namespace

double largest_outside(const Problem& p) {
    double largest = 0;
    for (const Boundary* boundary : {&p.boundary, &p.boundary_of_columns()})
        if (boundary->kind == BoundaryKind::constant)
            largest = std::max(largest, largest_magnitude(boundary->value));
    return largest;
}

int exponent_of_small(const Problem& p, ConstImageView in) {
    if (!is_scaled(p)) return 0;
    double largest = largest_outside(p);
    if (largest >= small) return 0;
    for (int y = 0; y < in.shape.height; ++y)
        if (has_large(row_of(in, y))) return 0;
    for (int y = 0; y < in.shape.height; ++y) largest = std::max(largest, largest_magnitude(row_of(in, y)));
    return largest == 0 ? 0 : -std::ilogb(largest);
}

Problem of_multiple(Problem problem, int exponent) {
    for (double& value : problem.boundary.value) value = std::ldexp(value, exponent);
    if (problem.boundary_y)
        for (double& value : problem.boundary_y->value) value = std::ldexp(value, exponent);
    return problem;
}

void multiply_by_power_of_two(ConstImageView in, int exponent, ImageView out) {
    const double factor = std::ldexp(1.0, exponent);
    in.sample == Sample::f64 ? multiply<double>(in, factor, out) : multiply<float>(in, factor, out);
}

}  // namespace sweep
