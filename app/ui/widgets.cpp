#include "app/ui/widgets.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "app/ui/actions.h"
#include "app/ui/gui.h"
#include "app/ui/tips.h"

namespace sweep::app {

namespace {

constexpr float name_width = 4.6f;  // em

// The gap between buttons that belong together, in pixels.
constexpr float joint = 2;

// A row of joined buttons, numbered from `first`.
int joined_buttons(std::span<const ChoiceEntry> offers, int first, int chosen, bool filled) {
    int clicked = -1;
    std::vector<const char*> labels;
    for (const ChoiceEntry& offer : offers) labels.push_back(offer.label);
    const std::vector<float> widths =
        button_widths(labels, ImGui::GetContentRegionAvail().x - joint * float(offers.size() - 1));
    for (int i = 0; i < int(offers.size()); ++i) {
        const bool on = first + i == chosen, before = filled && first + i < chosen;
        if (on || before) {
            ImGui::PushStyleColor(ImGuiCol_Button, on ? colours::accent : colours::accent_dim);
            ImGui::PushStyleColor(ImGuiCol_ButtonHovered, colours::accent);
            ImGui::PushStyleColor(ImGuiCol_Text, on ? colours::on_accent : colours::text);
        }
        if (i) ImGui::SameLine();
        const ChoiceEntry& offer = offers[std::size_t(i)];
        if (ImGui::Button(offer.label, {widths[std::size_t(i)], 0})) clicked = first + i;
        if (on || before) ImGui::PopStyleColor(3);
        if (!offer.action.empty())
            tip(offer.action, offer.about);
        else if (*offer.about)
            hint(offer.about);
    }
    return clicked;
}

int rows_of_buttons(const char* id, std::span<const ChoiceEntry> offers, int chosen, std::size_t columns,
                    bool filled) {
    int clicked = -1;
    ImGui::PushID(id);
    ImGui::BeginGroup();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {joint, joint});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {joint, ImGui::GetStyle().FramePadding.y});
    const std::size_t rows = (offers.size() + columns - 1) / columns;
    for (std::size_t row = 0, first = 0; row < rows; ++row) {
        const std::size_t count = (offers.size() + row) / rows;  // the last rows may have one more
        const int index = joined_buttons(offers.subspan(first, count), int(first), chosen, filled);
        if (index >= 0) clicked = index;
        first += count;
    }
    ImGui::PopStyleVar(2);
    ImGui::EndGroup();
    ImGui::PopID();
    return clicked;
}

// Whether the pointer rests on the last item, even if that is disabled, and wants its tip.
bool asked_about() {
    constexpr float rest = 0.4f;  // seconds: a pointer that passes by asks for no tip
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    return shows_tip(ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled),
                     context.HoveredId == 0 || context.HoveredIdTimer >= rest);
}

// Puts the tip that comes next beside the window of the last item, or above the item where there is no room: what one
// may want to click next stands in the window, and mostly below.
void place_tip(float width) {
    const float gap = 0.5f * ImGui::GetFontSize();
    // The buttons in the corner of the controls have a window of their own.
    const ImGuiWindow *controls = ImGui::FindWindowByName("controls"),
                      *own = ImGui::GetCurrentWindow()->RootWindow;
    const bool inside = controls && controls->WasActive && controls->Rect().Contains(own->Rect());
    const ImGuiWindow& window = inside ? *controls : *own;
    const ImVec2 screen = ImGui::GetIO().DisplaySize, from = ImGui::GetItemRectMin(),
                 to = ImGui::GetItemRectMax();
    const float left = window.Pos.x, right = window.Pos.x + window.Size.x;
    // Lines of a tip in the lower half end at the item, so that they do not leave the screen.
    const bool low = from.y > 0.5f * screen.y;
    const float y = low ? std::min(to.y, screen.y) : from.y;
    if (left - gap >= width)
        ImGui::SetNextWindowPos({left - gap, y}, ImGuiCond_Always, {1, low ? 1.0f : 0.0f});
    else if (screen.x - right - gap >= width)
        ImGui::SetNextWindowPos({right + gap, y}, ImGuiCond_Always, {0, low ? 1.0f : 0.0f});
    else {
        const float x = std::clamp(from.x, 0.0f, std::max(screen.x - width, 0.0f));
        const bool above = from.y > 8 * ImGui::GetFontSize();
        ImGui::SetNextWindowPos({x, above ? from.y - gap : to.y + gap}, ImGuiCond_Always,
                                {0, above ? 1.0f : 0.0f});
    }
}

}  // namespace

