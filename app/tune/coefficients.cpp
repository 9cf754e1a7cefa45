#include "app/tune/coefficients.h"

#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/engines/stage_json.h"
#include "app/request/describe.h"
#include "app/request/filter_options.h"
#include "core/filter/design.h"

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

bool same(const AxisDesign& a, const AxisDesign& b) {
    return same(a.causal, b.causal) && same(a.anticausal, b.anticausal);
}

// The values as text; fmt writes the shortest number that reads as the same double.
std::string list(const std::vector<double>& values, const char* separator) {
    return fmt::format("{}", fmt::join(values, separator));
}

struct NamedPass {
    std::string name;
    const PassDesign* pass;
};

// The passes of a filter, without those that repeat an earlier one.
std::vector<NamedPass> distinct_passes(const FilterDesign& filter) {
    std::vector<NamedPass> passes;
    const bool one_axis = same(filter.columns, filter.rows);
    for (const auto& [axis, prefix] : {std::pair{&filter.rows, "rows_"}, {&filter.columns, "columns_"}}) {
        if (one_axis && axis == &filter.columns) break;
        const std::string before = one_axis ? "" : prefix;
        if (same(axis->causal, axis->anticausal)) {
            passes.push_back({before + "pass", &axis->causal});
            continue;
        }
        passes.push_back({before + "causal", &axis->causal});
        passes.push_back({before + "anticausal", &axis->anticausal});
    }
    return passes;
}

std::string as_cpp(const FilterSpec& spec) {
    std::string text = fmt::format(
        "// {}.\n// Causal: y[i] = sum b[k] x[i - k] - sum d[k] y[i - 1 - k]; anticausal: the same from the "
        "other "
        "end.\n",
        filter_text(spec));
    const FilterDesign filter = design(spec);
    const std::vector<NamedPass> passes = distinct_passes(filter);
    if (passes.size() == 1) text += "// Down, up, right and left alike.\n";
    for (const NamedPass& p : passes)
        for (const auto& [letter, values] : {std::pair{"d", p.pass->d}, {"b", fed_forward(*p.pass)}})
            text += fmt::format("constexpr double {}_{}[] = {{{}}};\n", p.name, letter, list(values, ", "));
    return text;
}

Json pass_json(const PassDesign& pass) {
    Json poles = Json::array();
    for (const auto& pole : pass.poles) poles.push_back({pole.real(), pole.imag()});
    return {{"d", pass.d}, {"b", fed_forward(pass)}, {"poles", poles}};
}

std::string as_json(const FilterSpec& spec) {
    const FilterDesign filter = design(spec);
    Json json;
    json["filter"] = filter_text(spec);
    json["recurrence"] = "y[i] = sum b[k] x[i-k] - sum d[k] y[i-1-k]";
    const auto axis_json = [](const AxisDesign& axis) {
        return Json{{"causal", pass_json(axis.causal)}, {"anticausal", pass_json(axis.anticausal)}};
    };
    if (same(filter.rows, filter.columns)) {
        json["both_axes"] = axis_json(filter.rows);
    } else {
        json["rows"] = axis_json(filter.rows);
        json["columns"] = axis_json(filter.columns);
    }
    return json.dump(2) + "\n";
}

// The options of `sweep filter` that give this filter.
std::string options_of(const FilterSpec& filter) {
    FilterSettings settings;
    settings.filter = filter;
    std::string text = fmt::format("--filter {}", info(filter.kind).word);
    for (const FilterOption& row : filter_options()) {
        if (row.name == "boundary") break;  // what follows does not belong to the filter
        const std::string value = row.get(settings);
        const bool is_usual =
            (row.name == "derivative" || row.name == "band" || row.name == "axes") && value == row.get({});
        if (row.name != "filter" && row.listens(settings) && !value.empty() && !is_usual)
            text += fmt::format(" --{} {}", row.name, value);
    }
    return text;
}

}  // namespace

FilterSpec as_coefficients(const FilterSpec& filter) {
    const FilterDesign designed = design(filter);
    if (filter.kind == FilterKind::iir || !same(designed.rows, designed.columns)) return filter;
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

std::string coefficients(const FilterSpec& filter, CoefficientFormat format) {
    switch (format) {
        case CoefficientFormat::cpp:
            return as_cpp(filter);
        case CoefficientFormat::json:
            return as_json(filter);
        case CoefficientFormat::command_line:
            break;
    }
    return options_of(as_coefficients(filter));
}

}  // namespace sweep::app
