#include "core/design/design.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/error.h"
#include "core/filter/dispatch.h"

namespace sweep {

const PassDesign& FilterDesign::pass(int index) const {
    const AxisDesign& axis = index < 2 ? columns : rows;
    return index % 2 == 0 ? axis.causal : axis.anticausal;
}

bool AxisDesign::is_identity() const {
    auto leaves = [](const PassDesign& pass) {
        return !pass.feeds_forward() && pass.gain == 1 &&
               std::all_of(pass.poles.begin(), pass.poles.end(), [](auto& pole) { return pole == 0.0; });
    };
    return leaves(causal) && leaves(anticausal);
}

double FilterDesign::gain_after(int passes) const {
    double gain = 1;
    for (int i = 0; i < passes; ++i) gain *= pass(i).gain;
    return gain;
}

double FilterDesign::response_after(int passes) const {
    double response = 1;
    for (int i = 0; i < passes; ++i) response *= pass(i).response();
    return response;
}

Realisation form_of(const FilterDesign& filter, Realisation asked) {
    return asked == Realisation::delta && filter.feeds_forward() ? Realisation::pole_zero : asked;
}

namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ExitCode::usage, what);
}

// A given g multiplies the input. Where the input is x alone, g replaces the gain that keeps a constant, and
// the recurrence is y = g x - sum d y. Where it is sum b x, g is one more factor: y = g sum b_k x_{i-k} - sum
// d_k y_{i-k} ([N11] (46)).
void set_gains(FilterDesign& filter, const FilterSpec& spec) {
    const bool on_top =
        filter.feeds_forward() || !spec.feedforward.empty() || !spec.anticausal_feedforward.empty();
    for (AxisDesign* axis : {&filter.columns, &filter.rows})
        for (auto [pass, g] :
             {std::pair{&axis->causal, spec.causal_gain}, {&axis->anticausal, spec.anticausal_gain}}) {
            if (g) pass->gain = on_top ? pass->gain * *g : *g / pass->unit_gain;
            if (!std::isfinite(pass->gain)) refuse("the gain must be a finite number");
        }
}

// Passes of this order that leave their lines as they are.
AxisDesign identity(int order) {
    const PassDesign pass = all_pole_pass(std::vector<std::complex<double>>(std::size_t(order), 0.0));
    return {pass, pass};
}

}  // namespace

FilterDesign design(const FilterSpec& spec) {
    const KindInfo& kind = info(spec.kind);
    if (!kind.design) refuse("this filter is not a recursive one: it has no poles");
    FilterDesign filter = kind.design(spec);
    set_gains(filter, spec);
    if (spec.axes != Axes::both)
        (spec.axes == Axes::x ? filter.columns : filter.rows) = identity(filter.order());
    return filter;
}

std::vector<double> impulse_response(const AxisDesign& filter, int half) {
    // The line continues for four widths behind the impulse, so that the anticausal pass brings back what the
    // causal pass leaves there.
    const std::size_t n = std::size_t(2 * half + 1);
    std::vector<double> line(5 * n, 0.0);
    line[std::size_t(half)] = 1;
    dispatch_any_order(filter.order(), [&]<int R>() {
        const auto down = make_recurrence<double, R, Realisation::pole_zero>(filter.causal);
        const auto up = make_recurrence<double, R, Realisation::pole_zero>(filter.anticausal);
        Vec<double, R> s{}, e{};
        for (double& x : line) x = down.step(s, x);
        std::for_each(line.rbegin(), line.rend(), [&](double& x) { x = up.step(e, x); });
    });
    line.resize(n);
    for (double& x : line) x *= filter.causal.gain * filter.anticausal.gain;
    return line;
}

std::vector<double> sampled_gaussian(double sigma, int half, int derivative) {
    std::vector<double> samples;
    double sum = 0;
    for (int i = -half; i <= half; ++i) {
        samples.push_back(std::exp(-0.5 * std::pow(i / sigma, 2)));
        sum += samples.back();
    }
    for (int i = -half; i <= half; ++i) {
        const double x = i / sigma;
        samples[std::size_t(i + half)] *= (derivative == 0   ? 1
                                           : derivative == 1 ? -x / sigma
                                                             : (x * x - 1) / (sigma * sigma)) /
                                          sum;
    }
    return samples;
}

}  // namespace sweep
