#include "app/teach/line.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/filter/dispatch.h"
#include "core/filter/extended_index.h"
#include "core/filter/memory.h"

namespace sweep::app {
namespace {

// The number of samples after which a state has decayed below the precision of double.
std::ptrdiff_t rest_length(const AxisDesign& axis) {
    return std::ptrdiff_t(std::min(decay_length(axis, 40), 3e5)) + LineTrace::margin;
}

double extended(std::span<const double> line, BoundaryKind kind, double outside, std::ptrdiff_t i) {
    const std::ptrdiff_t from = extended_index(kind, i, std::ptrdiff_t(line.size()));
    if (from >= 0) return line[std::size_t(from)];
    return kind == BoundaryKind::none ? 0 : outside;
}

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
Vec<double, R> at_rest(const Recurrence<double, R, K>& filter, double level) {
    Vec<double, R> state = filter.steady();
    for (int k = 0; k < R; ++k) state[k] *= level;
    return state;
}

template <int R, Realisation K>
void run_line(const AxisDesign& axis, const Boundary& boundary, double outside, bool anticausal,
              std::span<const double> line, LineTrace& trace) {
    const auto F = make_recurrence<double, R, K>(axis.causal);
    const auto Rv = make_recurrence<double, R, K>(axis.anticausal);
    const bool none = boundary.kind == BoundaryKind::none;
    // After the line the causal pass needs to come to rest before the anticausal pass may start at rest.
    const std::ptrdiff_t decay = rest_length(axis), n = std::ptrdiff_t(line.size());
    const std::ptrdiff_t before = none ? 0 : decay, behind = none ? 0 : 2 * decay;
    std::vector<double> x(std::size_t(before + n + behind)), y(x.size());
    const std::ptrdiff_t size = std::ptrdiff_t(x.size());
    for (std::ptrdiff_t i = 0; i < size; ++i)
        x[std::size_t(i)] = extended(line, boundary.kind, outside, i - before);

    const auto keep_state = [&](const Vec<double, R>& s, std::ptrdiff_t i) {
        if (i >= -1 && i < n) std::copy_n(s.v, R, trace.states.data() + (i + 1) * R);
    };
    Vec<double, R> s = none ? Vec<double, R>{} : at_rest(F, x.front());
    if (!anticausal) keep_state(s, -before - 1);
    for (std::ptrdiff_t i = 0; i < size; ++i) {
        y[std::size_t(i)] = F.step(s, x[std::size_t(i)]) * axis.causal.gain;
        if (!anticausal) keep_state(s, i - before);
    }
    std::ptrdiff_t first = before;
    if (anticausal) {
        x = y;
        s = none ? Vec<double, R>{} : at_rest(Rv, x.back());
        keep_state(s, -behind - 1);
        for (std::ptrdiff_t i = size - 1; i >= 0; --i) {
            y[std::size_t(i)] = Rv.step(s, x[std::size_t(i)]) * axis.anticausal.gain;
            keep_state(s, size - 1 - i - behind);
        }
        std::reverse(x.begin(), x.end());
        std::reverse(y.begin(), y.end());
        first = behind;
    }
    for (std::ptrdiff_t i = -LineTrace::margin; i < n + LineTrace::margin; ++i) {
        const std::ptrdiff_t at = first + i;
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
            run_line<R, Realisation::pole_zero>(axis, boundary, outside, anticausal, line, trace);
        else
            run_line<R, Realisation::delta>(axis, boundary, outside, anticausal, line, trace);
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
