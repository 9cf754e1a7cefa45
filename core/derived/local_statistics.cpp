#include "core/derived/local_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/design/kinds.h"
#include "core/problem/datum.h"

namespace sweep {
namespace {

// Rounding leaves a variance of nothing below zero; NaN stays.
double variance_of(double mean, double mean_square) {
    const double variance = mean_square - mean * mean;
    return variance < 0 ? 0 : variance;
}

double slope_of(const Derived& derived, double mean, double mean_square) {
    const double variance = variance_of(mean, mean_square);
    return variance / (variance + derived.eps);
}

double above(double x, double threshold) {
    return std::isnan(threshold) ? threshold : x > threshold ? 1 : 0;
}

// What continues the input of a run where a constant continues the samples. Far outside nothing deviates, and so a
// line of the guided filter has the slope 0 there.
Boundary of_input(const Boundary& boundary, RunInput input, int channels, std::span<const double> datum) {
    if (boundary.kind != BoundaryKind::zero && boundary.kind != BoundaryKind::constant) return boundary;
    std::vector<double> values;
    for (std::size_t c = 0; c < std::size_t(channels); ++c) {
        const double outside = boundary.outside(c) - (datum.empty() ? 0 : datum[c]);
        values.push_back(input == RunInput::slopes    ? 0
                         : input == RunInput::squares ? outside * outside
                                                      : outside);
    }
    if (std::all_of(values.begin(), values.end(), [](double value) { return value == 0; }))
        return {BoundaryKind::zero, {}};
    return {BoundaryKind::constant, std::move(values)};
}

}  // namespace

std::string why_no_moments(const DerivedInfo& kind, const Problem& problem) {
    const auto starts_from_zero = [](bool runs, const Boundary& boundary) {
        return runs && boundary.kind == BoundaryKind::none;
    };
    if (problem.method.precision != Precision::automatic)
        return "the " + std::string(kind.title) + " is computed in float64: leave the precision auto";
    if (is_recursive(problem.filter.kind) &&
        (starts_from_zero(runs_along_rows(problem), problem.boundary) ||
         starts_from_zero(runs_along_columns(problem), problem.boundary_of_columns())))
        return "the " + std::string(kind.title) +
               " is of means, and the boundary none leaves none at the edges: take another";
    return "";
}

std::vector<DerivedRun> runs_of_moments(const Derived& derived, const Problem& problem,
                                        std::span<const double> datum) {
    std::vector<RunInput> inputs{RunInput::samples};
    if (derived.kind != DerivedKind::bradley) inputs.push_back(RunInput::squares);
    if (derived.kind == DerivedKind::guided)
        inputs.insert(inputs.end(), {RunInput::slopes, RunInput::intercepts});
    std::vector<DerivedRun> runs;
    for (const RunInput input : inputs) {
        Problem run = problem;
        run.boundary = of_input(problem.boundary, input, problem.shape.channels, datum);
        if (problem.boundary_y)
            run.boundary_y = of_input(*problem.boundary_y, input, problem.shape.channels, datum);
        runs.push_back({std::move(run), input});
    }
    return runs;
}

std::vector<double> take_means_off(ImageView image, ConstImageView missing, bool keeps_alpha) {
    const auto channels = std::size_t(image.shape.channels);
    const std::size_t count = std::size_t(image.shape.width) * channels;
    std::vector<double> sums(channels), numbers(channels);
    const auto is_missing = [&](int y, std::size_t i) {
        return missing.data && missing.row<std::uint8_t>(y)[i] != 0;
    };
    for (int y = 0; y < image.shape.height; ++y)
        for (std::size_t i = 0; i < count; ++i) {
            const double x = image.row<double>(y)[i];
            if (is_missing(y, i) || !std::isfinite(x)) continue;
            sums[i % channels] += x;
            ++numbers[i % channels];
        }
    std::vector<double> datum(channels);
    for (std::size_t c = 0; c < channels; ++c) {
        const bool is_alpha = keeps_alpha && c + 1 == channels;
        if (numbers[c] > 0 && std::isfinite(sums[c]) && !is_alpha) datum[c] = sums[c] / numbers[c];
    }
    for (int y = 0; y < image.shape.height; ++y)
        for (std::size_t i = 0; i < count; ++i) {
            double& x = image.row<double>(y)[i];
            x = is_missing(y, i) ? 0 : x - datum[i % channels];
        }
    return datum;
}

void fill_run_input(RunInput input, const Derived& derived, ConstImageView samples,
                    std::span<const ConstImageView> results, ImageView out) {
    const int count = out.shape.width * out.shape.channels;
    for (int y = 0; y < out.shape.height; ++y) {
        const double* x = samples.row<double>(y);
        double* to = out.row<double>(y);
        if (!reads_results(input)) {
            for (int i = 0; i < count; ++i) to[i] = input == RunInput::squares ? x[i] * x[i] : x[i];
        } else {
            const double *mean = results[0].row<double>(y), *square = results[1].row<double>(y);
            for (int i = 0; i < count; ++i) {
                const double slope = slope_of(derived, mean[i], square[i]);
                to[i] = input == RunInput::slopes ? slope : mean[i] * (1 - slope);
            }
        }
    }
}

double moments_value(const Derived& derived, double datum, double x, double first, double second) {
    const auto deviation = [&] { return std::sqrt(variance_of(first, second)); };
    switch (derived.kind) {
        case DerivedKind::deviation:
            return deviation();
        case DerivedKind::normalize: {
            const double divisor = deviation();
            if (divisor < derived.least) return (x - first) / derived.least;
            return divisor == 0 ? 0 : (x - first) / divisor;
        }
        case DerivedKind::bradley:
            return above(x + datum, (first + datum) * (1 - derived.t));
        case DerivedKind::niblack:
            return above(x, first - derived.niblack_k * deviation());
        case DerivedKind::sauvola:
            return above(x + datum,
                         (first + datum) * (1 + derived.sauvola_k * (deviation() / derived.sauvola_r - 1)));
        case DerivedKind::guided:
            return first * x + second + datum;
        default:
            return x + datum;
    }
}

void derive_from_moments(const Derived& derived, std::span<const double> datum, ConstImageView samples,
                         std::span<const ConstImageView> results, ImageView out, bool keeps_alpha) {
    const auto channels = std::size_t(out.shape.channels), count = std::size_t(out.shape.width) * channels;
    const ConstImageView &first = results[results.size() == 1 ? 0 : results.size() - 2],
                         &second = results.back();
    const auto all = [&](auto of) {
        using T = decltype(of);
        for (int y = 0; y < out.shape.height; ++y) {
            const double *x = samples.row<double>(y), *one = first.row<double>(y),
                         *two = second.row<double>(y);
            T* to = out.row<T>(y);
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t c = i % channels;
                const double taken = datum.empty() ? 0 : datum[c];
                to[i] =
                    T(keeps_alpha && c + 1 == channels ? x[i] + taken
                                                       : moments_value(derived, taken, x[i], one[i], two[i]));
            }
        }
    };
    out.sample == Sample::f64 ? all(double()) : all(float());
}

}  // namespace sweep