std::vector<float> button_widths(std::span<const char* const> labels, float room) {
    const float count = float(labels.size());
    float longest = 0, together = 0;
    for (const char* label : labels) {
        longest = std::max(longest, text_width(label));
        together += text_width(label);
    }
    const bool even = longest + 2 * joint <= room / count;
    std::vector<float> widths;
    for (const char* label : labels)
        widths.push_back(even ? room / count : text_width(label) + (room - together) / count);
    return widths;
}

int choice(const char* id, std::span<const char* const> labels, int chosen, bool filled) {
    std::vector<ChoiceEntry> offers;
    float together = 0;
    for (const char* label : labels) {
        offers.push_back({label, {}});
        together += text_width(label) + 3 * joint;  // with the gap, and air on both sides
    }
    const std::size_t rows = together > ImGui::GetContentRegionAvail().x ? 2 : 1;
    return rows_of_buttons(id, offers, chosen, (offers.size() + rows - 1) / rows, filled);
}

int choice(const char* id, std::span<const ChoiceEntry> offers, int chosen, int columns) {
    return rows_of_buttons(id, offers, chosen, std::size_t(columns), false);
}

void join_next() {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y + joint);
}

void heading(const char* text) {
    ImGui::Dummy({0, 0.35f * ImGui::GetFontSize()});
    ImGui::TextColored(colours::accent, "%s", text);
}

bool fold(const char* id, const std::string& text, bool& open) {
    const float em = ImGui::GetFontSize(), height = ImGui::GetFrameHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    if (ImGui::InvisibleButton(id, {width, height})) open = !open;
    const ImU32 colour = ImGui::GetColorU32(ImGui::IsItemHovered() ? colours::text : colours::faint);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = at.y + 0.5f * (height - em);
    ImGui::RenderArrow(&list, {at.x, y}, colour, open ? ImGuiDir_Down : ImGuiDir_Right);
    list.AddText({at.x + 1.4f * em, at.y + 0.5f * (height - ImGui::GetTextLineHeight())}, colour,
                 cut(text, width - 1.4f * em).c_str());
    return open;
}

std::string shortened(std::string_view text, float width) {
    if (text_width(text) <= width) return std::string(text);
    // Each byte that does not continue a UTF-8 sequence begins a letter.
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
        (text_width(keep(middle)) <= width ? fits : too_many) = middle;
    }
    return fits ? keep(fits) : "";
}

std::string cut(std::string_view text, float width) {
    if (text_width(text) <= width) return std::string(text);
    constexpr std::string_view dots = " ..";
    const float room = width - text_width(dots);
    std::string_view kept;
    for (std::size_t end = text.find_first_of(" \n");
         end != std::string_view::npos && text_width(text.substr(0, end)) <= room;
         end = text.find_first_of(" \n", end + 1))
        kept = text.substr(0, end);
    if (kept.empty())
        for (std::size_t end = 1; end < text.size() && text_width(text.substr(0, end)) <= room; ++end)
            if ((std::uint8_t(text[end]) & 0xC0) != 0x80) kept = text.substr(0, end);  // whole letters
    while (!kept.empty() && (kept.back() == ' ' || kept.back() == ',')) kept.remove_suffix(1);
    return kept.empty() ? "" : std::string(kept) + std::string(dots);
}

