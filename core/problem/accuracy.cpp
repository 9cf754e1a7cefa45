#include "core/problem/accuracy.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include "core/base/largest.h"
#include "core/blocks/extension.h"
#include "core/blocks/line_numbers.h"
#include "core/design/kinds.h"
#include "core/design/transfer.h"
#include "core/filter/memory.h"
#include "core/problem/block_trial.h"
#include "core/problem/local_scale.h"
#include "core/problem/reference.h"

namespace sweep {
namespace {

// A line of noise in [-1/4, 3/4), the same one for the same `bits`.
std::vector<double> noise(long long n, std::uint32_t bits = 1) {
    std::vector<double> x(static_cast<std::size_t>(n));
    for (double& sample : x) {
        bits = bits * 1664525u + 1013904223u;
        sample = double(bits >> 8) * 0x1p-24 - 0.25;
    }
    return x;
}

// A smooth line in [0, 1] with three maxima, of float32 numbers.
std::vector<double> wave(long long n) {
    constexpr double turn = 2 * std::numbers::pi;
    std::vector<double> x(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = float(0.5 - 0.5 * std::cos(turn * 3 * (double(i) + 0.5) / double(n)));
    return x;
}

// A line of noise with a few samples of 10^6.
std::vector<double> spikes(long long n) {
    std::vector<double> x = noise(n);
    for (std::size_t i = 0; i < x.size(); i += x.size() / 3 + 1) x[i] = 1e6;
    return x;
}

// A line, and what whole lines in double make of it, from the states that entered it.
struct Trial {
    std::vector<double> line, truth;
    LineStates<double> entering = {};
};

// A period of a line of which each sample is a T.
template <class T>
std::vector<T> period_of(BoundaryKind boundary, const std::vector<double>& line) {
    std::vector<T> x(line.begin(), line.end());
    for (std::size_t n = x.size(), i = n; i < line_period(boundary, n); ++i)
        x.push_back(x[index_in_period(boundary, i, n)]);
    return x;
}

Trial tried(const LineNumbers& numbers, BoundaryKind boundary, std::vector<double> line) {
    struct Samples {
        std::vector<double>& x;
        std::ptrdiff_t period() const { return std::ptrdiff_t(x.size()); }
        double read(std::ptrdiff_t i) const { return x[std::size_t(i)]; }
        void write(std::ptrdiff_t i, double y) const { x[std::size_t(i)] = y; }
    };
    std::vector<double> x = period_of<double>(boundary, line);
    const LineStates<double> entering = filter_line<double>(numbers, boundary, true, 0, Samples{x});
    x.resize(line.size());
    return {std::move(line), std::move(x), entering};
}

// The same line by plain recurrences in float32. They start from the states in double, so that they are not charged
// for rounding that a nearly singular I - A^n magnifies.
std::vector<float> by_plain_float(const LineNumbers& numbers, BoundaryKind boundary, const Trial& trial) {
    std::vector<float> x = period_of<float>(boundary, trial.line);
    auto run = [&](const LinePass& pass, const double* state, auto begin, auto end) {
        float s[LineNumbers::most] = {};
        std::copy_n(state, pass.states(), s);
        for (auto i = begin; i != end; ++i) *i = pass.step(s, *i);
    };
    run(numbers.F, trial.entering.first, x.begin(), x.end());
    run(numbers.R, trial.entering.last, x.rbegin(), x.rend());
    x.resize(trial.line.size());
    return x;
}

// True for filters whose errors are known to be small (tests/support/cases.h runs them from sigma 0.8 to 8192).
bool is_known_accurate(const FilterSpec& filter) {
    const bool is_derivative =
        reads(filter.kind, Parameter::derivative) && (filter.derivative_y != 0 || filter.derivative_x != 0);
    return info(filter.kind).is_accurate && !is_derivative && !filter.is_by_accuracy();
}

// The error relative to the largest output, `scale`. A small output next to large states is no more exact
// than the states are: there the error is measured by what a plain float32 recurrence loses, a few parts in
// 10^7 of the states.
double relative(double error, double scale, double plain_error) {
    constexpr double plain = 4e-6;
    scale = std::max(scale, plain_error / plain);
    return error == 0 ? 0 : scale > 0 ? error / scale : std::numeric_limits<double>::infinity();
}

// The gain of the pass band, gains of the passes included, for an axis whose zeros take smooth lines out: what a
// twentieth of all frequencies exceed, which a narrow resonance does not raise. Nothing for others.
std::optional<double> gain_of_pass_band(const AxisDesign& filter) {
    constexpr int frequencies = 200;
    constexpr double taken_out = 5e-3;
    if (!filter.causal.feeds_forward() && !filter.anticausal.feeds_forward()) return std::nullopt;
    std::vector<double> gains;
    for (int k = 0; k < frequencies; ++k)
        gains.push_back(std::abs(transfer(filter, true, std::numbers::pi * (k + 0.5) / frequencies)));
    const auto twentieth = gains.begin() + frequencies / 20;
    std::nth_element(gains.begin(), twentieth, gains.end(), std::greater<>());
    if (std::abs(transfer(filter, true, 0)) > taken_out * *twentieth) return std::nullopt;
    return *twentieth;
}

// The output of a filter with a resonance is small where a line is smooth, but rounding errors are amplified as
// those of noise are. So both lines are tried.
void set_smooth(LineErrors& errors, const AxisDesign& filter, double error, const Trial& smooth,
                const Trial& rough) {
    if (error == 0) return;
    const double gain = std::abs(filter.causal.gain * filter.anticausal.gain),
                 passed = gain_of_pass_band(filter).value_or(0) / gain * largest_magnitude(smooth.line),
                 scale = std::max(largest_magnitude(smooth.truth), passed);
    errors.smooth = error / scale;
    errors.growth = std::max(1.0, largest_magnitude(rough.truth) / largest_magnitude(rough.line) *
                                      largest_magnitude(smooth.line) / scale);
}

LineErrors errors_of_blocks(const AxisDesign& filter, Realisation form, BoundaryKind boundary, long long n,
                            Sample sample) {
    const LineNumbers numbers = line_numbers(filter, boundary, n);
    auto error_on = [&](const Trial& trial) {
        double error = 0;
        for (const std::vector<double>& result : by_blocks(filter, form, boundary, trial.line, sample))
            error = std::max(error, largest_difference(result, trial.truth));
        return error;
    };
    const Trial rough = tried(numbers, boundary, noise(n)), smooth = tried(numbers, boundary, wave(n));
    LineErrors errors;
    errors.noise = relative(error_on(rough), largest_magnitude(rough.truth),
                            largest_difference(by_plain_float(numbers, boundary, rough), rough.truth));
    set_smooth(errors, filter, error_on(smooth), smooth, rough);

    const Trial spiky = tried(numbers, boundary, spikes(n));
    std::vector<double> scale;
    for (double x : spiky.line) scale.push_back(std::abs(x));
    local_scale(remembered(filter, true, n), boundary, 0, scale);
    const double gain = largest_magnitude(rough.truth) / largest_magnitude(rough.line);
    auto local_error = [&](const auto& result) {
        double most = 0;
        for (std::size_t i = 0; i < result.size(); ++i) {
            const double off = std::abs(double(result[i]) - spiky.truth[i]);
            most = std::max(most, off == 0 ? 0 : off / (gain * scale[i]));
        }
        return most;
    };
    for (const std::vector<double>& result : by_blocks(filter, form, boundary, spiky.line, sample))
        errors.local = std::max(errors.local, local_error(result));
    // Where the plain recurrence in float32 is further off, the promise is as much weaker.
    errors.local = relative(errors.local, 1, local_error(by_plain_float(numbers, boundary, spiky)));
    return errors;
}

LineErrors errors_of_whole_lines(const AxisDesign& filter, BoundaryKind boundary, long long n) {
    const LineNumbers numbers = line_numbers(filter, boundary, n);
    const double gain = filter.causal.gain * filter.anticausal.gain;
    // Several lines of noise: on a single one it is a matter of luck how much it has of the wave that is
    // amplified most.
    std::vector<std::vector<double>> lines{wave(n)}, truths;
    for (std::uint32_t seed : {1u, 2u, 3u, 4u}) lines.push_back(noise(n, seed));
    truths = lines;
    reference_lines(filter, boundary, truths);
    // A line of a few samples may have nothing of what the filter passes: its output is rounding, by which no error is
    // measured.
    const double least = 0.01 * gain_of_pass_band(filter).value_or(0) / std::abs(gain);
    LineErrors errors;
    double smooth_error = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (double& y : truths[i]) y /= gain;
        const Trial trial = tried(numbers, boundary, lines[i]);
        const double error = largest_difference(trial.truth, truths[i]);
        if (i == 0) {
            smooth_error = error;
            continue;
        }
        const double plain = largest_difference(by_plain_float(numbers, boundary, trial), trial.truth);
        const double scale = std::max(largest_magnitude(truths[i]), least * largest_magnitude(lines[i]));
        errors.noise = std::max(errors.noise, relative(error, scale, plain));
    }
    set_smooth(errors, filter, smooth_error, {lines[0], truths[0]}, {lines[1], truths[1]});
    return errors;
}

// The errors of both axes: those of the columns as the rows amplify them, and those of the rows.
template <class Error>
LineErrors of_problem(const DesignedProblem& asked, Trials& trials, std::optional<Realisation> form,
                      const Error& error) {
    if (const auto known = trials.of_lines.find(form); known != trials.of_lines.end()) return known->second;
    // A longer line loses as much at its ends as one of this length.
    constexpr int longest = 2048;
    const auto& [p, filter] = asked;
    LineErrors all = error(filter.columns, p.boundary_of_columns().kind, std::min(p.shape.height, longest));
    if (p.passes > 2) {
        const LineErrors of_rows = error(filter.rows, p.boundary.kind, std::min(p.shape.width, longest));
        all.noise += of_rows.noise;
        all.local += of_rows.local;
        all.smooth = all.smooth * of_rows.growth + of_rows.smooth;
    }
    return trials.of_lines[form] = all;
}

}  // namespace

double LineErrors::most() const {
    return std::max({noise, smooth, local / 4});
}

double block_error(const AxisDesign& filter, Realisation form, BoundaryKind boundary, long long n,
                   Sample sample) {
    return errors_of_blocks(filter, form, boundary, n, sample).most();
}

double block_error(const DesignedProblem& asked, Trials& trials, TrialLines lines) {
    const auto& [p, filter] = asked;
    const bool usual =
        p.method.algorithm != Algorithm::parallel && p.method.realisation == Realisation::delta;
    if (usual && is_known_accurate(p.filter)) return 0;
    if (filter.order() > max_order) return 0;  // no blocks have so high an order
    const Realisation form = form_of(p, filter);
    const LineErrors errors =
        of_problem(asked, trials, form, [&](const AxisDesign& axis, BoundaryKind boundary, int n) {
            return errors_of_blocks(axis, form, boundary, n, asked.problem.input);
        });
    return lines == TrialLines::noise ? errors.noise : errors.most();
}

double line_error(const AxisDesign& filter, BoundaryKind boundary, long long n) {
    return errors_of_whole_lines(filter, boundary, n).most();
}

double line_error(const DesignedProblem& asked, Trials& trials) {
    if (is_known_accurate(asked.problem.filter)) return 0;
    return of_problem(asked, trials, std::nullopt, errors_of_whole_lines).most();
}

double gain_of_passed_waves(const Problem& p) {
    const FilterDesign filter = design(p.filter);
    bool takes_out = false;
    auto gain_of = [&](const AxisDesign& axis, bool both) {
        if (!gain_of_pass_band(axis)) return std::abs(transfer(axis, both, 0));
        takes_out = true;
        return peak(axis.causal) * (both ? peak(axis.anticausal) : 1);
    };
    double gain = gain_of(filter.columns, p.passes >= 2);
    if (p.passes > 2) gain *= gain_of(filter.rows, p.passes == 4);
    return takes_out ? gain : 0;
}

std::optional<double> distance_from_gaussian(const Problem& p) {
    const FilterSpec& spec = p.filter;
    if (spec.kind != FilterKind::gaussian || spec.causal_gain || spec.anticausal_gain ||
        p.passes != all_passes)
        return std::nullopt;
    const FilterDesign filter = design(spec);
    const auto distance = [](const AxisDesign& axis, double sigma, int derivative) {
        constexpr double nepers = 30;  // e^-30 is less than double tells from 1
        const int half = int(std::max(decay_length(axis, nepers), 9 * sigma)) + 16;
        const std::vector<double> h = impulse_response(axis, half),
                                  g = sampled_gaussian(sigma, half, derivative);
        double sum = 0, whole = 0;
        for (std::size_t i = 0; i < h.size(); ++i) {
            sum += std::abs(h[i] - g[i]);
            whole += std::abs(g[i]);
        }
        return sum / whole;
    };
    double largest = 0;
    if (spec.axes != Axes::y) largest = distance(filter.rows, spec.sigma, spec.derivative_x);
    if (spec.axes != Axes::x)
        largest = std::max(largest, distance(filter.columns, spec.sigma_of_columns(), spec.derivative_y));
    return largest;
}

}  // namespace sweep
