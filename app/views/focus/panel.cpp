#include "app/views/focus/panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "app/views/focus/leak_map.h"

namespace sweep::app {
namespace {

template <std::size_t N>
int named_choice(const char* name, const char* id, const std::array<const char*, N>& labels, int chosen) {
    line_name(name);
    return choice(id, labels, chosen);
}

// `is_in_metres`: the depth is of distances, and not only nearer and farther.
void lens(FocusSettings& focus, bool all, bool is_in_metres) {
    if (all) {
        constexpr std::array<const char*, 2> sets{"plain", "camera"};
        if (const int clicked = named_choice("lens", "lens", sets, focus.photographic); clicked >= 0)
            focus.photographic = clicked == 1;
        hint(
            "Plain: a range that is sharp, and how fast the blur grows outside. Camera: a thin lens with a "
            "focal length and an f-number.");
    }
    const char* const digits = is_in_metres ? "%.2f m" : "%.2f";
    slider("focus", focus.distance, 0.6f, 150, digits, true);
    hint("The distance in focus. Shift + click on the picture to focus there.");
    if (focus.photographic) {
        slider("lens mm", focus.focal_length, 18, 400, "%.0f mm", true);
        hint("Focal length.");
        slider("f-number", focus.f_number, 0.7f, 22, "f/%.1f", true);
        hint("A small f-number means much blur.");
    } else {
        slider("range", focus.range, 0, 10, digits);
        hint("The depth of the range that is sharp.");
        slider("aperture", focus.aperture, 0, 1, "%.3f");
        hint("How fast the blur grows outside of the range.");
    }
    if (!all) return;
    if (focus.photographic) {
        slider("sensor", focus.sensor_width, 5, 60, "%.1f mm");
        hint("The width of the sensor: full frame is 36 mm.");
    }
    slider("limit", focus.max_radius, 1, largest_box, "%.0f px");
    hint("The largest radius of the circle of confusion.");
}

void depth_map(FocusSettings& focus) {
    ImGui::Checkbox("white is near", &focus.near_is_white);
    hint("Which end of the depth map is near. Values are linear in 1 / distance, as disparity is.");
    slider("nearest", focus.nearest, 0.1f, 20, "%.2f m", true);
    hint("The distance of the near end.");
    slider("farthest", focus.farthest, 1, 1000, "%.1f m", true);
    hint("The distance of the far end.");
    focus.farthest = std::max(focus.farthest, 1.01f * focus.nearest);
}

void table_choice(FocusSettings& focus, const FocusReport& report) {
    const auto now = std::find(focus_precisions.begin(), focus_precisions.end(), focus.precision);
    const int clicked =
        named_choice("table", "table", focus_precision_names, int(now - focus_precisions.begin()));
    if (clicked >= 0) focus.precision = focus_precisions[std::size_t(clicked)];
    hint(
        "Fixed: 32-bit integers that wrap around, exact except that each pixel is rounded to 1/4096. Float: "
        "sums so large that rounding dominates in small boxes. Mean-subtracted: float sums of the "
        "pixels minus the picture's mean.");
    ImGui::Checkbox("error", &focus.measure_error);
    hint(
        "The largest error of the mean of a box of radius 1, 4 and 16, against a table in double, in steps "
        "of an 8-bit screen. It is measured beside the frame, about once a second.");
    if (!focus.measure_error) return;
    ImGui::SameLine();
    push_face(Face::mono);
    if (report.table_errors.size() == 3)
        ImGui::TextColored(report.table_errors[0] > 0.5 ? colours::accent : colours::good,
                           "%.3f %.3f %.4f /255", report.table_errors[0], report.table_errors[1],
                           report.table_errors[2]);
    else
        ImGui::TextDisabled("...");
    pop_face();
}

// What stands for the depth map that a picture lacks: a ramp, or strokes.
void made_depth(FocusSettings& focus, const FocusReport& report, Requests& requests) {
    if (focus.strokes.empty()) {
        ImGui::Checkbox("tilt-shift", &focus.tilt_shift);
        hint("The bottom of the picture is near and its top far, or what was clicked.");
        if (focus.tilt_shift && focus.ramp) {
            ImGui::SameLine();
            if (ImGui::Button("bottom to top")) focus.ramp.reset();
            hint("Near and far are again the bottom and the top of the picture.");
        }
    }
    slider("brush", focus.brush, 0, 1, focus.brush == 1 ? "near" : focus.brush == 0 ? "far" : "%.2f");
    hint(
        "Ctrl + drag paints how near things are: 0 is far, 1 is near. Strokes spread up to the edges of the picture.");
    if (focus.strokes.empty()) {
        faint_line(
            "This picture has no depth map. Ctrl + drag: paint how near things are. Ctrl + click: what is near, then "
            "what is far. Or drop a depth map, or put it beside the picture as NAME.depth.png.");
        return;
    }
    if (ImGui::Button("drop strokes")) requests.actions.emplace_back("clear-strokes");
    ImGui::SameLine();
    if (ImGui::Button("save depth map")) requests.actions.emplace_back("save-depth-map");
    hint("Beside the picture, as NAME.depth.png: it is the picture's depth map when it is opened again.");
    faint_line(report.spreads_strokes ? "The strokes are being spread ..."
                                      : "Ctrl + drag paints more. Ctrl shows the strokes.");
}

}  // namespace

void focus_section(Settings& settings, const FocusReport& report, Requests& requests) {
    FocusSettings& focus = settings.focus;
    const bool has_depth = report.has_depth;
    heading("DEPTH OF FIELD");
    if (has_depth)
        if (const int clicked = choice("focus view", focus_view_names, int(focus.view)); clicked >= 0)
            focus.view = FocusView(clicked);
    if (has_depth)
        tip("focus-view",
            "The result, the signed circle of confusion, the depth, two methods side by side, or what leaks "
            "into each pixel. Leaks are measured in double, which takes seconds.");
    bool constant = focus.constant || !has_depth;
    if (settings.more || constant) {
        ImGui::BeginDisabled(!has_depth);
        if (ImGui::Checkbox("same radius everywhere", &constant)) focus.constant = constant;
        hint(has_depth ? "The depth is not used."
                       : "There is no depth map, so the radius is the same everywhere.");
        ImGui::EndDisabled();
    }
    if (constant) {
        slider("radius", focus.constant_radius, 0, largest_box, "%.1f px");
        hint("The radius of the circle of confusion, in pixels of the picture.");
    } else {
        lens(focus, settings.more, !report.lacks_depth_map);
    }
    const bool has_table = constant || focus.method != FocusMethod::diffusion;
    if (!has_table) ImGui::BeginDisabled();
    if (const int clicked = named_choice("bokeh", "bokeh", bokeh_names, int(focus.bokeh)); clicked >= 0)
        focus.bokeh = Bokeh(clicked);
    tip("bokeh",
        "The shape of an unfocused point of light, a sum of boxes from one table. Box: 4 table entries. "
        "3 boxes: 12. Disc: 28, flat. Smooth: 24, a dome. Diffusion has no shape.");
    if (!has_table) ImGui::EndDisabled();
    if (!constant) {
        if (const int clicked = named_choice("bleeding", "method", focus_method_names, int(focus.method));
            clicked >= 0)
            focus.method = FocusMethod(clicked);
        tip("focus-method",
            "Whether sharp objects bleed into the blur, and blur over them. Gather lets them; layers, spread and "
            "diffusion keep them apart, each in its own way.");
    }
    if (settings.more && has_table) table_choice(focus, report);
    if (report.lacks_depth_map) made_depth(focus, report, requests);
    if (settings.more && !report.depth_name.empty() && !report.has_metres) depth_map(focus);
    if (has_depth) faint_line("Shift + click the picture to focus there.");
}

namespace {

// A scale at the lower edge: a colour for each step, between the words for its ends, and a plate with `text`.
void scale(ImDrawList& list, ImVec2 at, const char* low, std::span<const ImU32> steps, const char* high,
           const char* text) {
    const float em = ImGui::GetFontSize(), step = 1.4f * em;
    const float words = ImGui::CalcTextSize(low).x + ImGui::CalcTextSize(high).x + 1.6f * em;
    const float width = float(steps.size()) * step + words;
    list.AddRectFilled({at.x, at.y - 0.2f * em}, {at.x + width + 0.8f * em, at.y + 1.9f * em},
                       ImGui::GetColorU32(colours::plate), 0.35f * em);
    float x = at.x + 0.6f * em;
    const float y = at.y + 0.4f * em;
    list.AddText({x, y}, ImGui::GetColorU32(colours::text), low);
    x += ImGui::CalcTextSize(low).x + 0.5f * em;
    for (const ImU32 colour : steps) {
        list.AddRectFilled({x, y}, {x + step, y + 1.0f * em}, colour);
        x += step;
    }
    list.AddText({x + 0.5f * em, y}, ImGui::GetColorU32(colours::text), high);
    plate(list, {at.x + width + 1.4f * em, at.y - 0.05f * em}, text, colours::faint);
}

// The colours of leak_colour() for 0, 1/6, .. 1, as the screen shows them.
std::array<ImU32, 7> leak_steps() {
    std::array<ImU32, 7> steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        std::array<int, 3> bytes;
        const std::array<float, 3> light = leak_colour(float(i) / 6);
        for (std::size_t c = 0; c < 3; ++c)
            bytes[c] = int(
                std::lround(255 * (light[c] <= 0.0031308f ? 12.92f * light[c]
                                                          : 1.055f * std::pow(light[c], 1 / 2.4f) - 0.055f)));
        steps[i] = IM_COL32(bytes[0], bytes[1], bytes[2], 255);
    }
    return steps;
}

// Where the middle of a pixel is in the window.
ImVec2 middle_of(Pixel pixel, const Viewer& viewer) {
    return {viewer.origin().x + viewer.zoom() * (float(pixel.x) + 0.5f),
            viewer.origin().y + viewer.zoom() * (float(pixel.y) + 0.5f)};
}

}  // namespace

