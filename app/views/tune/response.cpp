#include "app/views/tune/response.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>

#include "app/work/options/option_values.h"
#include "core/base/largest.h"
#include "core/design/design.h"
#include "core/design/transfer.h"
#include "core/families/algorithms.h"
#include "core/filter/memory.h"
#include "core/plan/planner.h"

namespace sweep::app {
namespace {

constexpr int frequencies = 257;       // from 0 to half a cycle per pixel
constexpr int longest_line = 1 << 16;  // half the length of the longest line that an engine filters here
constexpr int line_rows = 32;          // equal rows, enough for a block of any engine

// The number of samples after which the slowest pole has decayed to `left`.
int reach(const AxisDesign& axis, double left, int most) {
    const double samples = decay_length(axis, -std::log(left));
    return int(std::clamp(samples + 4 + 2 * axis.order(), 8.0, double(most)));
}

// The largest distance from the middle at which the response exceeds `part` of its peak.
int extent(const std::vector<double>& response, double part) {
    const double least = part * largest_magnitude(response);
    const int half = int(response.size() / 2);
    int furthest = 0;
    for (int i = -half; i <= half; ++i)
        if (std::abs(response[std::size_t(half + i)]) > least) furthest = std::max(furthest, std::abs(i));
    return furthest;
}

std::vector<double> middle(const std::vector<double>& response, int half) {
    const int centre = int(response.size() / 2);
    half = std::min(half, centre);
    return {response.begin() + (centre - half), response.begin() + (centre + half + 1)};
}

ResponseCurves::Shown thinned(const ResponseCurves& curves) {
    constexpr int most = 600;
    ResponseCurves::Shown shown;
    const int count = int(curves.impulse.size()), step = std::max(1, 2 * ((count + most - 1) / most) - 1);
    const auto push = [&](std::ptrdiff_t i) {
        shown.x.push_back(double(i - curves.half));
        shown.impulse.push_back(curves.impulse[std::size_t(i)]);
        if (curves.gaussian.empty()) return;
        shown.gaussian.push_back(curves.gaussian[std::size_t(i)]);
        shown.difference.push_back(shown.impulse.back() - shown.gaussian.back());
    };
    for (int first = 0; first < count; first += step) {
        const auto begin = curves.impulse.begin() + first, end = begin + std::min(step, count - first);
        const auto [least, largest] = std::minmax_element(begin, end);
        const auto from = std::min(least, largest), to = std::max(least, largest);
        push(from - curves.impulse.begin());
        if (to != from) push(to - curves.impulse.begin());
    }
    return shown;
}

FilterSpec without_derivatives(FilterSpec filter) {
    filter.derivative_x = filter.derivative_y = 0;
    return filter;
}

}  // namespace

ResponseCurves response_curves(const FilterSpec& filter, std::optional<double> sigma, int most) {
    const AxisDesign axis = design(filter).rows;
    ResponseCurves curves;
    constexpr double seen = 1e-6;  // of the peak, the range of a logarithmic plot
    const int furthest = reach(axis, 1e-9, most);
    curves.impulse = impulse_response(axis, furthest);
    curves.half =
        std::clamp(std::max(extent(curves.impulse, seen) + 1, int(sigma ? 5 * *sigma : 0)), 4, furthest);
    curves.impulse = middle(curves.impulse, curves.half);
    if (sigma) {
        curves.gaussian = sampled_gaussian(*sigma, curves.half);
        for (std::size_t i = 0; i < curves.impulse.size(); ++i)
            curves.distance += std::abs(curves.impulse[i] - curves.gaussian[i]);
        const auto [least, largest] = std::minmax_element(curves.impulse.begin(), curves.impulse.end());
        curves.least = *least / *largest;
    }
    curves.shown = thinned(curves);
    // The range of frequencies ends where nothing passes any more, so that slow filters fill their plots.
    const auto passes = [&](double frequency) {
        return std::abs(transfer(axis, true, 2 * std::numbers::pi * frequency)) > seen;
    };
    double highest = 0.5;
    while (highest > 1e-3) {
        bool any = false;
        for (int i = 1; i <= 16; ++i) any |= passes(highest * (0.5 + i / 32.0));
        if (any) break;
        highest /= 2;
    }
    for (int i = 0; i < frequencies; ++i) {
        const double frequency = highest * i / (frequencies - 1), omega = 2 * std::numbers::pi * frequency;
        curves.frequency.push_back(frequency);
        curves.one_pass.push_back(std::abs(transfer(axis, false, omega)));
        curves.whole.push_back(std::abs(transfer(axis, true, omega)));
        if (sigma) curves.gaussian_whole.push_back(std::exp(-0.5 * std::pow(*sigma * omega, 2)));
    }
    return curves;
}

std::optional<double> standard_deviation(const std::vector<double>& response) {
    const std::size_t centre = response.size() / 2;
    const auto half = double(centre);
    double sum = 0, first = 0, second = 0, size = 0;
    for (std::size_t i = 0; i < response.size(); ++i) {
        const double x = double(i) - half;
        sum += response[i];
        first += x * response[i];
        second += x * x * response[i];
        size += x * x * std::abs(response[i]);
    }
    // Where the sum almost vanishes, the moment is dominated by rounding.
    if (sum <= 1e-3 * largest_magnitude(response)) return std::nullopt;
    const double mean = first / sum, variance = second / sum - mean * mean;
    // Lobes of both signs may cancel in the moment, as those of a Butterworth filter do.
    if (!(variance >= 1e-3 * size / sum)) return std::nullopt;
    return std::sqrt(variance);
}

GaussianError gaussian_error(const std::vector<double>& response, double sigma) {
    const std::vector<double> truth = sampled_gaussian(sigma, int(response.size() / 2));
    GaussianError error;
    double squares = 0, own = 0;
    for (std::size_t i = 0; i < std::min(truth.size(), response.size()); ++i) {
        const double difference = response[i] - truth[i];
        error.largest = std::max(error.largest, std::abs(difference));
        squares += difference * difference;
        own += truth[i] * truth[i];
    }
    error.largest /= largest_magnitude(truth);
    error.rms = std::sqrt(squares / own);
    return error;
}

Measured measure(Problem problem, std::optional<double> sigma, Engine& engine) {
    problem.filter = without_derivatives(problem.filter);
    const AxisDesign axis = design(problem.filter).rows;
    // Lengths are powers of two (plus one), so that the engine seldom needs other memory.
    const int half = int(std::bit_ceil(unsigned(reach(axis, 1e-10, longest_line)))), width = 2 * half + 1;

    Measured measured;
    measured.length = width;
    const std::vector<double> designed = impulse_response(axis, half);
    measured.gain =
        axis.causal.gain * axis.causal.response() * axis.anticausal.gain * axis.anticausal.response();
    measured.design_sigma = standard_deviation(designed);
    if (sigma) measured.design_error = gaussian_error(designed, *sigma);

    // The columns are constant, so that the passes down and up only multiply by a gain.
    problem.shape = {width, line_rows, 1};
    problem.input = Sample::f32;
    problem.passes = all_passes;
    problem.boundary = {BoundaryKind::clamp, {}};
    problem.boundary_y.reset();
    if (!why_not(problem, engine.kind()).empty()) problem = AlgorithmChoice{}.of(problem);
    engine.prepare(problem);
    measured.engine = name_of(engine.kind()).word;
    Image line(problem.shape, Sample::f32);
    std::fill_n(line.data<float>(), line.shape().samples(), 0.0f);
    for (int y = 0; y < line_rows; ++y) line.view().row<float>(y)[half] = 1;
    const Image result = filtered(engine, std::as_const(line).view());
    const double gain = measured.gain;
    // Without a response to constants the output is zero and shows nothing.
    if (std::abs(gain) < 1e-9) return measured;
    std::vector<double> response;
    for (int x = 0; x < width; ++x) {
        const int y = line_rows / 2;
        const double value = result.sample() == Sample::f64 ? result.view().row<double>(y)[x]
                                                            : double(result.view().row<float>(y)[x]);
        response.push_back(value / gain);
    }
    measured.engine_sigma = standard_deviation(response);
    if (sigma) measured.engine_error = gaussian_error(response, *sigma);
    double largest = 0;
    for (std::size_t i = 0; i < response.size(); ++i)
        largest = std::max(largest, std::abs(response[i] - designed[i]));
    measured.rounding = largest / std::max(largest_magnitude(designed), 1e-300);
    return measured;
}

}  // namespace sweep::app
