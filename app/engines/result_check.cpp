#include "app/engines/result_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/memory.h"
#include "core/filter/design.h"
#include "core/problem/accuracy.h"
#include "core/problem/local_scale.h"
#include "core/problem/reference.h"

namespace sweep::app {
namespace {

constexpr std::size_t most_at_once = std::size_t(1) << 22;  // samples, about a second of the reference
constexpr int rows_of_large = 64;

// The reference decodes into doubles and returns a copy of them.
Image reference_of(const Problem& problem, ConstImageView in) {
    require_memory(problem.shape.samples() * 2 * sizeof(double), "the truth that --check compares with");
    return reference(problem, in);
}

// The rows to compare, sorted, with the first and the last among them; the same at every call.
std::vector<int> rows_to_compare(const Problem& p) {
    std::set<int> rows;
    const bool all =
        !is_recursive(p.filter.kind) || p.shape.samples() <= most_at_once || p.shape.height <= rows_of_large;
    if (all) {
        for (int y = 0; y < p.shape.height; ++y) rows.insert(rows.end(), y);
    } else {
        std::mt19937 random(1);
        rows = {0, p.shape.height - 1};
        while (rows.size() < rows_of_large) rows.insert(int(random() % unsigned(p.shape.height)));
    }
    return {rows.begin(), rows.end()};
}

// Pixel (x, y) of `from` becomes pixel (y, x).
Image turned(const Image& from) {
    const Shape& shape = from.shape();
    const int c = shape.channels;
    Image to({shape.height, shape.width, c}, Sample::f64);
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x)
            std::copy_n(from.view().row<double>(y) + std::ptrdiff_t(x) * c, c,
                        to.view().row<double>(x) + std::ptrdiff_t(y) * c);
    return to;
}

// The filter that does to columns what this one does to rows, and the other way round.
FilterSpec transposed(FilterSpec filter) {
    std::swap(filter.derivative_x, filter.derivative_y);
    if (filter.sigma_y > 0) std::swap(filter.sigma, filter.sigma_y);
    if (filter.axes != Axes::both) filter.axes = filter.axes == Axes::x ? Axes::y : Axes::x;
    return filter;
}

// The given rows after the column passes, which filter the picture in strips of columns.
Image columns_of_rows(Problem p, ConstImageView in, const std::vector<int>& rows) {
    const Shape shape = p.shape;
    const std::size_t column = std::size_t(shape.height) * std::size_t(shape.channels);
    const int width = int(std::clamp<std::size_t>(most_at_once / column, 1, 256));
    p.passes = std::min(p.passes, 2);
    require_memory(std::size_t(shape.width) * std::size_t(shape.channels) * rows.size() * 2 * sizeof(double),
                   "the truth that --check compares with");
    Image kept({shape.width, int(rows.size()), shape.channels}, Sample::f64);
    for (int x = 0; x < shape.width; x += width) {
        p.shape.width = std::min(width, shape.width - x);
        const std::size_t before = std::size_t(x) * std::size_t(shape.channels);
        const auto* data = static_cast<const std::byte*>(in.data) + before * size_of(in.sample);
        const Image strip = reference_of(p, {data, p.shape, in.sample, in.stride});
        for (std::size_t k = 0; k < rows.size(); ++k)
            std::copy_n(strip.view().row<double>(rows[k]),
                        std::size_t(p.shape.width) * std::size_t(shape.channels),
                        kept.view().row<double>(int(k)) + before);
    }
    return kept;
}

// Some rows of the exact result of a recursive filter. After the column passes these rows are transposed,
// filtered as columns by the transposed filter, and transposed back.
Image truth_of_rows(const Problem& p, ConstImageView in, const std::vector<int>& rows) {
    Image columns = columns_of_rows(p, in, rows);
    if (p.passes <= 2) return columns;
    const FilterDesign filter = design(p.filter);
    const Image on_their_sides = turned(columns);
    Problem along = p;
    along.shape = on_their_sides.shape();
    along.input = Sample::f64;
    along.passes = p.passes - 2;
    along.filter = transposed(p.filter);
    along.boundary_y.reset();
    for (double& value : along.boundary.value) value *= filter.gain_after(2) * filter.response_after(2);
    return turned(reference_of(along, on_their_sides.view()));
}

double number_at(const ConstImageView& image, int x, int y, int channel) {
    const std::ptrdiff_t i = std::ptrdiff_t(x) * image.shape.channels + channel;
    switch (image.sample) {
        case Sample::u32:
            return double(image.row<std::uint32_t>(y)[i]);
        case Sample::f32:
            return double(image.row<float>(y)[i]);
        default:
            return image.row<double>(y)[i];
    }
}

}  // namespace

