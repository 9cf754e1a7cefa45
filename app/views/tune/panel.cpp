#include "app/views/tune/panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "app/ui/gui.h"
#include "app/ui/plots/plot.h"
#include "app/ui/widgets.h"
#include "app/views/tune/filter_code.h"
#include "app/views/tune/plane.h"
#include "app/views/tune/view.h"
#include "core/base/error.h"
#include "core/design/design.h"

namespace sweep::app {
namespace {

const ImVec4& warning = colours::bad;

void warning_line(const std::string& text) {
    ImGui::PushTextWrapPos(0);
    ImGui::PushStyleColor(ImGuiCol_Text, warning);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
}

void named_value(const char* name, const std::string& value, const char* explanation) {
    ImGui::BeginGroup();
    ImGui::TextDisabled("%s", name);
    ImGui::SameLine(6.2f * ImGui::GetFontSize());
    ImGui::TextUnformatted(value.c_str());
    ImGui::EndGroup();
    hint(explanation);
}

std::string percent(double part) {
    return part < 0.1 ? fmt::format("{:.2g} %", 100 * part) : fmt::format("{:.0f} %", 100 * part);
}

// A width in pixels with about five digits.
std::string width_text(const std::optional<double>& sigma) {
    if (!sigma) return "none: it rings";
    return fmt::format("{:.{}f}", *sigma, *sigma < 100 ? 4 : 2);
}

// --- poles

// Fields to type the magnitude and angle of the root that was touched last.
void root_fields(Settings& settings, PoleState& poles) {
    PoleZero all = poles.editor.handles(settings.filter);
    std::vector<Root>& roots = poles.chosen.zero ? all.zeros : all.poles;
    if (poles.chosen.index < 0 || poles.chosen.index >= int(roots.size())) {
        poles.chosen = {false, 0};
        if (all.poles.empty()) return;
        return root_fields(settings, poles);
    }
    Root& root = roots[std::size_t(poles.chosen.index)];
    const double most = poles.chosen.zero           ? largest_zero
                        : settings.tune.near_circle ? largest_radius_of_poles
                                                    : safe_radius;
    bool changed = false;
    std::complex<double> place = root.place;
    ImGui::TextColored(
        poles.chosen.zero ? colours::good : colours::accent, "%s",
        poles.chosen.zero ? (root.pair ? "zeros, a pair" : "zero") : (root.pair ? "poles, a pair" : "pole"));
    if (!poles.said.empty()) {
        ImGui::SameLine();
        ImGui::TextDisabled("%s", poles.said.c_str());
    }
    ImGui::PushID("root");
    if (root.pair) {
        double size = std::abs(place), angle = std::arg(place) * 180 / std::numbers::pi;
        line_name("radius");
        ImGui::SetNextItemWidth(-1);
        changed |= ImGui::InputDouble("##radius", &size, 0, 0, "%.6f");
        line_name("angle");
        ImGui::SetNextItemWidth(-1);
        changed |= ImGui::InputDouble("##angle", &angle, 0, 0, "%.3f deg");
        place = std::polar(std::max(size, 0.0), std::clamp(angle, 0.0, 180.0) * std::numbers::pi / 180);
    } else {
        double real = place.real();
        line_name("at");
        ImGui::SetNextItemWidth(-1);
        changed |= ImGui::InputDouble("##real", &real, 0, 0, "%.6f");
        place = real;
    }
    ImGui::PopID();
    if (!changed || !std::isfinite(place.real()) || !std::isfinite(place.imag())) return;
    if (poles.chosen.zero)
        drag_zero(root, place);
    else
        drag_pole(root, place, most);
    poles.editor.change(settings.filter, all);
}

void order_line(Settings& settings, PoleState& poles) {
    PoleZero all = poles.editor.handles(settings.filter);
    const float em = ImGui::GetFontSize();
    ImGui::AlignTextToFramePadding();
    ImGui::Text("order %d", all.pole_count());
    ImGui::SameLine(3.9f * em);
    constexpr std::array<const char*, 2> labels{"remove", "add pair"};
    const std::vector<float> widths =
        button_widths(labels, ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {1, ImGui::GetStyle().FramePadding.y});
    ImGui::BeginDisabled(all.poles.size() < 2);
    if (ImGui::Button(labels[0], {widths[0], 0})) {
        const bool chosen = !poles.chosen.zero && poles.chosen.index >= 0;
        if (remove_pole(all, chosen ? std::optional(std::size_t(poles.chosen.index)) : std::nullopt)) {
            poles.chosen = {};
            poles.editor.change(settings.filter, all);
        }
    }
    hint("Removes the pole, or the pair, that was touched last.");
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::BeginDisabled(all.pole_count() + 2 > most_poles);
    if (ImGui::Button(labels[1], {widths[1], 0}) && add_pair(all)) {
        poles.chosen = {false, int(all.poles.size()) - 1};
        poles.editor.change(settings.filter, all);
    }
    ImGui::EndDisabled();
    ImGui::PopStyleVar();
}

void pole_controls(Settings& settings, PoleState& poles) {
    TuneSettings& tune = settings.tune;
    constexpr std::array<const char*, 2> views{"unit circle", "around poles"};
    if (const int clicked = choice("plane view", views, int(tune.plane)); clicked >= 0)
        tune.plane = PlaneView(clicked);
    order_line(settings, poles);
    root_fields(settings, poles);
    ImGui::Checkbox("near the circle", &tune.near_circle);
    hint(
        "Allows poles nearer to the unit circle than radius 0.9995. They always stay inside it: outside, the "
        "filter would be unstable.");
    ImGui::SameLine();
    ImGui::BeginDisabled(!poles.editor.design_of(settings.filter));
    if (ImGui::Button("Reset", {-1, 0})) poles.editor.reset(settings.filter);
    ImGui::EndDisabled();
    tip("reset-size", "Undoes all edits: restores the designed filter.");
    line_name("copy as");
    ImGui::SetNextItemWidth(-1);
    if (ImGui::BeginCombo("##copy", "C++, NumPy, GLSL ..")) {
        for (const CodeInfo& code : code_languages) {
            if (ImGui::Selectable(code.label.data())) copy_filter(settings, poles, code);
            tip(code.action);
        }
        ImGui::EndCombo();
    } else {
        tip("copy-cpp", "Copies the filter to the clipboard: a function with a test, its data, or options.");
    }
    const double radius = radius_of(poles.editor.handles(settings.filter));
    if (radius > safe_radius + 1e-9)
        warning_line(fmt::format("A pole at {:.6f} rings for {:.0f} pixels; float32 loses digits.", radius,
                                 -std::log(1e6) / std::log(radius)));
}

// --- responses

PlotStyle whole_style() {
    return {"both", colours::accent};
}
PlotStyle pass_style() {
    return {"one pass", colours::good, Stroke::dashed};
}
PlotStyle gaussian_style(const char* name) {
    return {name, colours::text, Stroke::dotted};
}

PlotStyle difference_style(const char* name) {
    return {name, colours::good, Stroke::dashed};
}

double decibels(double magnitude) {
    return 20 * std::log10(std::max(magnitude, 1e-15));
}

void frequency_plot(const TuneSettings& tune, const ResponseCurves& curves, ImVec2 size) {
    double peak = 0;
    for (double x : curves.whole) peak = std::max(peak, x);
    for (double x : curves.one_pass) peak = std::max(peak, x);
    const PlotAxis x{0, curves.frequency.empty() ? 0.5 : curves.frequency.back(), false, "cycles/px"};
    if (!tune.decibels) {
        Plot plot("frequency", size, x, {0, 1.08 * std::max(peak, 0.1), false, "response"});
        plot.curve(curves.frequency, curves.one_pass, pass_style());
        plot.curve(curves.frequency, curves.whole, whole_style());
        plot.curve(curves.frequency, curves.gaussian_whole, gaussian_style("Gaussian"));
        return;
    }
    const auto in_decibels = [](const std::vector<double>& magnitudes) {
        std::vector<double> values;
        for (double m : magnitudes) values.push_back(decibels(m));
        return values;
    };
    constexpr double depth = 120;
    const double top = 10 * std::ceil(decibels(std::max(peak, 0.1)) / 10 + 0.05);
    Plot plot("frequency", size, x, {top - depth, top, false, "dB"});
    plot.curve(curves.frequency, in_decibels(curves.one_pass), pass_style());
    plot.curve(curves.frequency, in_decibels(curves.whole), whole_style());
    plot.curve(curves.frequency, in_decibels(curves.gaussian_whole), gaussian_style("Gaussian"));
}

void impulse_plot(const TuneSettings& tune, const ResponseCurves& curves, ImVec2 size) {
    const ResponseCurves::Shown& shown = curves.shown;
    if (shown.x.empty()) return ImGui::Dummy(size);
    const PlotAxis x{shown.x.front(), shown.x.back(), false, "px"};
    double low = 0, high = 0;
    for (const auto* values : {&shown.impulse, &shown.gaussian})
        for (double y : *values) {
            low = std::min(low, y);
            high = std::max(high, y);
        }
    const double peak = std::max({high, -low, 1e-300});
    if (tune.logarithmic_impulse) {
        // The magnitude of the response, relative to the peak.
        const auto sizes = [&](const std::vector<double>& values) {
            std::vector<double> of_peak;
            for (double y : values) of_peak.push_back(std::abs(y) / peak);
            return of_peak;
        };
        Plot plot("impulse", size, x, {1e-6, 2, true, "|impulse response|"});
        plot.curve(shown.x, sizes(shown.impulse), {"", colours::accent});
        if (shown.gaussian.empty()) return;
        plot.curve(shown.x, sizes(shown.gaussian), gaussian_style("Gaussian"));
        plot.curve(shown.x, sizes(shown.difference), difference_style("difference"));
        return;
    }
    const double air = 0.06 * (high - low);
    Plot plot("impulse", size, x, {low - air, high + air + 1e-300, false, "impulse response"});
    if (shown.x.size() <= 61)
        for (std::size_t i = 0; i < shown.x.size(); ++i)
            plot.stems(shown.x[i], 1, std::span(&shown.impulse[i], 1), 0, {"", colours::accent});
    else
        plot.curve(shown.x, shown.impulse, {"", colours::accent});
    if (shown.gaussian.empty()) return;
    plot.curve(shown.x, shown.gaussian, gaussian_style("Gaussian"));
    // Magnified by a power of ten, so that it is seen, and its size is read from its name.
    double largest = 0;
    for (double y : shown.difference) largest = std::max(largest, std::abs(y));
    const double times = std::pow(10, std::floor(std::log10(0.8 * peak / std::max(largest, 1e-12 * peak))));
    std::vector<double> magnified;
    for (double y : shown.difference) magnified.push_back(times * y);
    const std::string name = times == 1 ? "difference" : fmt::format("difference x {:g}", times);
    plot.curve(shown.x, magnified, difference_style(name.c_str()));
}

// One plot, and above it the choice of both and their scales.
void one_response(TuneSettings& tune, const TuneReport& report, ImVec2 room) {
    constexpr std::array<const char*, 4> plots{"dB", "linear", "impulse", "logarithmic"};
    const int shown = tune.impulse ? (tune.logarithmic_impulse ? 3 : 2) : tune.decibels ? 0 : 1;
    if (const int clicked = choice("plot", plots, shown); clicked >= 0) {
        tune.impulse = clicked >= 2;
        (tune.impulse ? tune.logarithmic_impulse : tune.decibels) = clicked == 0 || clicked == 3;
    }
    hint(
        "The frequency response in decibels or as it is, and the impulse response, also on a logarithmic scale.");
    const ImVec2 size{room.x, room.y - ImGui::GetFrameHeightWithSpacing()};
    if (tune.impulse)
        impulse_plot(tune, report.curves, size);
    else
        frequency_plot(tune, report.curves, size);
}

// Two plots side by side, each with the choice of its scale above it; in a narrow panel one.
void responses(Settings& settings, const TuneReport& report, ImVec2 room) {
    TuneSettings& tune = settings.tune;
    if (room.x < 25 * ImGui::GetFontSize()) return one_response(tune, report, room);
    const float gap = ImGui::GetStyle().ItemSpacing.x, width = 0.5f * (room.x - gap);
    const float choices = ImGui::GetFrameHeightWithSpacing();
    constexpr std::array<const char*, 2> magnitudes{"dB", "linear"}, scales{"logarithmic", "linear"};
    ImGui::BeginChild("left", {width, room.y}, false, ImGuiWindowFlags_NoScrollbar);
    if (const int clicked = choice("magnitude", magnitudes, tune.decibels ? 0 : 1); clicked >= 0)
        tune.decibels = clicked == 0;
    frequency_plot(tune, report.curves, {width, room.y - choices});
    ImGui::EndChild();
    ImGui::SameLine(0, gap);
    ImGui::BeginChild("right", {width, room.y}, false, ImGuiWindowFlags_NoScrollbar);
    if (const int clicked = choice("scale", scales, tune.logarithmic_impulse ? 0 : 1); clicked >= 0)
        tune.logarithmic_impulse = clicked == 0;
    impulse_plot(tune, report.curves, {width, room.y - choices});
    ImGui::EndChild();
}

void filter_page(Settings& settings, PoleState& poles, const TuneReport& report) {
    if (!report.recursive) {
        faint_line("This filter has no poles to tune.");
        if (ImGui::Button("Tune the Gaussian", {-1, 0})) choose_kind(settings.filter, FilterKind::gaussian);
        hint("Filters by the Gaussian instead.");
        return;
    }
    try {
        const float em = ImGui::GetFontSize(), gap = ImGui::GetStyle().ItemSpacing.x;
        const ImVec2 room = ImGui::GetContentRegionAvail();
        // The controls beside the plane need a width of `beside`.
        const float beside = 13.5f * em, least_plot = 9 * em;
        const float side =
            std::max(std::min({room.x - beside - gap, room.y - least_plot - gap, 0.62f * room.y}), 8 * em);
        pole_plane(settings, poles, side);
        ImGui::SameLine(0, gap);
        ImGui::BeginChild("controls of poles", {0, side}, false);
        pole_controls(settings, poles);
        ImGui::EndChild();
        responses(settings, report, ImGui::GetContentRegionAvail());
    } catch (const Error& error) {
        warning_line(error.what());
    }
}

}  // namespace

void copy_filter(const FilterSettings& settings, PoleState& poles, const CodeInfo& code) {
    std::string text = filter_code(settings.problem(), code.language);
    text.pop_back();  // a line that is pasted into a terminal waits for Enter
    ImGui::SetClipboardText(text.c_str());
    poles.said = fmt::format("copied as {}", code.label);
}

void tune_section(Settings& settings, const TuneReport& tune) {
    heading("MEASURED");
    if (tune.recursive && tune.measured) {
        const Measured& m = *tune.measured;
        const float alpha = tune.measured_is_old ? 0.5f : 1.0f;
        ImGui::PushStyleVar(ImGuiStyleVar_Alpha, ImGui::GetStyle().Alpha * alpha);
        std::string sigma = width_text(m.design_sigma);
        if (m.design_sigma && m.engine_sigma)
            sigma += fmt::format(", {} {}", m.engine, width_text(m.engine_sigma));
        const std::string asked = tune.sigma ? "sigma " + plain_number(*tune.sigma) : std::string("sigma");
        named_value(asked.c_str(), sigma,
                    "The sigma that was requested, and what the second moment of the impulse response "
                    "gives: for the designed filter, in double, and for the engine's output, in float.");
        if (tune.sigma && m.design_error) {
            named_value("max error", percent(m.design_error->largest) + " of the peak",
                        "The largest difference between the impulse response and the sampled Gaussian that "
                        "was requested, relative to the Gaussian's peak.");
            named_value("rms error", percent(m.design_error->rms) + " of the rms",
                        "The root mean square of that difference, relative to the root mean square of the "
                        "Gaussian.");
        }
        if (tune.sigma && tune.curves.half > 4 * *tune.sigma) {
            named_value(
                "output error", fmt::format("{:.2g} of white", tune.curves.distance),
                "The sum of the magnitudes of that difference: no output of a picture within [0, 1] is farther "
                "from the Gaussian's. --accuracy asks for it.");
            named_value("least value", fmt::format("{:.1e} of the peak", tune.curves.least),
                        "Of the impulse response: below 0 a star on a dark sky gets a darker ring.");
        }
        if (m.rounding)
            named_value("float32 error", fmt::format("{:.1e} of the peak", *m.rounding),
                        "The largest difference between the engine's impulse response and the designed one.");
        ImGui::PopStyleVar();
        const std::optional<double> shown = tune.sigma ? tune.sigma : m.design_sigma;
        if (shown && std::abs(tune.zoom - 1) > 0.005f)
            named_value(
                "on screen",
                fmt::format("{} px = {} px", plain_number(*shown), plain_number(*shown * double(tune.zoom))),
                "Sigma in pixels of the picture, and in pixels of the screen at this zoom.");
    } else {
        faint_line(tune.recursive ? (tune.note.empty() ? "measuring .." : tune.note) : "no poles to tune");
    }
    if (ImGui::Button(settings.tune.panel ? "Close the large panel" : "Poles, responses, times", {-1, 0}))
        settings.tune.panel = !settings.tune.panel;
    tip({"poles", "flat-line"}, "The large panel, beside the picture.");
}

void tune_panel(const Layout& layout, Settings& settings, PoleState& poles, const TuneReport& report,
                Requests& requests) {
    if (!settings.tune.panel || !settings.panels) return;
    const float em = ImGui::GetFontSize();
    const Area& area = layout.tune;
    if (area.width <= 1) return;
    ImGui::SetNextWindowPos({float(area.x), float(area.y)});
    ImGui::SetNextWindowSize({float(area.width), float(area.height)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.7f * em, 0.6f * em});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.5f * em, 0.3f * em});
    ImGui::Begin("tune", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
    constexpr std::array<const char*, 3> pages{"Poles, responses", "Times", "Sigma .."};
    if (const int clicked = choice("page", pages, int(settings.tune.page)); clicked == 2)
        requests.actions.emplace_back("sigma-translated");
    else if (clicked >= 0)
        settings.tune.page = TunePage(clicked);
    ImGui::PushID(int(settings.tune.page));
    if (settings.tune.page == TunePage::filter)
        filter_page(settings, poles, report);
    else
        times_page(settings, report, requests);
    ImGui::PopID();
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace sweep::app
