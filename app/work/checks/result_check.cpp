#include "app/work/checks/result_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/largest.h"
#include "core/base/memory.h"
#include "core/derived/local_statistics.h"
#include "core/design/design.h"
#include "core/problem/accuracy.h"
#include "core/problem/local_scale.h"
#include "core/problem/reference.h"
#include "files/codecs.h"

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
        case Sample::f16:
            return half_number(image.row<std::uint16_t>(y)[i]);
        default:
            return image.row<double>(y)[i];
    }
}

// Of the first so many channels.
double largest_finite(const ConstImageView& image, int channels) {
    double largest = 0;
    for (int y = 0; y < image.shape.height; ++y)
        for (int x = 0; x < image.shape.width; ++x)
            for (int k = 0; k < channels; ++k)
                if (const double value = std::abs(number_at(image, x, y, k)); std::isfinite(value))
                    largest = std::max(largest, value);
    return largest;
}

// The truth of these rows; of all of them without a copy of the picture's rows.
Image truth_of(const Problem& p, ConstImageView in, const std::vector<int>& rows) {
    return int(rows.size()) == p.shape.height ? reference_of(p, in) : truth_of_rows(p, in, rows);
}

// A copy of these rows of a picture; empty where they are all.
Image only_rows(ConstImageView from, const std::vector<int>& rows) {
    if (int(rows.size()) == from.shape.height) return {};
    Image some({from.shape.width, int(rows.size()), from.shape.channels}, from.sample);
    for (std::size_t k = 0; k < rows.size(); ++k)
        std::memcpy(some.view().row<std::byte>(int(k)), from.row<std::byte>(rows[k]),
                    from.shape.row_bytes(from.sample));
    return some;
}

// These rows of a picture of floats in double.
Image doubles_of(ConstImageView from, const std::vector<int>& rows) {
    Image to({from.shape.width, int(rows.size()), from.shape.channels}, Sample::f64);
    const int c = from.shape.channels;
    for (std::size_t k = 0; k < rows.size(); ++k)
        for (int i = 0; i < from.shape.width * c; ++i)
            to.view().row<double>(int(k))[i] = number_at(from, i / c, rows[k], i % c);
    return to;
}

double tolerance_of(Sample result) {
    return result == Sample::u32   ? 0
           : result == Sample::f64 ? float64_tolerance
           : result == Sample::f16 ? 0x1p-10  // it has 11 bits
                                   : float32_tolerance;
}

// Those of a filter that promises errors relative to them: a recursive one, or a box of sums in double. Otherwise none.
std::vector<double> scales_of(const Problem& p, ConstImageView in, const std::vector<int>& rows) {
    if (!is_recursive(p.filter.kind) && !(p.filter.kind == FilterKind::box && table_sample(p) == Sample::f64))
        return {};
    require_memory(p.shape.row_bytes(Sample::f64) * rows.size(), "the scales of --check");
    return local_scale(p, in, rows);
}

