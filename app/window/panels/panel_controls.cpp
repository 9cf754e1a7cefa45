// The column of controls beside the picture.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/lessons/teach/view.h"
#include "app/ui/gui.h"
#include "app/ui/menu.h"
#include "app/ui/widgets.h"
#include "app/views/compare/panel.h"
#include "app/views/derived/panel.h"
#include "app/views/tune/panel.h"
#include "app/window/panels/panels.h"
#include "app/work/options/option_values.h"

namespace sweep::app {
namespace {

// The line below it says more than the first word, which is all there is room for in wide letters.
void engine_badge(const Report& report, float room) {
    const float em = ImGui::GetFontSize(), air = 1.8f * em;
    const bool fast = report.badge.starts_with("CUDA");
    const bool fits = ImGui::CalcTextSize(report.badge.c_str()).x + air <= room;
    const std::string text =
        fits ? report.badge : cut(report.badge.substr(0, report.badge.find(' ')), room - air);
    const ImVec4& colour = fast ? colours::good : colours::accent;
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(text.c_str());
    const float width = size.x + air, height = size.y + 0.4f * em;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + height},
                       ImGui::GetColorU32({colour.x, colour.y, colour.z, 0.16f}), height / 2);
    list.AddCircleFilled({at.x + 0.75f * em, at.y + height / 2}, 0.24f * em, ImGui::GetColorU32(colour));
    list.AddText({at.x + 1.2f * em, at.y + 0.2f * em}, ImGui::GetColorU32(colour), text.c_str());
    ImGui::Dummy({width, height});
}

// A dot, a word and a number say whether the shown result is right.
void accuracy_badge(const AccuracyReport& accuracy) {
    using enum AccuracyReport::State;
    const bool is_known = accuracy.state == right || accuracy.state == wrong;
    const ImVec4& colour = accuracy.state == right   ? colours::good
                           : accuracy.state == wrong ? colours::bad
                                                     : colours::faint;
    const float em = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    std::string text = accuracy.text;
    if (is_known) text = (accuracy.state == right ? "right: " : "WRONG: ") + text;
    text = cut(text, ImGui::GetContentRegionAvail().x - 0.9f * em);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircleFilled({at.x + 0.35f * em, at.y + 0.5f * ImGui::GetTextLineHeight()}, 0.24f * em,
                         ImGui::GetColorU32(colour));
    list.AddText({at.x + 0.9f * em, at.y}, ImGui::GetColorU32(colour), text.c_str());
    ImGui::Dummy({0.9f * em + ImGui::CalcTextSize(text.c_str()).x, ImGui::GetTextLineHeight()});
    hint(
        "Now and then a thread compares the whole result with that of the CPU engine in double. The number "
        "is the largest error of all pixels, relative to the largest output; 1e-5 is allowed in float32.");
}

constexpr ImGuiWindowFlags panel_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                         ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                                         ImGuiWindowFlags_NoSavedSettings;
constexpr const char *open_label = "Controls", *close_label = "Close";

