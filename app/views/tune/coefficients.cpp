#include "app/views/tune/coefficients.h"

#include <vector>

#include <fmt/format.h>

#include "app/work/options/filter_options.h"
#include "core/design/design.h"

namespace sweep::app {
namespace {

// The feedforward coefficients b_0, b_1, .. of powers of z^-1, from PassDesign::numerator, which has those of
// 1 - z^-1.
std::vector<double> fed_forward(const PassDesign& pass) {
    const double scale = pass.gain * pass.unit_gain;
    if (!pass.feeds_forward()) return {scale};
    std::vector<double> b;
    for (std::size_t k = pass.numerator.size(); k-- > 0;) {
        // b (1 - z^-1) + numerator_k
        b.push_back(0);
        for (std::size_t j = b.size() - 1; j > 0; --j) b[j] -= b[j - 1];
        b[0] += pass.numerator[k];
    }
    for (double& x : b) x *= scale;
    return b;
}

bool same(const PassDesign& a, const PassDesign& b) {
    return a.d == b.d && a.gain == b.gain && a.numerator == b.numerator;
}

// The options of `sweep filter` that give this filter.
std::string options_of(const FilterSpec& filter) {
    FilterSettings settings;
    settings.filter = filter;
    std::string text = fmt::format("--filter {}", info(filter.kind).word);
    for (const FilterOption& row : parameter_options()) {
        const std::string value = row.get(settings);
        const bool is_usual =
            (row.name == "derivative" || row.name == "band" || row.name == "axes") && value == row.get({});
        if (row.listens(settings) && !value.empty() && !is_usual)
            text += fmt::format(" --{} {}", row.name, value);
    }
    return text;
}

}  // namespace

FilterSpec as_coefficients(const FilterSpec& filter) {
    const FilterDesign designed = design(filter);
    if (filter.kind == FilterKind::iir || !are_alike(designed.rows, designed.columns)) return filter;
    const AxisDesign& axis = designed.rows;
    FilterSpec spec;
    spec.kind = FilterKind::iir;
    spec.causal = axis.causal.d;
    if (!same(axis.causal, axis.anticausal)) spec.anticausal = axis.anticausal.d;
    if (axis.feeds_forward()) {
        spec.feedforward = fed_forward(axis.causal);
        if (!same(axis.causal, axis.anticausal)) spec.anticausal_feedforward = fed_forward(axis.anticausal);
    } else if (axis.causal.gain != 1 || axis.anticausal.gain != 1) {
        spec.causal_gain = axis.causal.gain * axis.causal.unit_gain;
        spec.anticausal_gain = axis.anticausal.gain * axis.anticausal.unit_gain;
    }
    return spec;
}

std::string coefficient_options(const FilterSpec& filter) {
    return options_of(as_coefficients(filter));
}

bool are_alike(const AxisDesign& a, const AxisDesign& b) {
    return same(a.causal, b.causal) && same(a.anticausal, b.anticausal);
}

Json coefficients_json(const PassDesign& pass) {
    Json poles = Json::array();
    for (const auto& pole : pass.poles) poles.push_back({pole.real(), pole.imag()});
    return {{"d", pass.d}, {"b", fed_forward(pass)}, {"poles", poles}};
}

}  // namespace sweep::app