// Says of which of the picture's rows a check of some is.
void place_in(ResultCheck& check, const std::vector<int>& rows, int all) {
    check.y = rows[std::size_t(check.y)];
    check.local_y = rows[std::size_t(check.local_y)];
    check.all_rows = all;
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
    // The digits of smaller numbers are not those of float32, and beside large samples those of its states are lost
    // earlier.
    const bool in_float = result.sample == Sample::f32 || result.sample == Sample::f16;
    const double infinity = std::numeric_limits<double>::infinity(), least = in_float ? 1e-37 : 1e-300;
    check.largest = largest_finite(truth, channels);
    const double least_local = in_float ? std::max(least, 1e-30 * check.largest) : least;
    double error = 0;
    for (int y = 0; y < truth.shape.height; ++y)
        for (int x = 0; x < truth.shape.width; ++x)
            for (int k = 0; k < channels; ++k) {
                const double found = number_at(result, x, y, k), right = number_at(truth, x, y, k);
                if (!std::isfinite(right) && !std::isfinite(found)) continue;
                const double found_off = std::abs(found - right),
                             difference = std::isnan(found_off) ? infinity : found_off;
                if (!scales.empty() && difference > 0) {
                    const std::size_t pixel =
                        std::size_t(y) * std::size_t(truth.shape.width) + std::size_t(x);
                    const double local =
                        difference /
                        std::max(scales[pixel * std::size_t(truth.shape.channels) + std::size_t(k)],
                                 least_local);
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
    Image truth = truth_of(p, in, rows);
    if (!table_mean.empty()) take_other_mean(truth, reference_mean(p, in), table_mean);
    const Image some = only_rows(result, rows);
    ResultCheck check =
        compare(some.empty() ? result : some.view(), std::as_const(truth).view(), p.shape.channels,
                tolerance_of(result.sample), least_scale(p, in), scales_of(p, in, rows));
    place_in(check, rows, p.shape.height);
    return check;
}

namespace {

// The number nearest to `got` that the formula makes of means that are off by up to `errors`, of the last two runs.
double nearest_of_moments(const Derived& derived, double datum, double x, const std::array<double, 2>& means,
                          const std::array<double, 2>& errors, double got) {
    double least = moments_value(derived, datum, x, means[0], means[1]), most = least;
    for (const double first : {means[0] - errors[0], means[0] + errors[0]})
        for (const double second : {means[1] - errors[1], means[1] + errors[1]}) {
            const double value = moments_value(derived, datum, x, first, second);
            least = std::min(least, value);
            most = std::max(most, value);
        }
    return least <= most ? std::clamp(got, least, most) : least;
}

ResultCheck check_moments(const Derived& derived, const std::vector<DerivedRun>& runs, ConstImageView in,
                          ConstImageView result, bool keeps_alpha, std::span<const double> datum) {
    const Problem& problem = runs.front().problem;
    const std::vector<int> rows = rows_to_compare(problem);
    std::vector<int> all(std::size_t(problem.shape.height));
    std::iota(all.begin(), all.end(), 0);
    std::vector<Image> truths;
    std::vector<double> errors;
    Image input(problem.shape, Sample::f64);
    double growth = 1;  // of errors by the division of the guided filter
    for (const DerivedRun& run : runs) {
        std::vector<ConstImageView> views;
        for (const Image& truth : truths) views.push_back(truth.view());
        fill_run_input(run.input, derived, in, views, input.view());
        const double largest = largest_magnitude(samples_of<double>(std::as_const(input)));
        if (run.input == RunInput::squares && derived.kind == DerivedKind::guided)
            growth += largest / derived.eps;
        errors.push_back(tolerance_of(Sample::f64) * growth * largest);
        const bool is_read_whole = runs.size() > 2 && truths.size() < 2;
        truths.push_back(truth_of(run.problem, std::as_const(input).view(), is_read_whole ? all : rows));
    }
    const std::size_t last = truths.size() - 1, before = last > 0 ? last - 1 : last;
    const Image original = doubles_of(in, rows), some = only_rows(result, rows);
    const ConstImageView found = some.empty() ? result : some.view();
    Image right(original.shape(), Sample::f64);
    const std::size_t row = original.shape().samples() / rows.size(),
                      channels = std::size_t(in.shape.channels);
    for (std::size_t i = 0; i < original.shape().samples(); ++i) {
        const std::size_t c = i % channels;
        const double x = original.data<double>()[i],
                     got = number_at(found, int(i % row / channels), int(i / row), int(c));
        right.data<double>()[i] =
            keeps_alpha && c + 1 == channels
                ? x
                : nearest_of_moments(derived, datum[c], x,
                                     {truths[before].data<double>()[i], truths[last].data<double>()[i]},
                                     {errors[before], errors[last]}, got);
    }
    ResultCheck check =
        compare(found, std::as_const(right).view(), problem.shape.channels, tolerance_of(result.sample), 0);
    place_in(check, rows, problem.shape.height);
    return check;
}

}  // namespace

ResultCheck check_derived(const Derived& derived, const std::vector<DerivedRun>& runs, ConstImageView in,
                          ConstImageView result, bool keeps_alpha, std::span<const double> datum) {
    if (info(derived.kind).of_moments) return check_moments(derived, runs, in, result, keeps_alpha, datum);
    const Problem& first = runs.front().problem;
    const std::vector<int> rows = rows_to_compare(first);
    const DerivedWeights weights = weights_of(derived, first.filter);
    const Image original = doubles_of(in, rows);
    const std::size_t count = original.shape().samples();
    std::vector<double> scales;
    double largest = weights.original * largest_magnitude(samples_of<double>(original));
    if (is_recursive(first.filter.kind)) {
        scales.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            scales[i] = weights.original * std::abs(original.data<double>()[i]);
    }
    std::vector<Image> truths;
    std::vector<ConstImageView> views;
    for (std::size_t k = 0; k < runs.size(); ++k) {
        const Problem& run = runs[k].problem;
        truths.push_back(truth_of(run, in, rows));
        largest += weights.runs[k] * std::max(largest_magnitude(samples_of<double>(std::as_const(truths[k]))),
                                              least_scale(run, in));
        const std::vector<double> of_run = scales_of(run, in, rows);
        for (std::size_t i = 0; i < scales.size(); ++i) scales[i] += weights.runs[k] * of_run[i];
    }
    for (const Image& truth : truths) views.push_back(truth.view());
    const Image some = only_rows(result, rows);
    const ConstImageView found = some.empty() ? result : some.view();
    const double tolerance = tolerance_of(result.sample);
    Image right(original.shape(), Sample::f64);
    derive(derived, first.filter, original.view(), views, right.view(), keeps_alpha);
    if (derived.kind == DerivedKind::unsharp && derived.threshold > 0) {
        const double* blurred = truths.front().data<double>();
        for (std::size_t i = 0; i < count; ++i) {
            const double x = original.data<double>()[i], fine = x - blurred[i],
                         slack = tolerance * (scales.empty() ? largest : scales[i]);
            if (!(std::abs(std::abs(fine) - derived.threshold) <= slack)) continue;
            const std::size_t row = original.shape().samples() / rows.size();
            const int y = int(i / row), at = int(i % row), c = original.shape().channels;
            if (keeps_alpha && at % c == c - 1) continue;
            const double got = number_at(found, at / c, y, at % c), raised = x + derived.amount * fine;
            right.data<double>()[i] = std::abs(got - x) < std::abs(got - raised) ? x : raised;
        }
    }
    ResultCheck check =
        compare(found, std::as_const(right).view(), first.shape.channels, tolerance, largest, scales);
    place_in(check, rows, first.shape.height);
    return check;
}

}  // namespace sweep::app