std::string with_facts(std::string_view name, std::string_view facts, float width) {
    const std::string known = cut(facts, width);
    std::string text = shortened(name, width - text_width(known)) + known;
    return text.erase(0, text.find_first_not_of(' '));  // there may be no room for the name
}

float text_width(std::string_view text) {
    return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
}

float text_width(ImFont* font, float size, const std::string& text) {
    return font->CalcTextSizeA(size, FLT_MAX, 0, text.c_str()).x;
}

void plate(ImDrawList& list, ImVec2 at, const char* text, const ImVec4& colour) {
    const float em = ImGui::GetFontSize();
    const ImVec2 size = ImGui::CalcTextSize(text);
    list.AddRectFilled(at, {at.x + size.x + 1.2f * em, at.y + size.y + 0.5f * em},
                       ImGui::GetColorU32(colours::plate), 0.35f * em);
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
    ImGui::BeginGroup();  // so that a tip is for both
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - field - gap);
    const ImGuiSliderFlags flags =
        (logarithmic ? ImGuiSliderFlags_Logarithmic : 0) | ImGuiSliderFlags_NoInput;
    const float before = value, least = std::min(low, value), most = std::max(high, value);
    bool changed = ImGui::SliderFloat("##slider", &value, low, high, "", flags);
    ImGui::SameLine(0, gap);
    ImGui::SetNextItemWidth(field);
    changed |= ImGui::InputFloat("##typed", &value, 0, 0, format, ImGuiInputTextFlags_AutoSelectAll);
    // ImGui reads "nan" as a number.
    if (changed) value = std::isnan(value) ? before : std::clamp(value, least, most);
    ImGui::EndGroup();
    ImGui::PopID();
    return changed;
}

std::string in_lines(std::string_view text, float room) {
    std::string lines;
    std::size_t begin = 0;  // of the last line
    ImFont& font = *ImGui::GetFont();
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
        const std::string_view word = text.substr(at, end - at);
        const std::size_t before = lines.size();
        lines += word;
        const char* const line = lines.c_str() + begin;
        if (before > begin && font.CalcTextSizeA(ImGui::GetFontSize(), FLT_MAX, 0, line).x > room)
            lines[before - 1] = '\n', begin = before;
        if (end == text.size()) break;
        lines += text[end];
        if (text[end] == '\n') begin = lines.size();
        at = end + 1;
    }
    return lines;
}

void faint_line(const std::string& text) {
    ImGui::PushTextWrapPos(0);
    ImGui::PushStyleColor(ImGuiCol_Text, colours::faint);
    ImGui::TextUnformatted(
        in_lines(text, ImGui::CalcWrapWidthForPos(ImGui::GetCursorScreenPos(), 0)).c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
}

void hint(const char* text) {
    tip({}, text);
}

void tip(std::span<const std::string_view> names, const char* more) {
    std::array<const Action*, 8> actions{};
    std::size_t count = 0;
    for (std::string_view name : names) {
        actions.at(count) = find_action(all_actions(), name);
        if (!actions[count]) throw std::logic_error(fmt::format("there is no action '{}' to explain", name));
        ++count;
    }
    if (!asked_about()) return;
    push_face(Face::text);  // even if the panel has another font
    const float widest = 24 * ImGui::GetFontSize();
    place_tip(widest + 2 * ImGui::GetStyle().WindowPadding.x);
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(widest);
    const float room = ImGui::CalcWrapWidthForPos(ImGui::GetCursorScreenPos(), widest);
    if (*more) ImGui::TextUnformatted(in_lines(more, room).c_str());
    for (std::size_t i = 0; i < count; ++i) {
        ImGui::TextUnformatted(in_lines(actions[i]->what, room).c_str());
        const std::string keys = keys_of(*actions[i]);
        if (keys.empty()) continue;
        ImGui::SameLine(0, ImGui::GetFontSize());
        ImGui::TextColored(colours::accent, "%s", keys.c_str());
    }
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    pop_face();
}

}  // namespace sweep::app