std::string ResultCheck::compared() const {
    return rows == all_rows ? "all rows" : fmt::format("{} of {} rows", rows, all_rows);
}

double least_scale(const Problem& p, ConstImageView in) {
    if (!is_recursive(p.filter.kind)) return 0;
    const double gain = gain_of_passed_waves(p);
    if (gain == 0 || (in.sample != Sample::f32 && in.sample != Sample::f64))
        return gain;  // bytes stand for 0 to 1
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (int y = 0; y < in.shape.height; ++y)
        for (int x = 0; x < in.shape.width; ++x)
            for (int k = 0; k < in.shape.channels; ++k)
                if (const double v = number_at(in, x, y, k); std::isfinite(v))
                    low = std::min(low, v), high = std::max(high, v);
    if (!(high >= low)) return 0;
    return gain * (high > low ? high - low : std::abs(high));
}

ResultCheck compare(ConstImageView result, ConstImageView truth, int channels, double tolerance,
                    double least_scale, std::span<const double> scales) {
    ResultCheck check;
    check.tolerance = tolerance;
    check.rows = check.all_rows = truth.shape.height;
    // The digits of smaller numbers are not those of float32.
    const bool in_float = result.sample == Sample::f32 || result.sample == Sample::f16;
    const double least = in_float ? 1e-30 : 1e-300, infinity = std::numeric_limits<double>::infinity();
    double error = 0;
    for (int y = 0; y < truth.shape.height; ++y)
        for (int x = 0; x < truth.shape.width; ++x)
            for (int k = 0; k < channels; ++k) {
                const double found = number_at(result, x, y, k), right = number_at(truth, x, y, k);
                if (std::isfinite(right)) check.largest = std::max(check.largest, std::abs(right));
                if (!std::isfinite(right) && !std::isfinite(found)) continue;
                const double found_off = std::abs(found - right),
                             difference = std::isnan(found_off) ? infinity : found_off;
                if (!scales.empty() && difference > 0) {
                    const std::size_t pixel =
                        std::size_t(y) * std::size_t(truth.shape.width) + std::size_t(x);
                    const double local =
                        difference /
                        std::max(scales[pixel * std::size_t(truth.shape.channels) + std::size_t(k)], least);
                    if (local > check.local_error)
                        check.local_error = local, check.local_x = x, check.local_y = y;
                }
                if (difference <= error) continue;
                error = difference;
                check.x = x;
                check.y = y;
            }
    check.largest = std::max(check.largest, least_scale);
    check.error = error == 0 ? 0 : error / std::max(check.largest, least);
    return check;
}

void take_other_mean(Image& table, const std::vector<double>& mean, const std::vector<double>& other) {
    const std::size_t c = std::size_t(table.shape().channels);
    for (int y = 0; y < table.shape().height; ++y)
        for (std::size_t i = 0; i < std::size_t(table.shape().width) * c; ++i) {
            const std::size_t x = i / c;
            table.view().row<double>(y)[i] += (mean[i % c] - other[i % c]) * double(x + 1) * double(y + 1);
        }
}

ResultCheck check_result(const Problem& p, ConstImageView in, ConstImageView result,
                         const std::vector<double>& table_mean) {
    const std::vector<int> rows = rows_to_compare(p);
    const bool all = int(rows.size()) == p.shape.height;
    Image truth = all ? reference_of(p, in) : truth_of_rows(p, in, rows);
    if (!table_mean.empty()) take_other_mean(truth, reference_mean(p, in), table_mean);
    const std::size_t c = std::size_t(p.shape.channels);
    Image some;  // the compared rows of the result
    if (!all) {
        const std::size_t bytes = std::size_t(p.shape.width) * c * size_of(result.sample);
        some = Image({p.shape.width, int(rows.size()), p.shape.channels}, result.sample);
        for (std::size_t k = 0; k < rows.size(); ++k)
            std::memcpy(some.view().row<std::byte>(int(k)), result.row<std::byte>(rows[k]), bytes);
        result = std::as_const(some).view();
    }
    const double tolerance = result.sample == Sample::u32   ? 0
                             : result.sample == Sample::f64 ? float64_tolerance
                                                            : float32_tolerance;
    std::vector<double> scales;
    if (is_recursive(p.filter.kind)) {
        require_memory(std::size_t(p.shape.width) * c * rows.size() * sizeof(double),
                       "the scales of --check");
        scales = local_scale(p, in, rows);
    }
    ResultCheck check =
        compare(result, std::as_const(truth).view(), p.shape.channels, tolerance, least_scale(p, in), scales);
    check.y = rows[std::size_t(check.y)];
    check.local_y = rows[std::size_t(check.local_y)];
    check.all_rows = p.shape.height;
    return check;
}

}  // namespace sweep::app
