// The card over the start picture.
#include <algorithm>
#include <string>

#include "app/ui/gui.h"
#include "app/ui/intro.h"
#include "app/ui/widgets.h"
#include "app/window/panels/panels.h"

namespace sweep::app {
namespace {

constexpr float card_edge = 1, key_gap = 0.8f,
                card_line = 1.9f;  // around the lines, behind a key, from line to line: em

std::string key_of(const intro::Step& step) {
    return keys_of(*find_action(all_actions(), step.action));
}

float wide(const std::string& text) {
    return ImGui::CalcTextSize(text.c_str()).x;
}

float button_width(const intro::Step& step) {
    return wide(key_of(step)) + wide(step.what) + (2 * key_gap + 0.6f) * ImGui::GetFontSize();
}

// A key and what it does: a click does the same.
void step_button(const intro::Step& step, Requests& requests) {
    const float em = ImGui::GetFontSize(), high = 1.6f * em;
    const std::string key = key_of(step);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton(step.what, {button_width(step), high});
    // The press is enough: the card goes with it.
    if (ImGui::IsItemClicked()) requests.actions.emplace_back(step.action);
    tip(step.action);
    const ImU32 colour = ImGui::GetColorU32(ImGui::IsItemHovered() ? colours::accent : colours::text);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = at.y + 0.5f * (high - ImGui::GetTextLineHeight()), box = wide(key) + 0.6f * em;
    list.AddRectFilled(at, {at.x + box, at.y + high}, ImGui::GetColorU32(colours::control), 0.3f * em);
    list.AddText({at.x + 0.3f * em, y}, ImGui::GetColorU32(colours::accent), key.c_str());
    list.AddText({at.x + box + key_gap * em, y}, colour, step.what);
}

}  // namespace

Point start_card_size(const Layout& layout) {
    const float em = ImGui::GetFontSize();
    float steps = 0;
    for (const intro::Step& step : intro::steps) steps += button_width(step);
    const float width = std::max({wide(intro::what), wide(intro::drop), steps}) + 2 * card_edge * em;
    const float height = 3 * card_line * em + 2 * card_edge * em - (card_line - 1.2f) * em;
    const Area& area = layout.captions;
    return float(area.width) < width + 14 * em || float(area.height) < 3 * height ? Point{}
                                                                                  : Point{width, height};
}

void start_card(const Layout& layout, Requests& requests) {
    const Point size = start_card_size(layout);
    if (size.x <= 0) return;
    const float em = ImGui::GetFontSize();
    const ImVec2 at{float(layout.captions.x + layout.captions.width) - size.x - 0.8f * em,
                    float(layout.captions.y) + 0.8f * em};
    ImGui::SetNextWindowPos(at);
    ImGui::SetNextWindowSize({size.x, size.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("card", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PopStyleVar();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(colours::plate), 0.5f * em);
    list.AddRectFilled(at, {at.x + 0.25f * em, at.y + size.y}, ImGui::GetColorU32(colours::accent),
                       0.5f * em);
    const float x = at.x + card_edge * em;
    list.AddText({x, at.y + card_edge * em}, ImGui::GetColorU32(colours::text), intro::what);
    ImGui::SetCursorScreenPos({x, at.y + (card_edge + card_line) * em - 0.2f * em});
    for (const intro::Step& step : intro::steps) {
        step_button(step, requests);
        ImGui::SameLine(0, 0);
    }
    list.AddText({x, at.y + (card_edge + 2 * card_line) * em}, ImGui::GetColorU32(colours::faint),
                 intro::drop);
    ImGui::End();
}

}  // namespace sweep::app
