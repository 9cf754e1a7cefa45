// The part of the controls that chooses what is computed: filter, boundary, passes, algorithm.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "app/window/panels/panels.h"
#include "app/work/options/option_values.h"
#include "app/work/options/size_number.h"
#include "core/base/error.h"
#include "core/design/design.h"
#include "core/diffusion/diffusion_filter.h"
#include "core/edge/edge_filter.h"
#include "core/edge/tone_map.h"
#include "core/plan/planner.h"
#include "core/plan/usual_accuracy.h"

namespace sweep::app {
namespace {

// Whether axes and boundary make a difference to the result.
bool meets_edges(const Settings& settings) {
    return settings.view != View::depth_of_field &&
           (is_recursive(settings.filter.kind) || settings.filter.kind == FilterKind::box ||
            info(settings.filter.kind).has_boundary);
}
// Whether passes and realisation do.
bool sweeps(const Settings& settings) {
    return meets_edges(settings) && is_recursive(settings.filter.kind);
}

// Returns the boundary that was clicked, of those that the filter has.
std::optional<Boundary> boundary_choice(const char* of, const Boundary& boundary, bool is_of_edges) {
    std::vector<BoundaryKind> offered;
    std::copy_if(offered_boundaries.begin(), offered_boundaries.end(), std::back_inserter(offered),
                 [&](BoundaryKind kind) { return !is_of_edges || has_edge_filter(kind); });
    std::vector<const char*> names;
    for (const BoundaryKind kind : offered) names.push_back(info(kind).word.data());
    // A boundary that only the command line can set is at least shown.
    if (boundary.kind == BoundaryKind::constant)
        ImGui::TextDisabled("%s", cut(boundary_text(boundary), ImGui::GetContentRegionAvail().x).c_str());
    const int chosen = int(std::find(offered.begin(), offered.end(), boundary.kind) - offered.begin());
    if (const int clicked = choice(of, names, chosen); clicked >= 0)
        return Boundary{offered[std::size_t(clicked)], {}};
    return {};
}

void boundary_choices(Settings& settings) {
    heading("BOUNDARY");
    if (const auto clicked =
            boundary_choice("boundary", settings.boundary, info(settings.filter.kind).has_boundary)) {
        settings.boundary = *clicked;
        settings.boundary_y.reset();
    }
    tip("boundary", "How the picture continues beyond its edges, in all passes.");
    if (info(settings.filter.kind).has_boundary) return;  // which has one for both
    if (!settings.more && !settings.boundary_y) return;   // what differs is shown in any case
    heading("BOUNDARY OF THE COLUMNS");
    if (const auto clicked =
            boundary_choice("boundary of columns", settings.boundary_y.value_or(settings.boundary), false)) {
        settings.boundary_y.reset();
        if (*clicked != settings.boundary) settings.boundary_y = *clicked;
    }
    hint("How the picture continues beyond its upper and lower edge; the same as above until it is chosen.");
}

// The kinds that have buttons. All others are in the list below them.
constexpr std::array<FilterKind, 6> near_kinds{FilterKind::gaussian, FilterKind::bspline3,
                                               FilterKind::bspline5, FilterKind::box,
                                               FilterKind::sat,      FilterKind::none};
constexpr std::array<ChoiceEntry, near_kinds.size()> near_names{{{"Gaussian", "gaussian-3"},
                                                                 {"B-spline 3", "bspline-3"},
                                                                 {"B-spline 5", "bspline-5"},
                                                                 {"Box", "box"},
                                                                 {"SAT", "sat"},
                                                                 {"None", "no-filter"}}};
// The list of the other kinds.
void other_choice(Settings& settings, std::optional<FilterKind>& clicked) {
    const FilterSpec& filter = settings.filter;
    const auto is_near = [](FilterKind kind) {
        return std::find(near_kinds.begin(), near_kinds.end(), kind) != near_kinds.end();
    };
    const bool any = !is_near(filter.kind);
    join_next();
    if (any) ImGui::PushStyleColor(ImGuiCol_Text, colours::accent);
    ImGui::SetNextItemWidth(-1);
    const bool open = ImGui::BeginCombo(
        "##others", any ? info(filter.kind).label.data() : "Edge, bilateral, Butterworth ..");
    if (any) ImGui::PopStyleColor();
    if (!open)
        return tip({"edge-filter", "butterworth"},
                   "Filters that keep edges, and low-pass and high-pass ones.");
    // Those that keep edges come first.
    std::vector<KindInfo> kinds(filter_kinds().begin(), filter_kinds().end());
    std::stable_partition(kinds.begin(), kinds.end(), [](const KindInfo& k) { return k.follows_picture; });
    for (const KindInfo& k : kinds) {
        if (is_near(k.kind)) continue;
        if (ImGui::Selectable(k.label.data(), k.kind == filter.kind)) clicked = k.kind;
        if (k.action.empty())
            hint("Coefficients of your own: type them, or drag the poles.");
        else
            tip(k.action);
    }
    ImGui::EndCombo();
}

void kind_choice(Settings& settings) {
    FilterSpec& filter = settings.filter;
    std::optional<FilterKind> clicked;
    const auto near = std::find(near_kinds.begin(), near_kinds.end(), filter.kind);
    const int chosen = int(near - near_kinds.begin());
    if (const int index = choice("kind", near_names, chosen, 3); index >= 0)
        clicked = near_kinds[std::size_t(index)];
    other_choice(settings, clicked);
    if (!clicked) return;
    choose_kind(filter, *clicked);
    if (settings.view == View::original) settings.view = View::filtered;
}

// A slider for a double.
bool number(const char* name, double& value, double low, double high, const char* format, bool logarithmic) {
    auto shown = float(value);
    if (!slider(name, shown, float(low), float(high), format, logarithmic)) return false;
    value = std::round(double(shown) * 1e4) / 1e4;
    return true;
}

// A slider for the filter's size.
void size_slider(FilterSpec& filter, const char* format, bool logarithmic) {
    const SizeNumber& size = *size_number(filter.kind);
    double value = value_of(filter, size.parameter);
    if (number(size.name.data(), value, size.least, size.most, format, logarithmic))
        set_value(filter, size.parameter, value);
}

// One for that of the columns.
void size_slider_of_columns(FilterSpec& filter, const Settings& settings, const char* format,
                            bool logarithmic) {
    const std::optional<double> own = size_of_columns(filter);
    if (!settings.more && !own) return;
    const SizeNumber& size = *size_number(filter.kind);
    const double across = value_of(filter, size.parameter);
    double down = own.value_or(across);
    if (number(fmt::format("{} y", size.name).c_str(), down, size.least, size.most, format, logarithmic))
        set_size_of_columns(filter, down == across ? std::nullopt : std::optional(down));
    hint("Down the columns; the same as along the rows until it is moved, and again by Backspace.");
}

// What the Gaussians of poles and zeros keep at every sigma. Other accuracies come from the command line, and then
// none of these buttons is lit.
void accuracy_choice(FilterSpec& filter) {
    line_name("accuracy");
    constexpr std::array<double, 3> accuracies{1.4e-2, usual_accuracy, 6e-6};
    constexpr std::array<ChoiceEntry, accuracies.size()> entries{
        {{"1.4e-2", "accuracy-coarse"}, {"3e-4", "accuracy-usual"}, {"6e-6", "accuracy-fine"}}};
    const auto now = std::find(accuracies.begin(), accuracies.end(), filter.accuracy);
    if (const int clicked = choice("accuracy", entries, int(now - accuracies.begin()), 3); clicked >= 0) {
        filter.accuracy = accuracies[std::size_t(clicked)];
        filter.order = FilterSpec().order;
    }
}

void order_choice(FilterSpec& filter) {
    constexpr std::array<ChoiceEntry, 3> orders{
        {{"order 3", "gaussian-3"}, {"order 4", "gaussian-4"}, {"order 5", "gaussian-5"}}};
    const int now = filter.is_by_accuracy() ? -1 : filter.order - 3;
    if (const int order = choice("order", orders, now, 3); order >= 0) {
        filter.order = order + 3;
        filter.accuracy = 0;
    }
}

void fold_line(Settings& settings) {
    if (!folds_away(settings)) return;
    fold("finer", folded_text(settings), settings.finer);
    tip("finer");
}

void gaussian_parameters(FilterSpec& filter, Settings& settings) {
    const char* digits = filter.sigma < 10 ? "%.2f px" : filter.sigma < 100 ? "%.1f px" : "%.0f px";
    size_slider(filter, digits, true);
    tip({"sigma-up", "sigma-down"}, "Standard deviation in pixels of the picture. Also Ctrl+wheel.");
    size_slider_of_columns(filter, settings, digits, true);
    if (filter.sigma < 1 && !filter.is_by_accuracy())
        faint_line("Below sigma 1 the recursive Gaussian is inaccurate.");
    fold_line(settings);
    if (shown_controls(settings).order) {
        // Either says which Gaussian it is.
        const bool by_accuracy = filter.is_by_accuracy();
        if (settings.more || by_accuracy) accuracy_choice(filter);
        if (settings.more || !by_accuracy) order_choice(filter);
    }
    // Other derivatives come from the command line, and then none of these buttons is lit.
    constexpr std::array<std::pair<int, int>, 5> derivatives{{{0, 0}, {1, 0}, {0, 1}, {2, 0}, {0, 2}}};
    const std::pair now{filter.derivative_x, filter.derivative_y};
    if (!settings.more && (now == derivatives[0] || !shown_controls(settings).derivative)) return;
    constexpr std::array<const char*, derivatives.size()> names{"blur", "d/dx", "d/dy", "d2/dx2", "d2/dy2"};
    const int chosen = int(std::find(derivatives.begin(), derivatives.end(), now) - derivatives.begin());
    if (const int clicked = choice("derivative", names, chosen); clicked >= 0) {
        std::tie(filter.derivative_x, filter.derivative_y) = derivatives[std::size_t(clicked)];
    }
    hint("Derivatives of the blurred picture are shown around grey.");
}

void classic_parameters(FilterSpec& filter, Settings& settings) {
    size_slider(filter, "%.4f", true);
    hint("The edge of the band in cycles per pixel. There one pass is 3 dB down, and both are 6.");
    fold_line(settings);
    if (!shown_controls(settings).order) return;
    constexpr std::array<const char*, max_order> orders{"1", "2", "3", "4", "5", "6", "7", "8"};
    const std::span<const char* const> all(orders);
    if (const int order =
            choice("order", filter.has_two_edges() ? all.first(max_order / 2) : all, filter.order - 1);
        order >= 0)
        filter.order = order + 1;
    hint("The order of each pass.");
    if (!settings.more) return;
    constexpr std::array<const char*, 4> bands{"low", "high", "pass", "stop"};
    if (const int band = choice("band", bands, int(filter.band)); band >= 0) choose_band(filter, Band(band));
    hint("Passes the frequencies below the cutoff, those above it, those between two, or all but those.");
    if (filter.has_two_edges()) {
        number("upper", filter.cutoff_high, filter.cutoff + 0.001, 0.49, "%.4f", true);
        hint("The upper edge of the band, in cycles per pixel.");
    }
    if (reads(filter.kind, Parameter::ripple)) {
        number("ripple", filter.ripple, 0.01, 6, "%.2f dB", true);
        hint("Ripple of the pass band, in each pass.");
    }
    if (reads(filter.kind, Parameter::attenuation)) {
        number("stop", filter.attenuation, 10, 120, "%.0f dB", false);
        hint("Attenuation of the stop band, in each pass.");
    }
}

// A field with numbers, which `set` takes over after Enter. What makes no stable filter is refused,
// and the old numbers stay.
template <class Set>
void numbers_field(const char* name, const std::vector<double>& values, FilterSpec& filter, const Set& set) {
    std::array<char, 256> text{};
    fmt::format_to_n(text.data(), text.size() - 1, "{}", fmt::join(values, ", "));
    line_name(name);
    ImGui::SetNextItemWidth(-1);
    ImGui::PushID(name);
    bool* const refused = ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("refused"), false);
    if (ImGui::InputText("##numbers", text.data(), text.size(), ImGuiInputTextFlags_EnterReturnsTrue)) {
        FilterSpec changed = filter;
        try {
            set(changed, text[0] ? parse_numbers(name, text.data()) : std::vector<double>());
            design(changed);
            filter = std::move(changed);
            *refused = false;
        } catch (const Error&) {
            *refused = true;
        }
    }
    if (*refused) faint_line("Refused: numbers apart by commas, of a stable filter.");
    ImGui::PopID();
}

void coefficient_fields(FilterSpec& filter) {
    numbers_field("causal", filter.causal, filter,
                  [](FilterSpec& f, std::vector<double> d) { f.causal = std::move(d); });
    hint("d1, d2, .. of y = g x - d1 y1 - d2 y2 - ..; Enter takes them.");
    numbers_field("back", filter.anticausal, filter,
                  [](FilterSpec& f, std::vector<double> d) { f.anticausal = std::move(d); });
    hint("Those of the passes up and left; empty: the same.");
    const std::vector<double> gain =
        filter.causal_gain ? std::vector<double>{*filter.causal_gain} : std::vector<double>();
    numbers_field("gain g", gain, filter, [](FilterSpec& f, const std::vector<double>& g) {
        f.causal_gain = f.anticausal_gain = std::nullopt;
        if (!g.empty()) f.causal_gain = f.anticausal_gain = g.front();
    });
    hint("Of every pass; empty: a constant stays itself.");
    faint_line("Key Q: drag the poles.");
}

// A slider for a whole number.
void whole_number(const char* name, int& value, int low, int high, bool logarithmic) {
    auto shown = float(value);
    if (slider(name, shown, float(low), float(high), "%.0f", logarithmic)) value = int(std::lround(shown));
}

// The compression of light by the edge filter, and what it is compared with.
void tone_map_parameters(Settings& settings) {
    bool maps_tones = settings.filter.tone_map > 0;
    if (ImGui::Checkbox("compress the light (HDR)", &maps_tones))
        settings.filter.tone_map = maps_tones ? usual_tone_map : 0;
    hint(
        "Compresses the contrast of the smooth luminance, and keeps its detail. "
        "The range is in decades of luminance then.");
    if (!maps_tones && !compares_slots(settings)) {
        if (ImGui::Button("compare with bilateral", {-1, 0})) wipe_edge_and_bilateral(settings);
        tip("wipe-bilateral");
    }
    if (!maps_tones) return;
    number("contrast", settings.filter.tone_map, least_tone_map, 1000, "%.0f", true);
    hint("How much brighter the brightest part becomes than the darkest.");
}

// What a filter that follows the picture reads.
void smoothing_parameters(Settings& settings) {
    FilterSpec& filter = settings.filter;
    const auto has = [&](Parameter parameter) { return reads(filter.kind, parameter); };
    if (has(Parameter::sigma)) {
        number("sigma", filter.sigma, 0.5, 400, filter.sigma < 10 ? "%.2f px" : "%.0f px", true);
        hint("Standard deviation in pixels where there are no edges.");
    }
    if (has(Parameter::range)) {
        number("range", filter.range, 0.005, 4, "%.3f", true);
        hint(
            "How large a difference of colour, summed over the channels, is an edge: white differs by 1 from "
            "black in each.");
    }
    if (has(Parameter::iterations)) {
        whole_number("iterations", filter.iterations, 1, most_edge_iterations, false);
        hint("Of passes down, up, right and left: more leave fewer streaks behind edges.");
    }
    if (has(Parameter::tone_map)) tone_map_parameters(settings);
    if (has(Parameter::contrast)) {
        number("contrast", filter.contrast, 0.001, 1, "%.3f", true);
        hint(
            "How large a difference from pixel to pixel is an edge: white is 1. Light flows best just below "
            "it.");
    }
    if (has(Parameter::time)) {
        number("time", filter.time, 0.1, 1000, filter.time < 10 ? "%.1f" : "%.0f", true);
        hint("How long light flows: without edges the result is that of a Gaussian of sqrt(2 time) pixels.");
    }
    if (has(Parameter::steps)) {
        whole_number("steps", filter.steps, 1, 100, true);
        hint("So many steps make up the time: more are nearer to the flow, and take longer.");
    }
    if (has(Parameter::noise)) {
        if (number("noise", filter.noise, 0, 8, "%.2f px", false) && filter.noise < least_diffusion_noise)
            filter.noise = 0;
        hint("Sigma of the Gaussian after which edges are looked for, so that noise is none.");
    }
    if (info(filter.kind).steps == SmoothingSteps::outwards)
        faint_line("Brute force: of a large sigma the middle.");
}

void parameters(Settings& settings) {
    FilterSpec& filter = settings.filter;
    if (info(filter.kind).follows_picture) return smoothing_parameters(settings);
    switch (info(filter.kind).size) {
        case Parameter::sigma:
            return gaussian_parameters(filter, settings);
        case Parameter::cutoff:
            return classic_parameters(filter, settings);
        case Parameter::alpha:
            size_slider(filter, "%.3f", true);
            return hint("Each pass: y = alpha x + (1 - alpha) times the previous y.");
        case Parameter::radius:
            size_slider(filter, "%.0f px", false);
            tip({"sigma-up", "sigma-down"}, "The box is 2 radius + 1 pixels wide and high.");
            return size_slider_of_columns(filter, settings, "%.0f px", false);
        default:
            break;
    }
    if (info(filter.kind).spline_degree > 0) faint_line("Coefficients of the interpolating spline.");
    if (filter.kind == FilterKind::sat) faint_line("Display: sum / area (running mean).");
    if (filter.kind == FilterKind::iir) coefficient_fields(filter);
}

}  // namespace

