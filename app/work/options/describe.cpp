#include "app/work/options/describe.h"

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "app/work/options/filter_options.h"
#include "app/work/options/option_values.h"
#include "app/work/options/size_number.h"
#include "app/work/request/settings.h"
#include "core/design/design.h"
#include "core/families/algorithms.h"

namespace sweep::app {

std::string order_text(const FilterSpec& filter) {
    return filter.is_by_accuracy() ? "accuracy " + number_text(filter.accuracy)
                                   : fmt::format("order {}", filter.order);
}

std::string filter_text(const FilterSpec& filter) {
    const KindInfo& kind = info(filter.kind);
    if (filter.kind == FilterKind::box)
        return fmt::format("box of {} x {} pixels", filter.box_along_rows().size(),
                           filter.box_down_columns().size());
    if (filter.kind == FilterKind::sat) return "summed-area table, displayed as sum / area";
    std::string text(kind.title);
    if (kind.parameters.has(Parameter::band))
        text += fmt::format(" {}", filter.band == Band::pass   ? "band-pass"
                                   : filter.band == Band::stop ? "band-stop"
                                   : filter.band == Band::high ? "high-pass"
                                                               : "low-pass");
    if (kind.parameters.has(Parameter::order)) text += ", " + order_text(filter);
    if (const SizeNumber* size = size_number(filter.kind))
        text += fmt::format(", {} {}", size->name, plain_number(value_of(filter, size->parameter)));
    if (kind.parameters.has(Parameter::band) && filter.has_two_edges())
        text += fmt::format(" to {}", plain_number(filter.cutoff_high));
    if (const auto down = size_of_columns(filter))
        text += fmt::format(" along x, {} along y", plain_number(*down));
    if (kind.design && filter.axes != Axes::both)
        text += fmt::format(", along {} alone", word_for(axes_words, filter.axes));
    if (kind.parameters.has(Parameter::derivative) && is_signed(filter))
        text += fmt::format(", derivative {} along x, {} along y", filter.derivative_x, filter.derivative_y);
    return text;
}

std::string describe(const Problem& problem) {
    std::string text = filter_text(problem.filter);
    if (!is_recursive(problem.filter.kind)) return text;
    text += ", boundary " + boundary_text(problem);
    if (problem.method.algorithm != Algorithm::automatic) text += ", algorithm " + algorithm_name(problem);
    if (problem.passes < all_passes)
        text += fmt::format(", stopped after {}", pass_names[std::size_t(problem.passes - 1)]);
    return text;
}

std::string describe(const Derived& derived, const Problem& problem) {
    if (derived.is_none()) return describe(problem);
    const DerivedInfo& kind = info(derived.kind);
    std::string values;
    for (const DerivedValue& value : kind.values)
        values += fmt::format("{}{} {}", values.empty() ? "" : ", ", value.name,
                              number_text(derived.*value.member));
    return fmt::format("{}{}, of {}", kind.title, values.empty() ? "" : " (" + values + ")",
                       describe(problem));
}

std::string smoothing_text(const FilterSettings& filter) {
    const FilterSpec& spec = filter.filter;
    const KindInfo& kind = info(spec.kind);
    std::string text(kind.title);
    const auto say = [&](Parameter parameter, const char* words, double number) {
        if (kind.parameters.has(parameter))
            text += ", " + fmt::format(fmt::runtime(words), plain_number(number));
    };
    say(Parameter::sigma, "sigma {}", spec.sigma);
    say(Parameter::range, "range {}", spec.range);
    say(Parameter::iterations, "{} iterations", spec.iterations);
    say(Parameter::contrast, "contrast {}", spec.contrast);
    say(Parameter::time, "time {}", spec.time);
    say(Parameter::steps, "{} steps", spec.steps);
    say(Parameter::noise, "edges after sigma {}", spec.noise);
    if (kind.has_boundary) text += ", boundary " + boundary_text(filter.boundary);
    if (maps_tones(spec))
        text = fmt::format("light compressed to {}, by ", plain_number(spec.tone_map)) + text;
    if (!filter.derived.is_none()) text = derived_text(filter.derived) + ", of " + text;
    return text;
}

std::string beside_text(const FilterSettings& filter, const FilterSettings& other) {
    const std::string_view title = info(filter.filter.kind).title;
    bool differs = filter.filter_word() != other.filter_word();
    std::string text(differs ? title : "");
    for (const FilterOption& row : filter_options()) {
        // One engine runs both.
        if (row.name == "filter" || row.name == "engine" || !row.listens(filter)) continue;
        const std::string value = row.get(filter);
        if (row.listens(other) && row.get(other) == value) continue;
        // What the other filter has not, and this one leaves open, says nothing.
        if (!row.listens(other) && (value == "auto" || value == "off")) continue;
        differs = true;
        if (!value.empty()) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", row.name, value);
    }
    if (differs && text.empty()) text = title;  // what it has not, the other has
    return text;
}

std::string describe(const FocusSettings& focus, bool has_depth) {
    const bool all = focus.constant || !has_depth;
    if (!all && focus.view == FocusView::circle)
        return "circle of confusion: orange is in front of the focus, blue behind it";
    if (!all && focus.view == FocusView::depth) return "depth: white is near";
    const std::string shape = focus.bokeh == Bokeh::box           ? "one box"
                              : focus.bokeh == Bokeh::three_boxes ? "three boxes"
                              : focus.bokeh == Bokeh::disc        ? "a disc of seven boxes"
                                                                  : "a dome of six boxes";
    if (all) return "summed-area table, " + shape + " for all" + (has_depth ? "" : ": no depth map");
    switch (focus.method) {
        case FocusMethod::gather:
            return "summed-area table, " + shape + " for each pixel";
        case FocusMethod::layers:
            return "summed-area table of three layers, " + shape + " for each pixel";
        case FocusMethod::diffusion:
            return "diffusion: light flows like heat, and not over what is in focus";
        default:
            return "summed-area table backwards: each pixel spreads over its shape";
    }
}

}  // namespace sweep::app
