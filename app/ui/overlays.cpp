#include "app/ui/overlays.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/base/lower_case.h"
#include "app/ui/gui.h"
#include "app/ui/intro.h"
#include "app/ui/widgets.h"
#include "app/work/options/option_values.h"

namespace sweep::app {
namespace {

// Groups below each other, and the widths of their two columns in em.
struct Column {
    std::vector<const SheetGroup*> groups;
    float keys = 0, what = 0, lines = 0;
};

constexpr float key_gap = 1.2f, column_gap = 2.4f, line_height = 1.28f, group_gap = 0.7f;

std::vector<Column> columns_of(const std::vector<SheetGroup>& groups, std::size_t count) {
    float lines = 0;
    for (const SheetGroup& page : groups) lines += float(page.lines.size()) + 1 + group_gap;
    std::vector<Column> columns(1);
    ImFont* font = ImGui::GetFont();
    for (const SheetGroup& page : groups) {
        const float height = float(page.lines.size()) + 1 + group_gap;
        if (columns.size() < count && !columns.back().groups.empty() &&
            columns.back().lines + 0.5f * height > lines / float(count))
            columns.emplace_back();
        Column& column = columns.back();
        column.groups.push_back(&page);
        column.lines += height;
        for (const SheetLine& line : page.lines) {
            column.keys = std::max(column.keys, text_width(font, 1, line.keys));
            column.what = std::max(column.what, text_width(font, 1, line.what));
        }
    }
    return columns;
}

// As many columns as fit into the room, in letters of the usual size; one at least.
std::vector<Column> fitting_columns(const std::vector<SheetGroup>& groups, float room) {
    std::vector<Column> best = columns_of(groups, 1);
    for (std::size_t count = 2; count <= 4; ++count) {
        std::vector<Column> columns = columns_of(groups, count);
        float width = -column_gap;
        for (const Column& column : columns) width += column.keys + key_gap + column.what + column_gap;
        if (width <= room) best = std::move(columns);
    }
    // Lines that are too long even for one column are wrapped.
    if (best.size() == 1)
        best[0].what = std::clamp(room - best[0].keys - key_gap, 4.0f, std::max(best[0].what, 4.0f));
    return best;
}

}  // namespace

std::string intro_line(const std::vector<Action>& actions) {
    std::string line = std::string("Sweep " SWEEP_VERSION ". ") + intro::what;
    for (const intro::Step& step : intro::steps)
        if (const Action* action = find_action(actions, step.action))
            line += fmt::format(" {}: {}.", keys_of(*action), step.what);
    return line + " " + intro::drop;
}

std::vector<SheetGroup> found_lines(std::vector<SheetGroup> groups, std::string_view text) {
    const std::string wanted = lower_case(text);
    for (SheetGroup& group : groups)
        std::erase_if(group.lines, [&](const SheetLine& line) {
            return lower_case(line.keys).find(wanted) == std::string::npos &&
                   lower_case(line.what).find(wanted) == std::string::npos;
        });
    std::erase_if(groups, [](const SheetGroup& group) { return group.lines.empty(); });
    return groups;
}

void KeyPage::draw(const Settings& settings, const std::vector<Action>& actions) {
    const bool opens = settings.help && !is_open_;
    is_open_ = settings.help;
    if (!is_open_) return;
    if (opens) query_[0] = 0;
    const float em = ImGui::GetFontSize(), edge = 1.2f * em;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const std::vector<SheetGroup> groups = found_lines(sheet(actions), query_);
    const std::vector<Column> columns = fitting_columns(groups, screen.x / em - 8);
    ImGui::SetNextWindowPos({0.5f * screen.x, 0.5f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({screen.x - 2 * edge, screen.y - 2 * edge});
    ImGui::SetNextWindowBgAlpha(1);
    if (opens) ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.5f * em);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::Begin("key page", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings);
    push_face(Face::title);
    ImGui::TextUnformatted("Keys");
    pop_face();
    ImGui::SameLine(0, 2 * em);
    ImGui::SetNextItemWidth(14 * em);
    if (opens) ImGui::SetKeyboardFocusHere();
    ImGui::InputTextWithHint("##query", "Search", query_, sizeof query_);
    ImGui::SameLine(0, 2 * em);
    faint_line("Ctrl+Shift+P finds every command. F1 or Esc closes this page.");
    ImGui::TextUnformatted(in_lines(intro_line(actions), ImGui::GetContentRegionAvail().x).c_str());
    ImGui::BeginChild("lines", {0, 0});
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 bright = ImGui::GetColorU32(colours::text), accent = ImGui::GetColorU32(colours::accent),
                faint = ImGui::GetColorU32(colours::faint);
    const float line = line_height * em;
    float x = corner.x, lowest = corner.y;
    for (const Column& column : columns) {
        float y = corner.y;
        const float what = x + (column.keys + key_gap) * em;
        for (const SheetGroup* group : column.groups) {
            const std::string name(group->name);
            list.AddText({x, y}, faint, name.c_str());
            list.AddLine({x, y + line}, {what + column.what * em, y + line}, colours::line(30));
            y += line * 1.15f;
            for (const SheetLine& entry : group->lines) {
                list.AddText({x, y}, accent, entry.keys.c_str());
                const float room = column.what * em + 1;
                const std::string words = in_lines(entry.what, room);
                list.AddText(ImGui::GetFont(), em, {what, y}, bright, words.c_str(), nullptr, room);
                const float tall = ImGui::CalcTextSize(words.c_str(), nullptr, false, room).y;
                y += std::max(line, tall + line - ImGui::GetTextLineHeight());
            }
            y += (group_gap - 0.15f) * line;
        }
        lowest = std::max(lowest, y);
        x = what + (column.what + column_gap) * em;
    }
    if (groups.empty()) ImGui::TextDisabled("No such key.");
    ImGui::Dummy({std::max(x - column_gap * em - corner.x, 1.0f), lowest - corner.y});
    ImGui::EndChild();
    ImGui::End();
    ImGui::PopStyleVar(2);
}

void trouble_line(const Area& area, const std::string& text) {
    const float em = ImGui::GetFontSize();
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const float room = std::max(float(area.width) - 4 * em, em);
    const ImVec2 at{float(area.x) + em, float(area.y) + em};
    const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, room);
    list.AddRectFilled(at, {at.x + size.x + 2 * em, at.y + size.y + em}, IM_COL32(96, 28, 20, 240),
                       0.4f * em);
    list.AddText(ImGui::GetFont(), em, {at.x + em, at.y + 0.5f * em}, IM_COL32(255, 235, 225, 255),
                 text.c_str(), nullptr, room);
}

void recording_plate(ImDrawList& list, const Area& taken, const std::string& status,
                     const std::string& folder, const std::string& keys) {
    const float em = ImGui::GetFontSize();
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImFont* font = ImGui::GetFont();
    const float room = screen.x - 4 * em;
    if (room < 12 * em) return;
    const std::string first = status + "   " + keys, second = shortened(folder, room - 2.4f * em);
    const float width = std::max(text_width(font, em, first), text_width(font, em, second)) + 2.8f * em;
    ImVec2 at{std::round(0.5f * std::max(screen.x - width, 0.0f)), std::round(0.6f * em)};
    const float gap = 0.5f * em, right = float(taken.x + taken.width) + gap;
    if (taken.width > 1 && at.x < right) {
        if (right + width + gap <= screen.x)
            at.x = right;
        else
            at = {float(taken.x), float(taken.y + taken.height) + gap};
    }
    list.AddRectFilled(at, {at.x + width, at.y + 3.1f * em}, IM_COL32(56, 14, 12, 240), 0.4f * em);
    list.AddCircleFilled({at.x + 1.1f * em, at.y + 0.95f * em}, 0.38f * em, IM_COL32(240, 50, 40, 255));
    list.AddText(font, em, {at.x + 1.9f * em, at.y + 0.4f * em}, IM_COL32(255, 235, 225, 255), first.c_str());
    list.AddText(font, em, {at.x + 1.9f * em, at.y + 1.7f * em}, IM_COL32(215, 190, 182, 255),
                 second.c_str());
}

}  // namespace sweep::app
