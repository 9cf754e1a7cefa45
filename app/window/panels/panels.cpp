// The plates over the picture: title, input, message.
#include "app/window/panels/panels.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"

namespace sweep::app {

namespace {

constexpr float margin = 0.8f, plate_padding = 0.6f;  // em

// The view in large letters and its caption, on a solid plate.
// `beside` stays free at the right.
Area title_plate(ImDrawList& list, const Layout& layout, const Settings& settings, const Report& report,
                 float beside) {
    const float em = ImGui::GetFontSize();
    const ImVec2 corner{float(layout.captions.x) + margin * em, float(layout.captions.y) + margin * em};
    const char* title = report.shows_original                   ? "Original"
                        : settings.view == View::depth_of_field ? "Depth of field"
                        : settings.view == View::wipe           ? "Wipe"
                        : settings.view == View::side_by_side   ? "Side by side"
                        : settings.view == View::difference     ? "Difference"
                                                                : "Filtered";
    const char* caption = report.caption.c_str();
    if (layout.narrow) beside = drawer_button_width() + margin * em;
    const float room = float(layout.captions.width) - beside - (2 * margin + 1.6f) * em;
    if (room < 4 * em) return {};
    push_face(Face::title);
    const ImVec2 title_size = ImGui::CalcTextSize(title);
    pop_face();
    const ImVec2 caption_size = ImGui::CalcTextSize(caption, nullptr, false, room);
    const float width = std::max(title_size.x, caption_size.x) + 1.6f * em;
    const float height = title_size.y + caption_size.y + 1.0f * em;
    list.AddRectFilled(corner, {corner.x + width, corner.y + height}, ImGui::GetColorU32(colours::plate),
                       0.4f * em);
    list.AddRectFilled(corner, {corner.x + 0.25f * em, corner.y + height},
                       ImGui::GetColorU32(report.shows_original ? colours::good : colours::accent),
                       0.4f * em);
    push_face(Face::title);
    list.AddText({corner.x + 0.9f * em, corner.y + 0.4f * em}, ImGui::GetColorU32(colours::text), title);
    pop_face();
    list.AddText(ImGui::GetFont(), em, {corner.x + 0.9f * em, corner.y + 0.5f * em + title_size.y},
                 ImGui::GetColorU32(colours::faint), caption, nullptr, room);
    return {int(corner.x), int(corner.y), int(std::ceil(width)), int(std::ceil(height))};
}

// Input, size and zoom at the lower edge. The name is shortened where what follows needs the room.
void input_plate(ImDrawList& list, const Layout& layout, const Settings& settings, const Report& report,
                 const Viewer& viewer) {
    const float em = ImGui::GetFontSize();
    const float room = float(layout.captions.width) - 2 * (margin + plate_padding) * em;
    const double zoom = double(viewer.zoom()), sigma = settings.filter.sigma;
    std::string facts = fmt::format("   {} x {}   {:.0f} %", report.width, report.height, 100 * zoom);
    if (!report.decoding.empty() && text_width("   " + report.decoding + report.input_facts + facts) < room)
        facts = "   " + report.decoding + facts;
    if (settings.view == View::filtered && settings.filter.kind == FilterKind::gaussian &&
        std::abs(zoom - 1) > 0.005 && !report.shows_original) {
        const std::string on_screen =
            fmt::format("   sigma {} px = {} px on screen", plain_number(sigma), plain_number(sigma * zoom));
        if (std::min(text_width(report.input), 8 * em) + text_width(report.input_facts + facts + on_screen) <
            room)
            facts += on_screen;
    }
    const std::string text = with_facts(report.input, report.input_facts + facts, room);
    plate(list,
          {float(layout.captions.x) + margin * em,
           float(layout.captions.y + layout.captions.height) - 2.3f * em},
          text.c_str(), colours::faint);
}

// A message, good or bad, in the middle above the lower edge. A long one has about six lines here, and is
// whole in the list of messages.
void message_plate(const Area& area, const std::string& message, bool trouble, Settings& settings) {
    constexpr float most_lines = 6;
    const float em = ImGui::GetFontSize();
    const float room = std::max(0.9f * float(area.width) - 2 * em, em);
    const std::string text = shortened(message, most_lines * room);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, room);
    const ImVec2 at{float(area.x) + 0.5f * (float(area.width) - size.x) - em,
                    std::max(float(area.y + area.height) - size.y - 6.2f * em, float(area.y))};
    const ImVec2 whole{size.x + 2 * em, size.y + em};
    ImGui::SetNextWindowPos(at);
    ImGui::SetNextWindowSize(whole);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::Begin("message", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    if (ImGui::InvisibleButton("all", whole)) settings.messages = true;
    tip("messages");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + whole.x, at.y + whole.y},
                       trouble ? IM_COL32(96, 28, 20, 240) : IM_COL32(18, 66, 62, 240), 0.4f * em);
    list.AddText(ImGui::GetFont(), em, {at.x + em, at.y + 0.5f * em}, IM_COL32(255, 235, 225, 255),
                 text.c_str(), nullptr, room);
    ImGui::End();
    ImGui::PopStyleVar(2);
}