void filter_section(Settings& settings) {
    heading("FILTER");
    kind_choice(settings);
    parameters(settings);
    if (!reads(settings.filter.kind, Parameter::order)) fold_line(settings);

    const Shown shown = shown_controls(settings);
    ImGui::BeginDisabled(!meets_edges(settings));
    if (settings.more && !info(settings.filter.kind).follows_picture) {
        constexpr std::array<const char*, 3> axes{"both axes", "x alone", "y alone"};
        if (const int clicked = choice("axes", axes, int(settings.filter.axes)); clicked >= 0)
            settings.filter.axes = Axes(clicked);
        hint("The passes right and left run along x, down and up along y.");
    }
    if (shown.boundary) boundary_choices(settings);
    ImGui::EndDisabled();
    ImGui::BeginDisabled(!sweeps(settings));
    if (shown.sweeps && settings.view != View::passes) {  // that view shows all of them
        heading("STOP AFTER");
        constexpr std::array<const char*, all_passes> passes{"down", "up", "right", "left"};
        if (const int clicked = choice("passes", passes, settings.passes - 1, true); clicked >= 0)
            settings.passes = clicked + 1;
        tip("stop-after", "The filter stops after this pass.");
    }
    ImGui::EndDisabled();
}

void algorithm_choice(Settings& settings, const Report& report) {
    const bool none = !report.problem || report.engine == EngineKind::reference ||
                      report.problem->filter.kind == FilterKind::none;
    ImGui::BeginDisabled(none);
    line_name("algorithm");
    ImGui::SetNextItemWidth(-1);
    const std::string name = none ? "" : algorithm_name(*report.problem);
    const bool open = ImGui::BeginCombo("##algorithm", name.c_str());
    if (!open && !none) hint(std::string(info(report.problem->method.algorithm).text).c_str());
    if (open) {
        // The list offers the algorithms that can solve this problem. Cascades come from the command line:
        // one that is in use stays in the list.
        const AlgorithmChoice chosen = algorithm_of(settings.method);
        const Planner planner(chosen.of(*report.problem));
        for (const AlgorithmInfo& a : algorithms()) {
            AlgorithmChoice offered{a.algorithm, {}};
            if (a.algorithm == Algorithm::cascade) {
                if (chosen.algorithm != Algorithm::cascade) continue;
                offered = chosen;
            }
            if (!planner.why_not(report.engine, a.algorithm).empty()) continue;
            const Problem problem = offered.of(*report.problem);
            if (ImGui::Selectable(algorithm_name(problem).c_str(),
                                  offered.of(*report.problem) == *report.problem))
                settings.method = offered.of(std::move(settings.method));
            hint(std::string(a.text).c_str());
        }
        ImGui::EndCombo();
    }
    ImGui::EndDisabled();
    ImGui::BeginDisabled(!sweeps(settings));
    constexpr std::array<const char*, 2> realisations{"delta", "direct"};
    if (const int clicked =
            choice("realisation", realisations, settings.method.realisation == Realisation::delta ? 0 : 1);
        clicked >= 0)
        settings.method.realisation = clicked == 0 ? Realisation::delta : Realisation::direct;
    hint("How the recurrence keeps its state. Direct keeps past outputs, and loses digits at a large sigma.");
    ImGui::EndDisabled();
}

}  // namespace sweep::app
