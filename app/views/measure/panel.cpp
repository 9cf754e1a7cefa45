// The panel of measuring: histogram with the range of the display, colour map, profile, statistics.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "app/ui/gui.h"
#include "app/ui/plots/number_table.h"
#include "app/ui/plots/plot.h"
#include "app/ui/widgets.h"
#include "app/views/measure/view.h"

namespace sweep::app {
namespace {

const ImVec4 black_handle{0.45f, 0.62f, 1, 1}, white_handle{1, 0.80f, 0.35f, 1};

PlotStyle style_before(const std::array<std::string, 2>& names) {
    return {names[0].c_str(), colours::faint, Stroke::dashed};
}
PlotStyle style_after(const std::array<std::string, 2>& names) {
    return {names[1].c_str(), colours::accent, Stroke::solid};
}

void draw_histogram(Plot& plot, const ValuePlane& plane, double least, double most, const PlotStyle& style) {
    if (plane.values.empty()) return;
    const Histogram h = histogram_of(plane, least, most, 256);
    std::vector<double> x, y;  // a staircase
    for (std::size_t i = 0; i < h.counts.size(); ++i)
        for (const double edge : {0.0, 1.0}) {
            x.push_back(h.low + h.step * (double(i) + edge));
            y.push_back(std::log10(1 + double(h.counts[i])));
        }
    plot.curve(x, y, style);
}

double tallest(const ValuePlane& plane, double least, double most) {
    if (plane.values.empty()) return 0;
    const Histogram h = histogram_of(plane, least, most, 256);
    return std::log10(1 + double(*std::max_element(h.counts.begin(), h.counts.end())));
}

}  // namespace

void MeasureView::histogram(const ShownImages& shown, Settings& settings) {
    MeasureSettings& measure = settings.measure;
    const float em = ImGui::GetFontSize();
    const Measured& m = *measured_;
    const bool filtered = !m.after.values.empty();
    const double least = double(filtered ? std::min(m.before.least, m.after.least) : m.before.least),
                 most = double(filtered ? std::max(m.before.most, m.after.most) : m.before.most);
    const ValueKind kind = (shown.after.texture ? shown.after : shown.before).kind();
    const ValueRange range = shown_range(measure, kind);
    const auto [shown_least, shown_most] = axis_between(least, most, kind.unit.is_whole());
    // The handles stay in sight, but do not squeeze the histogram where the range is far from the values.
    const double span = shown_most - shown_least, air = 0.04 * span;
    const double from = measure.range ? std::min(shown_least, std::max(range.black, least - 2 * span))
                                      : shown_least,
                 to = measure.range ? std::max(shown_most, std::min(range.white, most + 2 * span))
                                    : shown_most;
    const double top = std::max({tallest(m.before, least, most), tallest(m.after, least, most), 1.0});
    {
        // The fields of the range stand below.
        const float rows = 2 * ImGui::GetFrameHeightWithSpacing(),
                    high = std::clamp(ImGui::GetContentRegionAvail().y - rows, 4 * em, 8 * em);
        Plot plot("histogram", {ImGui::GetContentRegionAvail().x, high},
                  {from - air, to + air, false, kind.unit.name().c_str()},
                  {0, 1.05 * top, false, "log of the number"});
        draw_histogram(plot, m.before, least, most, style_before(names_));
        if (filtered) draw_histogram(plot, m.after, least, most, style_after(names_));
        const auto x_of = [&](double value) {
            return std::clamp(plot.at(value, 0).x, plot.low().x, plot.high().x);
        };
        const float black = x_of(range.black), white = x_of(range.white), bottom = plot.high().y;
        for (const auto& [x, colour] : {std::pair{black, black_handle}, {white, white_handle}}) {
            const ImU32 packed = ImGui::GetColorU32(colour);
            plot.list().AddLine({x, plot.low().y}, {x, bottom}, packed, 1.5f);
            plot.list().AddTriangleFilled({x - 0.45f * em, bottom}, {x + 0.45f * em, bottom},
                                          {x, bottom - 0.7f * em}, packed);
        }
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        if (plot.clicked()) held_ = std::abs(mouse.x - white) < std::abs(mouse.x - black) ? 1 : 0;
        if (!ImGui::IsMouseDown(0)) held_ = -1;
        if (held_ >= 0) {
            ValueRange moved = range;
            const double value = plot.values_at(mouse).first, gap = 1e-3 * (to - from + 2 * air);
            if (held_ == 0)
                moved.black = std::min(value, range.white - gap);
            else
                moved.white = std::max(value, range.black + gap);
            if (kind.is_whole || (shown.before.unit.is_whole() && moved.white - moved.black > 16)) {
                moved.black = std::nearbyint(moved.black);
                moved.white = std::nearbyint(moved.white);
            }
            measure.range = moved;
            measure.fit_range = false;
        }
    }
    hint(
        "How many pixels have each value, on a logarithmic scale: of what is shown on both sides. Drag the "
        "handles: what is black (blue) and what is white (yellow).");
}

void MeasureView::range_fields(const ShownImages& shown, MeasureSettings& settings) {
    const ShownImage& image = shown.after.texture ? shown.after : shown.before;
    ValueRange range = shown_range(settings, image.kind());
    const float em = ImGui::GetFontSize(), room = ImGui::GetContentRegionAvail().x,
                gap = ImGui::GetStyle().ItemSpacing.x;
    const bool has_names = room > 21.5f * em;  // otherwise the colours say which is which
    const float wide = has_names ? 7 * em : 0.5f * (room - gap);
    for (double* end : {&range.black, &range.white}) {
        const bool is_black = end == &range.black;
        const ImVec4 colour = colours::for_words(is_black ? black_handle : white_handle);
        if (has_names) {
            ImGui::AlignTextToFramePadding();
            ImGui::TextColored(colour, is_black ? "black" : "white");
            ImGui::SameLine();
        }
        ImGui::SetNextItemWidth(wide);
        ImGui::PushStyleColor(ImGuiCol_Text, colour);
        const bool entered = ImGui::InputDouble(is_black ? "##black" : "##white", end, 0, 0, "%.7g",
                                                ImGuiInputTextFlags_EnterReturnsTrue);
        ImGui::PopStyleColor();
        if (entered && std::isfinite(range.black) && std::isfinite(range.white) &&
            range.black < range.white) {
            settings.range = range;
            settings.fit_range = false;
        }
        hint(is_black ? "The value that is shown as black, in the unit of the file. Enter takes it."
                      : "The value that is shown as white, in the unit of the file. Enter takes it.");
        if (is_black) ImGui::SameLine();
    }
    if (ImGui::Checkbox("auto contrast", &settings.fit_range) && !settings.fit_range)
        settings.show_full_range();
    tip("auto-contrast",
        "One pixel in a thousand is below black, and one above white, of what was seen when it was switched "
        "on. It holds in all views until it is switched off and on again, or another picture is opened.");
    ImGui::SameLine();
    ImGui::BeginDisabled(!settings.range);
    if (ImGui::Button("full range")) settings.show_full_range();
    tip("full-range");
    ImGui::EndDisabled();
}

void MeasureView::profile(const MeasureSettings& settings) const {
    const Measured& m = *measured_;
    const float em = ImGui::GetFontSize();
    Profile before = profile_of(m.before, *settings.line);
    Profile after;
    if (!m.after.values.empty()) after = profile_of(m.after, *settings.line);
    double low = INFINITY, high = -INFINITY;
    for (const auto* values : {&before.values, &after.values})
        for (const double v : *values)
            if (std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
    if (!(low <= high)) low = 0, high = 1;
    const auto [bottom, top] = axis_between(low, high, kind_before_.unit.is_whole());
    const double air = 0.05 * (top - bottom), length = before.step * double(before.values.size() - 1);
    {
        const float high = std::clamp(ImGui::GetContentRegionAvail().y, 5 * em, 10 * em);
        Plot plot("profile", {ImGui::GetContentRegionAvail().x, high},
                  {0, std::max(length, 1.0), false, "pixels along the line"},
                  {bottom - air, top + air, false, kind_before_.unit.name().c_str()});
        plot.curve(0, before.step, before.values, style_before(names_));
        if (!after.values.empty()) plot.curve(0, after.step, after.values, style_after(names_));
    }
    hint("The values along the line, from its dot to its ring. Between pixels they are interpolated.");
}

void MeasureView::statistics(const MeasureSettings& settings, const ValueKind& kind) const {
    const Measured& m = *measured_;
    const Region box = box_between(*settings.box);
    if (!m.table_before) return;
    const auto before = statistics_of(m.before, *m.table_before, box);
    const auto after = m.table_after ? statistics_of(m.after, *m.table_after, box) : std::nullopt;
    if (!before) return faint_line("No value is measured in the box.");
    const std::size_t pixels = std::size_t(box.width) * std::size_t(box.height);
    ImGui::Text("box of %d x %d at (%d, %d): %zu pixels", box.width, box.height, box.x, box.y, before->count);
    hint("Mean and deviation: four entries of a table of x and of x^2, whatever the size of the box.");
    if (before->count < pixels) faint_line(fmt::format("{} others have no value", pixels - before->count));
    NumberTable table;
    const auto cell = [&](const std::string& text, const ImVec4& colour) {
        table.cell(text, colour, NumberTable::Look::mono);
    };
    const auto row = [&](const char* name, double a, double b, int digits) {
        table.row();
        cell(name, colours::faint);
        // At least `digits` significant ones, and none before the point is cut.
        const auto text = [&](double v) {
            const double size = std::abs(v);
            return size >= 1e-3 && size < 1e9
                       ? fmt::format("{:.{}f}", v,
                                     std::clamp(digits - 1 - int(std::floor(std::log10(size))), 0, 9))
                   : v == 0 ? std::string("0")
                            : fmt::format("{:.{}e}", v, digits - 1);
        };
        cell(text(a), colours::text);
        if (after) cell(text(b), colours::text);
    };
    const BoxStatistics& a = *before;
    const BoxStatistics b = after.value_or(a);
    table.row();
    cell("", colours::faint), cell(names_[0], colours::faint);
    if (after) cell(names_[1], colours::faint);
    row("mean", a.mean, b.mean, 7);
    row("deviation", a.deviation, b.deviation, 5);
    row("least", double(a.least), double(b.least), kind.is_whole ? 1 : 6);
    row("most", double(a.most), double(b.most), kind.is_whole ? 1 : 6);
    table.draw();
}

void take_measure_panel(Layout& layout, const Settings& settings) {
    if (!settings.measure.panel || !settings.panels || settings.view == View::passes) return;
    const float em = ImGui::GetFontSize();
    Area& captions = layout.captions;
    const int bottom = std::max({captions.y + captions.height, layout.times.y + layout.times.height,
                                 layout.big_type.y + layout.big_type.height});
    const int height = std::min(int(13.4f * em), 2 * bottom / 5);
    if (float(captions.width) < 30 * em || float(height) < 11 * em) return;
    layout.times = {};
    layout.measure = {captions.x, bottom - height, captions.width, height};
    const bool has_big_type = layout.big_type.width > 1;
    if (has_big_type) layout.big_type.y = layout.measure.y - layout.big_type.height;
    layout.picture.height = captions.height =
        (has_big_type ? layout.big_type.y : layout.measure.y) - captions.y;
}

// The histogram and the range that is shown.
void MeasureView::values(const ShownImages& shown, Settings& settings, Requests& requests) {
    const ValueUnit& unit = shown.before.unit;
    std::string title = "VALUES in " + (unit.is_whole() ? unit.name()
                                        : unit.is_data  ? "numbers of the file"
                                                        : "linear light");
    if (measured_ && measured_->region != picture_)
        title += fmt::format(", central {} x {}", measured_->region.width, measured_->region.height);
    constexpr const char* save = "Save as CSV";
    const float button = ImGui::CalcTextSize(save).x + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(colours::accent, "%s",
                       cut(title, ImGui::GetContentRegionAvail().x - button - ImGui::GetFontSize()).c_str());
    ImGui::SameLine(ImGui::GetContentRegionAvail().x - button);
    if (ImGui::Button(save)) requests.actions.emplace_back("save-values");
    tip("save-values", "Files of the current folder, a table each; nothing is overwritten.");
    if (!trouble_.empty())
        faint_line(trouble_);
    else if (!measured_)
        faint_line("reading ..");
    else
        histogram(shown, settings);
    range_fields(shown, settings.measure);
}

// What is drawn over the picture, and what is measured there. `all`: the profile, and statistics elsewhere.
void MeasureView::tools(const ShownImages& shown, MeasureSettings& measure, bool all) const {
    if (shown.before.unit.one_channel) {
        constexpr std::array<const char*, colour_maps> names{"grey", "viridis", "magma", "cividis"};
        if (const int clicked = choice("colour-map", names, int(measure.map)); clicked >= 0)
            measure.map = ColourMap(clicked);
        tip("colour-map", "Lightness rises evenly; cividis has blue and yellow alone.");
    } else {
        constexpr std::array<const char*, 4> channels{"mean", "red", "green", "blue"};
        if (const int clicked = choice("channel", channels, int(measure.channel)); clicked >= 0)
            measure.channel = MeasuredChannel(clicked);
        hint("What is measured of a picture in colours: the mean of the three channels, or one of them.");
    }
    constexpr std::array<const char*, 3> names{"drag pans", "line profile", "statistics"};
    if (const int clicked = choice("tool", names, int(measure.tool)); clicked >= 0)
        measure.tool = MeasureTool(clicked);
    tip("measure-tool",
        "What a drag with the left button does over the picture. The middle button pans, too.");
    if (measured_ && measure.line && (all || measure.tool != MeasureTool::box))
        profile(measure);
    else if (measured_ && measure.box && measure.tool != MeasureTool::line)
        statistics(measure, kind_before_);
    else if (measure.tool == MeasureTool::line)
        faint_line("Drag a line over the picture.");
    else if (measure.tool == MeasureTool::box)
        faint_line("Drag a box over the picture.");
}

void MeasureView::panel(const ShownImages& shown, const Area& area, Settings& settings, Requests& requests) {
    MeasureSettings& measure = settings.measure;
    const float em = ImGui::GetFontSize();
    if (area.width <= 1) {
        if (measure.panel && settings.panels && settings.view != View::passes)
            plate(*ImGui::GetForegroundDrawList(), {em, em},
                  "Measuring needs a larger window, or smaller text.", colours::accent);
        return;
    }
    ImGui::SetNextWindowPos({float(area.x), float(area.y)});
    ImGui::SetNextWindowSize({float(area.width), float(area.height)});
    ImGui::Begin("measure", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
    // Of a line and a box the one of the tool is measured, where there is no room for both.
    const bool both = measure.line && measure.box && float(area.width) > 62 * em;
    const float gap = 1.4f * em, parts = both ? 3 : 2,
                room = (ImGui::GetContentRegionAvail().x - (parts - 1) * gap) / parts;
    const auto part = [&](const char* name, const auto& draw) {
        ImGui::BeginChild(name, {room, 0});
        draw();
        ImGui::EndChild();
    };
    part("values", [&] { values(shown, settings, requests); });
    ImGui::SameLine(0, gap);
    part("tools", [&] { tools(shown, measure, both); });
    if (both) {
        ImGui::SameLine(0, gap);
        part("box", [&] { statistics(measure, kind_before_); });
    }
    ImGui::End();
}

}  // namespace sweep::app
