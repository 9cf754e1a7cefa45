#include "app/widgets.h"

#include "app/gui.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace sweep::app {

namespace {

constexpr float name_width = 4.6f;  // em

float width_of(std::string_view text) {
    return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
}

}  // namespace

int choice(const char* id, std::span<const char* const> labels, int chosen, bool filled) {
    int clicked = -1;
    const float gap = 2, count = float(labels.size());
    const float room = ImGui::GetContentRegionAvail().x - gap * (count - 1);
    // Buttons of one width, or, where a label is too long for that, with the same air around each label.
    float longest = 0, together = 0;
    for (const char* label : labels) {
        longest = std::max(longest, width_of(label));
        together += width_of(label);
    }
    const bool even = longest + 2 * gap <= room / count;
    const auto width = [&](const char* label) {
        return even ? room / count : width_of(label) + (room - together) / count;
    };
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
        const char* label = labels[std::size_t(i)];
        if (ImGui::Button(label, {width(label), 0})) clicked = i;
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

std::string shortened(std::string_view text, float width) {
    if (width_of(text) <= width) return std::string(text);
    // Letters begin where UTF-8 does not go on.
    std::vector<std::size_t> letters;
    for (std::size_t i = 0; i < text.size(); ++i)
        if ((std::uint8_t(text[i]) & 0xC0) != 0x80) letters.push_back(i);
    const auto keep = [&](std::size_t count) {
        const std::size_t last = count / 2, first = count - last;
        std::string kept(text.substr(0, letters[first]));
        kept += " ... ";
        return last ? kept.append(text.substr(letters[letters.size() - last])) : kept;
    };
    std::size_t fits = 0, too_many = letters.size();
    while (too_many - fits > 1) {
        const std::size_t middle = (fits + too_many) / 2;
        (width_of(keep(middle)) <= width ? fits : too_many) = middle;
    }
    return fits ? keep(fits) : "";
}

std::string plain_number(double value) {
    return std::abs(value) < 1000 ? fmt::format("{:.4g}", value) : fmt::format("{:.0f}", value);
}

void plate(ImDrawList& list, ImVec2 at, const char* text, const ImVec4& colour) {
    const float em = ImGui::GetFontSize();
    const ImVec2 size = ImGui::CalcTextSize(text);
    list.AddRectFilled(at, {at.x + size.x + 1.2f * em, at.y + size.y + 0.5f * em}, IM_COL32(14, 16, 20, 232),
                       0.35f * em);
    list.AddText({at.x + 0.6f * em, at.y + 0.25f * em}, ImGui::GetColorU32(colour), text);
}

void line_name(const char* name) {
    const float left = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(name);
    ImGui::SameLine(left + name_width * ImGui::GetFontSize());
}

bool slider(const char* name, float& value, float low, float high, const char* format, bool logarithmic) {
    ImGui::PushID(name);
    const float field = 4.8f * ImGui::GetFontSize(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    line_name(name);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - field - gap);
    const ImGuiSliderFlags flags =
        (logarithmic ? ImGuiSliderFlags_Logarithmic : 0) | ImGuiSliderFlags_NoInput;
    const float least = std::min(low, value), most = std::max(high, value);
    bool changed = ImGui::SliderFloat("##slider", &value, low, high, "", flags);
    ImGui::SameLine(0, gap);
    ImGui::SetNextItemWidth(field);
    changed |= ImGui::InputFloat("##typed", &value, 0, 0, format, ImGuiInputTextFlags_AutoSelectAll);
    if (changed) value = std::clamp(value, least, most);
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
