// The page of times: the recursive filter's time is flat against sigma, that of direct convolution rises.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "app/ui/gui.h"
#include "app/ui/plots/plot.h"
#include "app/ui/widgets.h"
#include "app/views/tune/panel.h"
#include "app/views/tune/view.h"
#include "app/work/options/size_number.h"

namespace sweep::app {
namespace {

PlotStyle work_style() {
    return {"this engine", colours::accent, Stroke::solid, Mark::disc};
}
PlotStyle convolution_style() {
    return {"direct convolution", colours::good, Stroke::solid, Mark::square};
}

// An axis of whole decades around the points.
PlotAxis time_axis(std::initializer_list<const TimePoints*> all) {
    double low = 1e9, high = 0;
    for (const TimePoints* points : all)
        for (double ms : points->milliseconds) {
            low = std::min(low, ms);
            high = std::max(high, ms);
        }
    if (high <= 0) return {0.1, 100, true, "ms"};
    const double bottom = std::pow(10, std::floor(std::log10(low) - 0.1));
    return {bottom, std::max(std::pow(10, std::ceil(std::log10(high) + 0.1)), 100 * bottom), true, "ms"};
}

void times_plot(const char* id, ImVec2 size, const PlotAxis& x, const TimePoints& work,
                const TimePoints& convolution, double now) {
    Plot plot(id, size, x, time_axis({&work, &convolution}));
    if (now > 0) plot.vertical(now, {"", {1, 1, 1, 0.25f}, Stroke::dotted});
    plot.points(convolution.x, convolution.milliseconds, convolution_style());
    plot.points(work.x, work.milliseconds, work_style());
}

// At least two digits below 10, whole numbers from there on.
std::string short_number(double value) {
    return value < 10 ? fmt::format("{:.2g}", value) : fmt::format("{:.0f}", value);
}

}  // namespace

std::string times_faster(const TimeSeries& work_series, const TimeSeries& convolution_series,
                         const char* where, const char* unit) {
    const TimePoints &work = work_series.points, &convolution = convolution_series.points;
    if (work.x.empty() || convolution.x.empty()) return "";
    if (work_series.conditions != convolution_series.conditions)
        return "Measured at another size, or by another engine: not compared.";
    std::string text;
    for (std::size_t i = 0; i < convolution.x.size(); ++i)
        for (std::size_t k = 0; k < work.x.size(); ++k)
            if (TimeBins::bin_of(convolution.x[i]) == TimeBins::bin_of(work.x[k]))
                text = fmt::format("{} {}{}: {} ms, direct convolution {} ms: {} times as fast.", where,
                                   plain_number(convolution.x[i]), unit, short_number(work.milliseconds[k]),
                                   short_number(convolution.milliseconds[i]),
                                   short_number(convolution.milliseconds[i] / work.milliseconds[k]));
    return text;
}

namespace {

// Three buttons in a row, with the same space around labels of different length.
void measuring_buttons(Requests& requests, bool measures) {
    constexpr const char *convolution = "Measure convolution", *sizes = "Measure sizes", *clear = "Clear";
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float labels = text_width(convolution) + text_width(sizes) + text_width(clear);
    const float air = (ImGui::GetContentRegionAvail().x - 2 * gap - labels) / 3;
    ImGui::BeginDisabled(measures);
    if (ImGui::Button(convolution, {text_width(convolution) + air, 0}))
        requests.actions.emplace_back("measure-convolution");
    tip("measure-convolution",
        "Times direct convolution with a Gaussian cut off at four sigma, at the size of this picture, on "
        "this device. Takes seconds.");
    ImGui::SameLine(0, gap);
    if (ImGui::Button(sizes, {text_width(sizes) + air, 0})) requests.actions.emplace_back("measure-sizes");
    tip("measure-sizes", "Times this filter, and convolution with its Gaussian.");
    ImGui::EndDisabled();
    ImGui::SameLine(0, gap);
    if (!ImGui::Button(measures ? "Stop" : clear, {text_width(clear) + air, 0})) return;
    requests.actions.emplace_back(measures ? "stop-measuring" : "clear-times");
}

}  // namespace

void times_page(const Settings& settings, const TuneReport& report, Requests& requests) {
    measuring_buttons(requests, report.measuring);
    if (report.measuring) faint_line("Measuring: frames are slower meanwhile, and their times are left out.");
    if (!report.note.empty()) faint_line(report.note);

    const std::string by_sigma = times_faster(report.work, report.convolution, "Sigma", "");
    const std::string by_size = times_faster(report.work_by_size, report.convolution_by_size, "Side", "");
    std::string below = report.work.label.empty() ? "Points appear while a Gaussian runs; move sigma."
                                                  : "this engine: " + report.work.label;
    if (!report.convolution.label.empty()) below += "\nconvolution: " + report.convolution.label;
    if (!by_sigma.empty()) below += "\n" + by_sigma;
    std::string size_below = report.work_by_size.label.empty() ? "Square pictures, measured on request."
                                                               : report.work_by_size.label;
    if (!by_size.empty()) size_below += "\n" + by_size;

    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float air = ImGui::GetStyle().ItemSpacing.y;
    const auto text_height = [&](const std::string& text) {
        return ImGui::CalcTextSize(text.c_str(), nullptr, false, room.x).y + air;
    };
    const float height = std::max(0.5f * (room.y - text_height(below) - text_height(size_below)) - air,
                                  7 * ImGui::GetFontSize());
    const bool gaussian = settings.filter.kind == FilterKind::gaussian;
    times_plot("against sigma", {room.x, height},
               {size_number(Parameter::sigma).least, size_number(Parameter::sigma).most, true, "sigma in px"},
               report.work.points, report.convolution.points, gaussian ? settings.filter.sigma : 0);
    faint_line(below);
    times_plot("against size", {room.x, height}, {181, 5800, true, "side in px"}, report.work_by_size.points,
               report.convolution_by_size.points, 0);
    faint_line(size_below);
}

}  // namespace sweep::app