constexpr const char *drop_first = "Drop a picture here", *drop_second = "or click to open one";

// The size of the corner to drop a picture into; 0: there is no room for it, or the picture is not the scene.
ImVec2 size_of_drop_corner(const Layout& layout, const Settings& settings, const Report& report) {
    if (!report.is_scene || report.gives_lecture || layout.narrow ||
        settings.arrangement == Arrangement::present)
        return {0, 0};
    const float em = ImGui::GetFontSize();
    const float width =
        std::max(ImGui::CalcTextSize(drop_first).x, ImGui::CalcTextSize(drop_second).x) + 2.4f * em;
    const ImVec2 whole{width, 4.2f * em};
    const Area& area = layout.captions;
    return float(area.width) < 2.6f * width || float(area.height) < 4 * whole.y ? ImVec2{0, 0} : whole;
}

// An empty corner to drop a picture into, while the scene is shown: a click opens one.
void drop_corner(const Layout& layout, const ImVec2& whole, Requests& requests) {
    const float em = ImGui::GetFontSize();
    const Area& area = layout.captions;
    const ImVec2 at{float(area.x + area.width) - whole.x - margin * em, float(area.y) + margin * em};
    ImGui::SetNextWindowPos(at);
    ImGui::SetNextWindowSize(whole);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("drop", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    if (ImGui::InvisibleButton("here", whole)) requests.actions.emplace_back("open");
    const bool hovered = ImGui::IsItemHovered();
    tip("open", "A picture, its depth map, or a folder of them.");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end{at.x + whole.x, at.y + whole.y};
    list.AddRectFilled(at, end, ImGui::GetColorU32(colours::plate), 0.5f * em);
    const ImU32 colour = ImGui::GetColorU32(hovered ? colours::accent : colours::faint);
    const float dash = 0.5f * em, thin = std::max(1.0f, 0.1f * em), inset = 0.4f * em;
    for (float x = at.x + 2 * inset; x < end.x - 2 * inset; x += 2 * dash)
        for (const float y : {at.y + inset, end.y - inset})
            list.AddLine({x, y}, {std::min(x + dash, end.x - 2 * inset), y}, colour, thin);
    for (float y = at.y + 2 * inset; y < end.y - 2 * inset; y += 2 * dash)
        for (const float x : {at.x + inset, end.x - inset})
            list.AddLine({x, y}, {x, std::min(y + dash, end.y - 2 * inset)}, colour, thin);
    list.AddText({at.x + 0.5f * (whole.x - ImGui::CalcTextSize(drop_first).x), at.y + 0.9f * em},
                 ImGui::GetColorU32(colours::text), drop_first);
    list.AddText({at.x + 0.5f * (whole.x - ImGui::CalcTextSize(drop_second).x), at.y + 2.2f * em}, colour,
                 drop_second);
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace

Area caption_overlay(const Layout& layout, Settings& settings, const Report& report, const Viewer& viewer,
                     Requests& requests) {
    if (!settings.captions) return {};
    const Area& area = layout.captions;
    const float em = ImGui::GetFontSize();
    if (float(area.width) < 8 * em || float(area.height) < 8 * em) return {};
    Area title;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect({float(area.x), float(area.y)},
                      {float(area.x + area.width), float(area.y + area.height)});
    if (settings.view != View::passes) {  // that view has titles of its own
        const Point card = report.shows_card ? start_card_size(layout) : Point{};
        const ImVec2 corner = card.x > 0 ? ImVec2{0, 0} : size_of_drop_corner(layout, settings, report);
        title = title_plate(list, layout, settings, report, std::max(corner.x, card.x));
        input_plate(list, layout, settings, report, viewer);
        if (corner.x > 0) drop_corner(layout, corner, requests);
        if (card.x > 0) start_card(layout, requests);
    }
    if (!report.message.empty()) message_plate(area, report.message, report.trouble, settings);
    list.PopClipRect();
    return title;
}

}  // namespace sweep::app