void strokes_overlay(const FocusSettings& focus, const FocusReport& report, const Viewer& viewer) {
    if (!report.lacks_depth_map || !(ImGui::GetIO().KeyCtrl || focus.view == FocusView::depth)) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float em = ImGui::GetFontSize();
    std::vector<ImVec2> line;
    for (const DepthStroke& stroke : focus.strokes) {
        line.clear();
        for (const Pixel& pixel : stroke.points) line.push_back(middle_of(pixel, viewer));
        const int grey = int(255 * stroke.nearness);
        const ImU32 rim = IM_COL32(240, 150, 40, 255), colour = IM_COL32(grey, grey, grey, 255);
        for (const auto& [shade, wide] : {std::pair{rim, 0.7f * em}, {colour, 0.4f * em}}) {
            if (line.size() > 1) list.AddPolyline(line.data(), int(line.size()), shade, 0, wide);
            for (const ImVec2& end : {line.front(), line.back()})
                list.AddCircleFilled(end, 0.5f * wide, shade);
        }
    }
}

void focus_overlay(const Layout& layout, const Settings& settings, const FocusReport& report, int width,
                   const Viewer& viewer) {
    const FocusSettings& focus = settings.focus;
    const float em = ImGui::GetFontSize();
    const Area& area = layout.captions;
    if (float(area.width) < 24 * em || float(area.height) < 12 * em) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float bottom = float(area.y + area.height) - 4.6f * em;
    const ImVec2 corner{float(area.x) + 0.8f * em, bottom};
    if (report.lacks_depth_map && focus.strokes.empty() && focus.tilt_shift && focus.ramp) {
        const bool has_far = (*focus.ramp)[0] != (*focus.ramp)[1];
        for (const auto& [pixel, name] : {std::pair{(*focus.ramp)[0], "near"}, {(*focus.ramp)[1], "far"}}) {
            const ImVec2 at = middle_of(pixel, viewer);
            list.AddCircle(at, 0.5f * em, IM_COL32(0, 0, 0, 255), 0, 0.3f * em);
            list.AddCircle(at, 0.5f * em, IM_COL32(255, 255, 255, 255), 0, 0.12f * em);
            plate(list, {at.x + 0.8f * em, at.y - 0.8f * em},
                  has_far ? name : "near; now Ctrl + click what is far", colours::text);
            if (!has_far) break;
        }
    }
    if (focus.view == FocusView::methods && !focus.constant) {
        // Each side is labelled with its method.
        const int middle = width / 2;
        const float x = viewer.origin().x + viewer.zoom() * float(middle);
        list.AddLine({x, float(area.y)}, {x, float(area.y + area.height)}, IM_COL32(255, 255, 255, 200),
                     std::max(1.0f, 0.1f * em));
        const char* left = focus_method_names[std::size_t(focus.method)];
        const char* right = focus_method_names[std::size_t(
            focus.method == FocusMethod::spread ? FocusMethod::layers : FocusMethod::spread)];
        plate(list, {x - ImGui::CalcTextSize(left).x - 2.0f * em, bottom}, left, colours::text);
        plate(list, {x + 0.8f * em, bottom}, right, colours::text);
    }
    if (focus.view == FocusView::circle) {
        // The colours of shaders/focus/blur.comp for 1, 2/5 and 1/10 of the largest radius.
        constexpr std::array<ImU32, 7> steps{IM_COL32(188, 71, 0, 255),    IM_COL32(177, 100, 80, 255),
                                             IM_COL32(167, 122, 113, 255), IM_COL32(200, 200, 200, 255),
                                             IM_COL32(113, 123, 167, 255), IM_COL32(80, 103, 177, 255),
                                             IM_COL32(0, 77, 188, 255)};
        scale(list, corner, "near", steps, "far", fmt::format("{:.0f} px", focus.max_radius).c_str());
    }
    if (focus.view == FocusView::leaks && !focus.constant)
        scale(list, corner, "none", leak_steps(), "all of it",
              report.mean_leak ? fmt::format("{:.2f} % on average", 100 * *report.mean_leak).c_str()
                               : "measured, takes seconds ..");
}

}  // namespace sweep::app
