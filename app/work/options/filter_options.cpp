#include "app/work/options/filter_options.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/work/options/option_rows.h"
#include "app/work/options/option_values.h"
#include "core/design/design.h"
#include "core/edge/edge_filter.h"

namespace sweep::app {

const std::vector<FilterOption>& filter_options() {
    static const std::vector<FilterOption> rows = [] {
        OptionRows all;
        add_filter_rows(all);
        add_solution_rows(all);
        return all.take();
    }();
    return rows;
}

std::span<const FilterOption> parameter_options() {
    const FilterOption *kind = find_filter_option("filter"), *behind = find_filter_option("boundary");
    return {kind + 1, behind};
}

const FilterOption* find_filter_option(std::string_view name) {
    const std::vector<FilterOption>& rows = filter_options();
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const FilterOption& row) { return row.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

std::vector<std::string> filter_arguments(const FilterSettings& settings) {
    static const FilterSettings start;
    std::vector<std::string> arguments;
    for (const FilterOption& row : filter_options()) {
        const std::string text = row.get(settings);
        if (text.empty() || text == row.get(start)) continue;
        if (row.value.empty())
            arguments.push_back((text == "on" ? "--" : "--no-") + row.name);
        else
            arguments.push_back(fmt::format("--{}={}", row.name, text));
    }
    return arguments;
}

bool set_argument(FilterSettings& settings, std::string_view argument) {
    if (argument.starts_with("--")) argument.remove_prefix(2);
    const std::size_t equals = argument.find('=');
    const bool is_off = equals == std::string_view::npos && argument.starts_with("no-");
    const FilterOption* row = find_filter_option(argument.substr(is_off ? 3 : 0, equals));
    if (!row || (is_off && !row->value.empty())) return false;
    if (row->value.empty()) {
        if (equals != std::string_view::npos)
            refuse_usage(fmt::format("the option --{} takes no value", row->name));
        row->set(settings, is_off ? "off" : "on");
        return true;
    }
    if (equals == std::string_view::npos || equals + 1 == argument.size())
        refuse_usage(fmt::format("the option --{0} needs a value: --{0} {1}", row->name, row->value));
    set_option(*row, settings, std::string(argument.substr(equals + 1)));
    return true;
}

void set_option(const FilterOption& row, FilterSettings& settings, const std::string& text) {
    if (row.axis > 0 && !row.takes_pair && row.items(text).size() > 1)
        refuse_usage(fmt::format("--{} takes one value here: lists are for sweep bench", row.name));
    row.set(settings, text);
}

std::string nonsense(const FilterSettings& settings) {
    const FilterSpec& f = settings.filter;
    const bool has_coefficients = !(f.causal.empty() && f.anticausal.empty() && f.feedforward.empty() &&
                                    f.anticausal_feedforward.empty());
    if (has_coefficients && f.kind != FilterKind::iir)
        return "--causal, --anticausal and their feedforward are coefficients of the filter iir: add "
               "--filter iir";
    if (f.accuracy != 0 && f.kind != FilterKind::gaussian)
        return fmt::format("--accuracy is of the filter gaussian: leave it out for {}", info(f.kind).word);
    if (settings.passes != all_passes && !is_recursive(f.kind))
        return fmt::format("the filter {} has no passes to stop after: leave --passes out",
                           info(f.kind).word);
    if (const std::string reason = settings.why_not_derived(); !reason.empty()) return "--derive: " + reason;
    if (!info(f.kind).follows_picture) return "";
    const std::string of = fmt::format("of the filter {}", settings.filter_word());
    if (maps_tones(f) && !settings.guide.empty())
        return "--tone-map has a guide of its own, the luminance: leave --guide out";
    const double largest = info(f.kind).largest_sigma;
    if (largest > 0 && f.sigma_y > 0)
        return fmt::format("--sigma {} is one number: it is as wide along x as along y", of);
    const bool has_boundary = info(f.kind).has_boundary;
    if (has_boundary && settings.boundary_y)
        return fmt::format("--boundary {} is one: that of rows and columns", of);
    if (has_boundary && !has_edge_filter(settings.boundary.kind))
        return fmt::format("--boundary {} is not {}: use {}", info(settings.boundary.kind).word, of,
                           list_of_boundaries(has_edge_filter, " or "));
    if (largest > 0 && !(f.sigma > 0 && f.sigma <= largest))
        return fmt::format("--sigma {} is above 0 and at most {}", of, plain_number(largest));
    return "";
}

void require_sense(const FilterSettings& settings) {
    if (const std::string reason = nonsense(settings); !reason.empty()) refuse_usage(reason);
    if (is_recursive(settings.filter.kind)) design(settings.filter);
}

FilterSettings as_said(const FilterSettings& settings) {
    FilterSettings said;
    for (const std::string& argument : filter_arguments(settings)) set_argument(said, argument);
    return said;
}

}  // namespace sweep::app
