#include "app/widgets.h"

#include "app/gui.h"

#include <algorithm>
#include <string>

namespace sweep::app {

int choice(const char* id, std::span<const char* const> labels, int chosen, bool filled) {
    int clicked = -1;
    const float gap = 2, width = (ImGui::GetContentRegionAvail().x - gap * float(labels.size() - 1)) /
                                 float(labels.size());
    ImGui::PushID(id);
    ImGui::BeginGroup();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, ImGui::GetStyle().ItemSpacing.y});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {2, ImGui::GetStyle().FramePadding.y});
    for (int i = 0; i < int(labels.size()); ++i) {
        const bool on = i == chosen, before = filled && i < chosen;
        if (on || before) {
            ImGui::PushStyleColor(ImGuiCol_Button, on ? colours::accent : colours::accent_dim);
            ImGui::PushStyleColor(ImGuiCol_ButtonHovered, colours::accent);
            ImGui::PushStyleColor(ImGuiCol_Text, on ? colours::dark_text : colours::text);
        }
        if (i) ImGui::SameLine();
        if (ImGui::Button(labels[std::size_t(i)], {width, 0})) clicked = i;
        if (on || before) ImGui::PopStyleColor(3);
    }
    ImGui::PopStyleVar(2);
    ImGui::EndGroup();
    ImGui::PopID();
    return clicked;
}

void heading(const char* text) {
    ImGui::Dummy({0, 0.35f * ImGui::GetFontSize()});
    ImGui::TextColored(colours::accent, "%s", text);
}

void plate(ImDrawList& list, ImVec2 at, const char* text, const ImVec4& colour) {
    const float em = ImGui::GetFontSize();
    const ImVec2 size = ImGui::CalcTextSize(text);
    list.AddRectFilled(at, {at.x + size.x + 1.2f * em, at.y + size.y + 0.5f * em}, IM_COL32(14, 16, 20, 232),
                       0.35f * em);
    list.AddText({at.x + 0.6f * em, at.y + 0.25f * em}, ImGui::GetColorU32(colour), text);
}

bool slider(const char* name, float& value, float low, float high, const char* format, bool logarithmic) {
    ImGui::PushID(name);
    const float em = ImGui::GetFontSize(), names = 4.6f * em, field = 4.4f * em;
    const float left = ImGui::GetCursorPosX(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(name);
    ImGui::SameLine(left + names);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - field - gap);
    const ImGuiSliderFlags flags =
        (logarithmic ? ImGuiSliderFlags_Logarithmic : 0) | ImGuiSliderFlags_NoInput;
    bool changed = ImGui::SliderFloat("##slider", &value, low, high, "", flags);
    ImGui::SameLine(0, gap);
    ImGui::SetNextItemWidth(field);
    changed |= ImGui::InputFloat("##typed", &value, 0, 0, format, ImGuiInputTextFlags_AutoSelectAll);
    if (changed) value = std::clamp(value, low, high);
    ImGui::PopID();
    return changed;
}

void hint(const char* text) {
    if (!ImGui::IsItemHovered()) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(24 * ImGui::GetFontSize());
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

}  // namespace sweep::app
