#include "app/lessons/passes/line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/blocks/line_numbers.h"
#include "core/filter/boundaries.h"
#include "core/filter/dispatch.h"
#include "core/line/exact_line.h"

namespace sweep::app {
namespace {

// The feedforward coefficients b_j of x_{i-j} from PassDesign::numerator, which has those of the differences.
std::vector<double> feedforward_of(const PassDesign& pass) {
    std::vector<double> b(std::max<std::size_t>(pass.numerator.size(), 1), 0.0);
    if (!pass.feeds_forward()) b[0] = 1;
    for (std::size_t k = 0; k < pass.numerator.size(); ++k) {
        double binomial = 1;
        for (std::size_t j = 0; j <= k; ++j) {
            b[j] += pass.numerator[k] * binomial * (j % 2 == 0 ? 1 : -1);
            binomial = binomial * double(k - j) / double(j + 1);
        }
    }
    for (double& value : b) value *= pass.unit_gain * pass.gain;
    return b;
}

template <int R, Realisation K>
void run_line(const AxisDesign& axis, BoundaryKind boundary, double outside, bool anticausal,
              std::span<const double> line, LineTrace& trace) {
    const auto F = make_recurrence<double, R, K>(axis.causal),
               Rv = make_recurrence<double, R, K>(axis.anticausal);
    const int n = int(line.size()), period = int(line_period(boundary, n));
    // A line that goes on for whole periods at both ends has the same extension.
    const int around = !is_extended(boundary) ? 0 : (LineTrace::margin + period - 1) / period * period;
    std::vector<double> x;
    for (int i = -around; i < n + around; ++i) {
        const int from = extended_index(boundary, i, n);
        x.push_back(from < 0 ? outside : line[std::size_t(from)]);
    }
    const int size = int(x.size());
    std::vector<double> y = x;
    const auto exact = exact_line(axis, {K, LineForm::f64}, boundary, true, size);
    (*exact)(y.data(), 1, outside);

    const auto keep_state = [&](const Vec<double, R>& s, int i) {
        if (i >= -1 && i < n) std::copy_n(s.v, R, trace.states.data() + (i + 1) * R);
    };
    const auto run = [&](const auto& pass, double gain, const auto& entering, double factor, bool keep) {
        Vec<double, R> s;
        for (int k = 0; k < R; ++k) s[k] = entering[std::size_t(k)] * factor;
        if (keep) keep_state(s, -around - 1);
        for (int i = 0; i < size; ++i) {
            y[std::size_t(i)] = pass.step(s, x[std::size_t(i)]) * gain;
            if (keep) keep_state(s, i - around);
        }
    };
    run(F, axis.causal.gain, exact->first, 1, !anticausal);
    if (anticausal) {
        x.assign(y.rbegin(), y.rend());
        run(Rv, axis.anticausal.gain, exact->last, axis.causal.gain, true);
    }
    for (int at = around - LineTrace::margin; at < around + n + LineTrace::margin; ++at) {
        const bool there = at >= 0 && at < size;
        trace.inputs.push_back(there ? x[std::size_t(at)] : 0);
        trace.outputs.push_back(there ? y[std::size_t(at)] : 0);
    }
}

}  // namespace

LineTrace trace_line(const AxisDesign& axis, const Boundary& boundary, double outside, bool anticausal,
                     std::span<const double> line) {
    LineTrace trace;
    trace.pass = anticausal ? axis.anticausal : axis.causal;
    trace.forward = !anticausal;
    trace.length = int(line.size());
    trace.order = axis.order();
    trace.b = feedforward_of(trace.pass);
    trace.plain = !axis.feeds_forward();
    trace.states.assign((line.size() + 1) * std::size_t(trace.order), 0.0);
    dispatch_any_order(trace.order, [&]<int R>() {
        if (axis.feeds_forward())
            run_line<R, Realisation::pole_zero>(axis, boundary.kind, outside, anticausal, line, trace);
        else
            run_line<R, Realisation::delta>(axis, boundary.kind, outside, anticausal, line, trace);
    });
    return trace;
}

Equation equation_at(const LineTrace& line, int i) {
    Equation equation;
    for (int j = 0; j < int(line.b.size()); ++j)
        equation.terms.push_back({'x', j, line.b[std::size_t(j)], line.x(i - j)});
    for (int k = 1; k <= line.order; ++k)
        equation.terms.push_back({'y', k, -line.pass.d[std::size_t(k - 1)], line.y(i - k)});
    for (const EquationTerm& term : equation.terms) equation.sum += term.product();
    return equation;
}

namespace {

// What an impulse at sample 0 leaves: of the input, through b, or of the output itself, through the feedback alone.
std::vector<double> left_of(const LineTrace& line, std::span<const double> b, int count) {
    std::vector<double> y(std::size_t(std::max(count, 0)));
    for (int i = 0; i < count; ++i) {
        double value = std::size_t(i) < b.size() ? b[std::size_t(i)] : 0;
        for (int k = 1; k <= std::min(line.order, i); ++k)
            value -= line.pass.d[std::size_t(k - 1)] * y[std::size_t(i - k)];
        y[std::size_t(i)] = value;
    }
    return y;
}

void cut_unseen(std::vector<double>& sizes) {
    constexpr double seen = 1e-3;
    while (sizes.size() > 1 && sizes.back() < seen) sizes.pop_back();
}

}  // namespace

LineLineage lineage_at(const LineTrace& line, int i) {
    LineLineage lineage;
    const std::array<double, 1> itself{1};
    const std::vector<double> h = left_of(line, line.b, i + 1);
    double inside = 0, all = 0;
    for (int j = 0; j <= i; ++j) {
        const double part = h[std::size_t(j)] * line.x(i - j);
        inside += part, all += std::abs(part);
        lineage.made_of.push_back(std::abs(part));
    }
    lineage.outside = std::abs(line.y(i) - inside);
    all += lineage.outside;
    lineage.outside /= all > 0 ? all : 1;
    for (double& share : lineage.made_of) share /= all > 0 ? all : 1;
    for (const double left : left_of(line, itself, line.length - i)) lineage.makes.push_back(std::abs(left));
    cut_unseen(lineage.made_of);
    cut_unseen(lineage.makes);
    return lineage;
}

std::vector<DeltaStep> delta_steps(const LineTrace& line, int i) {
    const detail::Sections sections = detail::sections(line.pass);
    const detail::Alternation alternation = detail::alternation(line.pass);
    const std::span<const double> before = line.state(i - 1);
    std::vector<DeltaStep> steps;
    double x = line.x(i);
    std::string x_name = "x";
    const bool odd = line.order % 2 == 1;
    if (odd) {
        const double w = before[0], g = sections.first, value = w + g * (x - w);
        steps.push_back({"w", "w + g (" + x_name + " - w)",
                         fmt::format("{:.5f} {:+.5f} ({:.5f} - {:.5f})", w, g, x, w), value});
        x = value;
        x_name = "w";
    }
    for (int pair = 0; pair < line.order / 2; ++pair) {
        const auto p = std::size_t(pair);
        const std::size_t at = std::size_t(2 * pair + (odd ? 1 : 0));
        const double y = before[at], v = before[at + 1];
        const double k = alternation.k[p], sign = alternation.sign[p];
        const double a = sign * sections.pair_a[p], g = sections.pair_g[p];
        const std::string number = line.order > 3 ? std::to_string(pair + 1) : "";
        const std::string y_name = "y" + number, v_name = "v" + number;
        const double new_v = g * (x - k * y) + a * v, new_y = sign * y + new_v;
        steps.push_back({v_name,
                         sign < 0 ? "g (" + x_name + " - k " + y_name + ") - a " + v_name
                                  : "a " + v_name + " + g (" + x_name + " - " + y_name + ")",
                         fmt::format("{:.5f} ({:.6f}) {:+.5f} ({:.5f} - {:.5f})", a, v, g, x, k * y), new_v});
        steps.push_back({y_name, sign < 0 ? v_name + " - " + y_name : y_name + " + " + v_name,
                         fmt::format("{:.5f} {:+.6f}", sign * y, new_v), new_y});
        x = new_y;
        x_name = y_name;
    }
    return steps;
}

std::vector<double> response_of(const AxisDesign& axis, int passes, int half) {
    if (passes >= 2) return impulse_response(axis, half);
    std::vector<double> response(std::size_t(2 * half + 1), 0.0);
    response[std::size_t(half)] = 1;
    dispatch_any_order(axis.order(), [&]<int R>() {
        const auto F = make_recurrence<double, R, Realisation::pole_zero>(axis.causal);
        Vec<double, R> s{};
        for (double& sample : response) sample = F.step(s, sample) * axis.causal.gain;
    });
    return response;
}

std::vector<double> ideal_response(double sigma, int derivative, int half) {
    std::vector<double> response;
    for (int i = -half; i <= half; ++i) {
        const double t = i / sigma,
                     gauss = std::exp(-0.5 * t * t) / (sigma * std::sqrt(2 * std::numbers::pi));
        response.push_back(derivative == 0   ? gauss
                           : derivative == 1 ? -t / sigma * gauss
                                             : (t * t - 1) / (sigma * sigma) * gauss);
    }
    return response;
}

}  // namespace sweep::app
