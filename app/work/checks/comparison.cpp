#include "app/work/checks/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/work/request/compare_settings.h"
#include "core/base/error.h"
#include "core/derived/local_statistics.h"
#include "core/design/design.h"
#include "core/filter/boundaries.h"
#include "core/filter/memory.h"
#include "core/problem/reference.h"
#include "files/pixels.h"

namespace sweep::app {
namespace {

constexpr std::size_t most_compared = std::size_t(1) << 20, most_needed = std::size_t(9) << 20;
constexpr double most_products = 4e8;  // of pixels and taps: about a second
constexpr double reach_in_sigmas = 8;  // e^-32 is below the precision of a double at 1

// The distance, in pixels, at which the filter's response has fallen to 10^-12.
int reach_of(const FilterSpec& filter, Truth truth) {
    if (truth == Truth::gaussian)
        return int(std::ceil(reach_in_sigmas * std::max(filter.sigma, filter.sigma_y)));
    if (filter.kind == FilterKind::box) {
        const BoxExtent rows = filter.box_along_rows(), columns = filter.box_down_columns();
        return std::max({rows.before, rows.after, columns.before, columns.after});
    }
    if (!is_recursive(filter.kind)) return 0;
    return int(std::min(decay_length(design(filter), 28) + 16, 1e7));
}

// The interval [first, first + size) widened by `reach` and clipped to [0, n), as first and size.
std::pair<int, int> widened(int first, int size, int reach, int n, bool wraps) {
    const int from = std::max(first - reach, 0), to = std::min(first + size + std::min(reach, n), n);
    if (wraps && (from == 0 || to == n)) return {0, n};  // the other end of the picture is needed as well
    return {from, to - from};
}

// The needed part of the input as the filters see it: decoded, in double.
std::vector<double> decoded(const Problem& problem, ConstImageView in) {
    const Image light = to_float(in, Sample::f64, problem.linear);
    return {light.data<double>(), light.data<double>() + light.shape().samples()};
}

// Convolves the compared part with the true Gaussian: columns first, then rows, as the engines do.
Image convolved(const Problem& problem, const TruthRegions& regions, ConstImageView in) {
    const FilterSpec& filter = problem.filter;
    const std::vector<double> alone{1},  // of an axis along which nothing runs
        down = filter.axes == Axes::x ? alone : gaussian_taps(filter.sigma_of_columns(), filter.derivative_y),
        along = filter.axes == Axes::y ? alone : gaussian_taps(filter.sigma, filter.derivative_x);
    const std::vector<double> x = decoded(problem, in);
    const Region &needed = regions.needed, &out = regions.compared;
    const Boundary &of_rows = problem.boundary, &of_columns = problem.boundary_of_columns();
    const std::size_t row = std::size_t(needed.width) * 4;
    double kept = 0;  // the gain of the columns for a constant outside
    for (double weight : down) kept += weight;

    Image image({out.width, out.height, 4}, Sample::f64);
    const int reach = int(down.size() / 2), reach_along = int(along.size() / 2);
    std::vector<double> line(row), padded((std::size_t(out.width) + along.size() - 1) * 4);
    for (int y = 0; y < out.height; ++y) {
        std::fill(line.begin(), line.end(), 0);
        for (int k = -reach; k <= reach; ++k) {
            const double weight = down[std::size_t(k + reach)];
            const int from = extended_index(of_columns.kind, out.y + y + k, problem.shape.height);
            if (from < 0) {
                for (std::size_t i = 0; i < row; ++i) line[i] += weight * of_columns.outside(i % 4);
            } else {
                const double* source = x.data() + std::size_t(from - needed.y) * row;
                for (std::size_t i = 0; i < row; ++i) line[i] += weight * source[i];
            }
        }
        for (int i = 0; i < int(padded.size() / 4); ++i) {
            const int from = extended_index(of_rows.kind, out.x + i - reach_along, problem.shape.width);
            for (std::size_t c = 0; c < 4; ++c)
                padded[std::size_t(i) * 4 + c] =
                    from < 0 ? kept * of_rows.outside(c) : line[std::size_t(from - needed.x) * 4 + c];
        }
        double* to = image.data<double>() + std::size_t(y) * std::size_t(out.width) * 4;
        std::fill_n(to, std::size_t(out.width) * 4, 0.0);
        for (std::size_t k = 0; k < along.size(); ++k)
            for (std::size_t i = 0; i < std::size_t(out.width) * 4; ++i)
                to[i] += along[k] * padded[k * 4 + i];
    }
    return image;
}

// The compared part of an image of the needed part, in double.
Image compared_part(const Image& all, const TruthRegions& regions) {
    const Region& out = regions.compared;
    Image part({out.width, out.height, 4}, Sample::f64);
    const std::size_t bytes = std::size_t(out.width) * 4;
    for (int y = 0; y < out.height; ++y)
        std::copy_n(
            all.view().row<double>(y + out.y - regions.needed.y) + std::size_t(out.x - regions.needed.x) * 4,
            bytes, part.view().row<double>(y));
    return part;
}

Image by_the_reference(Problem problem, const TruthRegions& regions, ConstImageView in) {
    problem.shape = in.shape;
    return compared_part(reference(problem, in), regions);
}

}  // namespace

double Statistics::psnr() const {
    return root_mean_square > 0 ? -20 * std::log10(root_mean_square)
                                : std::numeric_limits<double>::infinity();
}

Statistics statistics_of(ConstImageView difference) {
    Statistics found;
    found.at = {0, 0, 1, 1};
    double sum = 0;
    std::size_t count = 0;
    for (int y = 0; y < difference.shape.height; ++y) {
        const float* row = difference.row<float>(y);
        for (int x = 0; x < difference.shape.width; ++x)
            for (int c = 0; c < 3; ++c) {
                const double d = std::abs(double(row[std::size_t(x) * 4 + std::size_t(c)]));
                if (!std::isfinite(d)) {
                    ++found.not_finite;
                    continue;
                }
                sum += d * d;
                ++count;
                if (d <= found.largest) continue;
                found.largest = d;
                found.at = {x, y, 1, 1};
            }
    }
    if (count) found.root_mean_square = std::sqrt(sum / double(count));
    return found;
}

int fitting_gain_steps(double largest) {
    int steps = most_gain_steps;
    while (steps > 0 && largest * double(1 << steps) > 1) --steps;
    return steps;
}

Region middle_of(const Shape& shape, std::size_t most) {
    if (shape.pixels() <= most) return {0, 0, shape.width, shape.height};
    // The part has the proportions of the picture.
    const double scale = std::sqrt(double(most) / double(shape.pixels()));
    const int width = std::max(int(shape.width * scale), 1), height = std::max(int(shape.height * scale), 1);
    return {(shape.width - width) / 2, (shape.height - height) / 2, width, height};
}

namespace {

// Regions whose needed part is `inner` widened by the reach of the filter.
TruthRegions around(const Problem& problem, Truth truth, const Region& inner) {
    const int reach = reach_of(problem.filter, truth);
    const auto wraps = [](const Boundary& boundary) { return wraps_around(boundary.kind); };
    const auto [x, width] =
        widened(inner.x, inner.width, reach, problem.shape.width, wraps(problem.boundary));
    const auto [y, height] =
        widened(inner.y, inner.height, reach, problem.shape.height, wraps(problem.boundary_of_columns()));
    if (std::size_t(width) * std::size_t(height) > most_needed)
        throw Error(ExitCode::usage, "too large to compute the exact result: the filter is too wide");
    return {inner, {x, y, width, height}};
}

}  // namespace

TruthRegions truth_regions(const Problem& problem, Truth truth) {
    const FilterSpec& filter = problem.filter;
    if (filter.kind == FilterKind::sat) throw Error(ExitCode::usage, "tables are not compared");
    if (truth == Truth::gaussian && filter.kind != FilterKind::gaussian)
        throw Error(ExitCode::usage, "only Gaussian filters are compared with the true Gaussian");
    if (truth == Truth::gaussian && problem.passes < all_passes)
        throw Error(ExitCode::usage, "the true Gaussian needs all four passes");
    const int reach = reach_of(filter, truth);
    std::size_t most = most_compared;
    if (truth == Truth::gaussian)
        most = std::clamp(std::size_t(most_products / (2.0 * reach + 1)), std::size_t(4096), most_compared);
    return around(problem, truth, middle_of(problem.shape, most));
}

std::vector<double> gaussian_taps(double sigma, int derivative) {
    const int reach = int(std::ceil(reach_in_sigmas * sigma));
    std::vector<double> taps(std::size_t(2 * reach + 1));
    const auto at = [&](int k) -> double& { return taps[std::size_t(k + reach)]; };
    double sum = 0, square = 0, fourth = 0;
    for (int k = -reach; k <= reach; ++k) {
        const double g = std::exp(-0.5 * k * k / (sigma * sigma)), k2 = double(k) * k;
        at(k) = g;
        sum += g;
        square += k2 * g;
        fourth += k2 * k2 * g;
    }
    const double variance = square / sum;
    for (int k = -reach; k <= reach; ++k) {
        if (derivative == 0) at(k) /= sum;
        // taps[k] weighs x[i + k], so that the ramp x_i = i becomes sum k taps[k].
        if (derivative == 1) at(k) *= double(k) / square;
        if (derivative == 2) at(k) *= 2 * (double(k) * k - variance) / (fourth - variance * square);
    }
    return taps;
}

Image truth_of(const Problem& problem, Truth truth, const TruthRegions& regions, ConstImageView in) {
    return truth == Truth::gaussian ? convolved(problem, regions, in)
                                    : by_the_reference(problem, regions, in);
}

TruthRegions derived_truth_regions(const Derived& derived, const Problem& problem, Truth truth) {
    const std::vector<DerivedRun> runs = runs_of(derived, problem);
    TruthRegions regions = truth_regions(runs.back().problem, truth);
    if (reads_results(runs.back().input)) regions.needed = around(problem, truth, regions.needed).needed;
    return regions;
}

namespace {

// Of local means and deviations, which are of the samples less their datum.
Image moments_truth_of(const Derived& derived, Problem problem, Truth truth, const TruthRegions& regions,
                       ConstImageView in) {
    Image samples = to_float(in, Sample::f64, problem.linear);
    const std::vector<double> datum = take_means_off(samples.view(), {}, true);
    problem.input = Sample::f64;
    const TruthRegions last = truth_regions(problem, truth);
    std::vector<Image> results;
    std::vector<ConstImageView> views;
    const std::vector<DerivedRun> runs = runs_of(derived, problem, datum);
    results.reserve(runs.size());
    for (const DerivedRun& run : runs) {
        const bool is_last = reads_results(run.input),
                   is_before = reads_results(runs.back().input) && !is_last;
        Image input(is_last ? results.front().shape() : samples.shape(), Sample::f64);
        fill_run_input(run.input, derived, std::as_const(samples).view(), views, input.view());
        const TruthRegions of{is_before ? last.needed : regions.compared,
                              is_last ? last.needed : regions.needed};
        results.push_back(truth_of(run.problem, truth, of, std::as_const(input).view()));
        views.push_back(std::as_const(results).back().view());
    }
    const Image original = compared_part(samples, regions);
    Image right(original.shape(), Sample::f64);
    derive(derived, problem.filter, original.view(), views, right.view(), true, datum);
    return right;
}

}  // namespace

Image derived_truth_of(const Derived& derived, const Problem& problem, Truth truth,
                       const TruthRegions& regions, ConstImageView in) {
    if (info(derived.kind).of_moments) return moments_truth_of(derived, problem, truth, regions, in);
    std::vector<Image> truths;
    std::vector<ConstImageView> views;
    for (const DerivedRun& run : runs_of(derived, problem))
        truths.push_back(truth_of(run.problem, truth, regions, in));
    if (derived.is_none()) return std::move(truths.front());
    for (const Image& one : truths) views.push_back(one.view());
    const Image original = compared_part(to_float(in, Sample::f64, problem.linear), regions);
    derive(derived, problem.filter, original.view(), views, truths.front().view(), true);
    return std::move(truths.front());
}

Image difference_from(ConstImageView result, const Image& truth) {
    Image difference(truth.shape(), Sample::f32);
    for (int y = 0; y < truth.shape().height; ++y) {
        const float* a = result.row<float>(y);
        const double* b = truth.view().row<double>(y);
        float* to = difference.view().row<float>(y);
        for (std::size_t i = 0; i < std::size_t(truth.shape().width) * 4; ++i)
            to[i] = i % 4 == 3 ? 0.0f : float(double(a[i]) - b[i]);
    }
    return difference;
}

}  // namespace sweep::app