// Each hint stays whole: one that does not fit beside the last one begins a line.
void key_hints() {
    faint_line("F1 keys");
    for (const char* words : {"Tab hides the panels", "R original"}) {
        ImGui::SameLine(0, 1.2f * ImGui::GetFontSize());
        if (ImGui::CalcTextSize(words).x > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
        faint_line(words);
    }
}

// The button stands in the upper right corner of the picture.
void open_button(const Layout& layout, Settings& settings) {
    const float em = ImGui::GetFontSize();
    ImGui::SetNextWindowPos(
        {float(layout.picture.x + layout.picture.width) - 0.8f * em, float(layout.picture.y) + 0.8f * em},
        ImGuiCond_Always, {1, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("open", nullptr,
                 panel_flags | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoBackground);
    if (ImGui::Button(open_label)) settings.drawer = true;
    tip("controls");
    ImGui::End();
    ImGui::PopStyleVar();
}

// The button stands in the upper right corner of the panel.
void close_button(Settings& settings) {
    const float width = ImGui::CalcTextSize(close_label).x + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width);
    if (ImGui::Button(close_label)) settings.drawer = false;
    tip("controls");
}

// The filter that the controls change. While slots are compared, it is that of one of them.
void filter_of_controls(Settings& settings) {
    CompareSettings& compare = settings.compare;
    if (compares_slots(settings) && (compare.slot[0] || compare.slot[1])) {
        heading("CONTROLS CHANGE");
        const std::array<const char*, 2> sides{compare.slot[0] ? "slot 1" : "current filter",
                                               compare.slot[1] ? "slot 2" : "current filter"};
        if (const int clicked = choice("edited", sides, compare.edited_slot - 1); clicked >= 0)
            compare.edited_slot = clicked + 1;
        hint("Sliders and keys change the filter of this side.");
    }
    FilterSettings& edited = edited_filter(settings);
    if (&edited == &settings) return filter_section(settings);
    // The section shows the filter of the settings, and what depends on the view.
    std::swap(static_cast<FilterSettings&>(settings), edited);
    filter_section(settings);
    std::swap(static_cast<FilterSettings&>(settings), edited);
}

// The buttons that every view has.
void last_row(Settings& settings, Requests& requests) {
    const std::array<const char*, 3> labels{settings.more ? "Less" : "More", "Measure", "Save result"};
    const std::vector<float> widths =
        button_widths(labels, ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {1, ImGui::GetStyle().FramePadding.y});
    if (ImGui::Button(labels[0], {widths[0], 0})) settings.more = !settings.more;
    tip("more", "Algorithm, engine, measured sigma, and switches.");
    ImGui::SameLine();
    ImGui::BeginDisabled(settings.view == View::passes);  // that view has numbers of its own
    if (ImGui::Button(labels[1], {widths[1], 0})) settings.measure.panel = !settings.measure.panel;
    tip("measure", "And black and white point, colour maps.");
    ImGui::EndDisabled();
    ImGui::SameLine();
    if (ImGui::Button(labels[2], {widths[2], 0})) requests.actions.emplace_back("save-result");
    tip("save-result", "Beside the picture, in the depth of its file; nothing is overwritten.");
    ImGui::PopStyleVar();
}

}  // namespace

bool folds_away(const Settings& settings) {
    const bool filters = settings.view != View::depth_of_field && settings.view != View::passes;
    return settings.arrangement == Arrangement::usual && !settings.more && filters;
}

std::string folded_text(const Settings& settings) {
    const FilterSettings& now = settings;
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (reads(now.filter.kind, Parameter::order))
        add(now.filter.is_by_accuracy() ? fmt::format("accuracy {:g}", now.filter.accuracy)
                                        : fmt::format("order {}", now.filter.order));
    if (now.filter.kind != FilterKind::none) {
        add(boundary_text(now.boundary));
        if (now.boundary_y) add("columns " + boundary_text(*now.boundary_y));
    }
    if (now.passes < all_passes) add(fmt::format("stops after {}", pass_names[std::size_t(now.passes - 1)]));
    for (std::size_t i = 0; i < settings.compare.slot.size(); ++i)
        if (settings.compare.slot[i]) add(fmt::format("slot {} saved", i + 1));
    return text.empty() ? "slots" : text;
}

Shown shown_controls(const Settings& settings) {
    const bool all = settings.more,
               filters = settings.view == View::filtered || settings.view == View::original;
    const bool usual = settings.arrangement == Arrangement::usual,
               tune = settings.arrangement == Arrangement::tune;
    const bool teach = settings.arrangement == Arrangement::teach;
    // What one view shares with the next keeps its place in the panel.
    const bool compares = settings.view == View::wipe || settings.view == View::side_by_side ||
                          settings.view == View::difference;
    const bool unfolded = all || ((filters || compares) && ((usual && settings.finer) || tune));
    return {.order = unfolded,
            .derivative = all || (filters && (usual || tune)),
            .boundary = unfolded || (teach && settings.view == View::passes),
            .sweeps = all || (filters && usual && settings.finer),
            .measured = all || (tune && filters)};
}

void view_section(Settings& settings) {
    heading("VIEW");
    constexpr std::array<ChoiceEntry, 7> views{{{"Filtered", "filtered"},
                                                {"Original", "original"},
                                                {"Depth of field", "depth-of-field"},
                                                {"Wipe", "wipe"},
                                                {"Side by side", "side-by-side"},
                                                {"Difference", "difference"},
                                                {"Passes", "passes"}}};
    if (const int clicked = choice("view", views, int(settings.view), 4); clicked >= 0)
        settings.view = View(clicked);
    // Sigma stays in sight above the large panel of tuning.
    if (!settings.more &&
        (settings.arrangement == Arrangement::usual || settings.arrangement == Arrangement::tune))
        return;
    constexpr std::array<ChoiceEntry, 4> layouts{
        {{"Usual", "usual"}, {"Present", "present"}, {"Teach", "teach"}, {"Tune", "tune"}}};
    join_next();
    line_name("layout");
    if (const int clicked = choice("layout", layouts, int(settings.arrangement), 4); clicked >= 0)
        arrange(settings, Arrangement(clicked));
}

void recent_pictures(const std::vector<RecentPicture>& recent, Requests& requests) {
    if (recent.empty()) return;
    line_name("recent");
    ImGui::SetNextItemWidth(-1);
    if (!ImGui::BeginCombo("##recent", "open recent .."))
        return hint("Pictures that were open before; also in the menu, under File, and in the palette.");
    const std::vector<std::string> names = names_of(recent);
    for (std::size_t i = 0; i < names.size(); ++i) {
        ImGui::PushID(int(i));
        if (ImGui::Selectable(shortened(names[i], 30 * ImGui::GetFontSize()).c_str()))
            requests.picture = recent[i];
        hint(recent[i].picture.c_str());
        ImGui::PopID();
    }
    ImGui::EndCombo();
}

void details_section(Settings& settings, const Report& report, Requests& requests) {
    heading("DETAILS");
    constexpr std::array<const char*, engine_choices> engines{"auto", "CUDA", "CPU", "reference", "OpenGL"};
    if (const int clicked = choice("engine", engines, int(settings.engine)); clicked >= 0)
        settings.engine = EngineKind(clicked);
    tip("engine",
        "The engine that filters. The reference is sequential and in double: slow. OpenGL filters in compute shaders.");
    algorithm_choice(settings, report);
    recent_pictures(settings.recent, requests);
    slider("exposure", settings.exposure, -most_exposure, most_exposure, "%+.2f");
    tip({"exposure-up", "exposure-down"}, "In stops: brightens or darkens the screen only.");
    if (ImGui::BeginTable("switches", 2, ImGuiTableFlags_SizingStretchSame)) {
        ImGui::TableNextColumn();
        ImGui::BeginDisabled(!report.linear_matters);
        bool linear = report.in_linear_light;
        if (ImGui::Checkbox("linear light", &linear)) settings.linear = linear;
        tip("linear-light",
            "On: samples are decoded from sRGB. Off: they are filtered as they are in the file.");
        ImGui::EndDisabled();
        ImGui::TableNextColumn();
        if (ImGui::Checkbox("soft highlights", &settings.soft_highlights)) settings.highlights_chosen = true;
        tip("soft-highlights", "Values brighter than the screen roll off instead of clipping.");
        ImGui::TableNextColumn();
        ImGui::Checkbox("dither", &settings.dither);
        tip("dither", "Hides the steps of a screen of 8 bits. Differences are computed without it.");
        ImGui::TableNextColumn();
        ImGui::BeginDisabled(!report.half_result_matters);
        ImGui::Checkbox("result in float16", &settings.method.half_result);
        tip("half-result",
            "CUDA writes half as many bytes. Values and differences are then rounded to 11 bits.");
        ImGui::EndDisabled();
        ImGui::TableNextColumn();
        ImGui::Checkbox("vertical sync", &settings.vertical_sync);
        tip("vertical-sync", "Frames wait for the screen. Off: as many frames as possible.");
        ImGui::TableNextColumn();
        ImGui::Checkbox("draw always", &settings.continuous);
        tip("continuous", "Keeps measuring times. Off: nothing is computed while nothing changes.");
        ImGui::EndTable();
    }
    pixels_section(settings);
    faint_line(report.renderer);
}

float drawer_button_width() {
    return ImGui::CalcTextSize(open_label).x + 2 * ImGui::GetStyle().FramePadding.x;
}

void controls_panel(const Layout& layout, Settings& settings, const Report& report, Requests& requests) {
    if (layout.narrow && !settings.drawer) open_button(layout, settings);
    const Area& area = layout.controls;
    if (area.width <= 1) return;
    ImGui::SetNextWindowPos({float(area.x), float(area.y)});
    ImGui::SetNextWindowSize({float(area.width), float(area.height)});
    ImGui::Begin("controls", nullptr, panel_flags | ImGuiWindowFlags_NoBringToFrontOnFocus);
    push_face(Face::title);
    ImGui::TextUnformatted("SWEEP");
    const float baseline = ImGui::GetTextLineHeight();
    pop_face();
    ImGui::SameLine();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.5f * (baseline - ImGui::GetTextLineHeight()) -
                         0.2f * ImGui::GetFontSize());
    engine_badge(report, float(area.x + area.width) - menu_width(layout) - ImGui::GetCursorScreenPos().x);
    if (layout.narrow) close_button(settings);
    faint_line(cut(report.reason, ImGui::GetContentRegionAvail().x));
    hint(report.reason.c_str());
    accuracy_badge(report.accuracy);

    view_section(settings);
    if (report.film && settings.view != View::passes)
        film_section(settings, *report.film, report.saves_film, requests);
    if (settings.view == View::depth_of_field)
        focus_section(settings, report.focus, requests);
    else
        filter_of_controls(settings);
    if (settings.view != View::depth_of_field && settings.view != View::passes) derived_section(settings);
    if (settings.view == View::passes) teach_section(settings.teach, settings.more);
    const bool halves = settings.view == View::wipe || settings.view == View::side_by_side;
    const bool slots = !folds_away(settings) || settings.finer || compares_slots(settings);
    if (halves && slots) wipe_section(settings);
    if (settings.view == View::difference) difference_section(settings, report.compare);
    if (compares_slots(settings) || (slots && halves) || (settings.view == View::difference && settings.more))
        slots_section(settings);
    if (shown_controls(settings).measured && report.tune) tune_section(settings, *report.tune);
    if (settings.more) details_section(settings, report, requests);
    ImGui::Dummy({0, 0.2f * ImGui::GetFontSize()});
    last_row(settings, requests);
    ImGui::Dummy({0, 0.3f * ImGui::GetFontSize()});
    key_hints();
    ImGui::End();
}

}  // namespace sweep::app
