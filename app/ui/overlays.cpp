#include "app/ui/overlays.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/request/option_values.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"

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
        if (columns.size() < count && columns.back().lines + 0.5f * height > lines / float(count))
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

// The page with the number of columns that allows the largest letters.
struct Page {
    std::vector<Column> columns;
    float width = 0, height = 0;  // em
    float size = 0;               // of the letters, pixels
};

Page best_page(const std::vector<SheetGroup>& groups, ImVec2 room, float largest) {
    Page best;
    for (std::size_t count = 1; count <= 4; ++count) {
        Page page{columns_of(groups, count)};
        page.width = -column_gap;
        for (const Column& column : page.columns) {
            page.width += column.keys + key_gap + column.what + column_gap;
            page.height = std::max(page.height, column.lines * line_height);
        }
        page.size = std::min({largest, room.x / page.width, room.y / page.height});
        if (page.size > best.size) best = std::move(page);
    }
    return best;
}

}  // namespace

void key_page(const Settings& settings, const std::vector<Action>& actions) {
    if (!settings.help) return;
    const float em = ImGui::GetFontSize();
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float edge = std::min(1.2f * em, 0.1f * screen.x), title = 2.6f * em, foot = 1.8f * em;
    const ImVec2 room{screen.x - 4 * edge, screen.y - 4 * edge - title - foot};
    if (room.x < em || room.y < em) return;
    const std::vector<SheetGroup> groups = sheet(actions);
    const Page page = best_page(groups, room, em);
    const float size = page.size;
    const ImVec2 whole{std::max(page.width * size, std::min(room.x, 26 * em)) + 2 * edge,
                       page.height * size + title + foot + 2 * edge};
    const ImVec2 corner{std::round(0.5f * (screen.x - whole.x)), std::round(0.5f * (screen.y - whole.y))};
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const ImU32 bright = ImGui::GetColorU32(colours::text), accent = ImGui::GetColorU32(colours::accent),
                faint = ImGui::GetColorU32(colours::faint);
    list.AddRectFilled(corner, {corner.x + whole.x, corner.y + whole.y}, IM_COL32(16, 18, 22, 247),
                       0.5f * em);
    list.AddRect(corner, {corner.x + whole.x, corner.y + whole.y}, IM_COL32(255, 255, 255, 30), 0.5f * em);
    push_face(Face::title);
    list.AddText({corner.x + edge, corner.y + edge}, bright, "Keys");
    pop_face();
    ImFont* font = ImGui::GetFont();
    float x = corner.x + edge;
    for (const Column& column : page.columns) {
        float y = corner.y + edge + title;
        const float line = line_height * size, what = x + (column.keys + key_gap) * size;
        for (const SheetGroup* group : column.groups) {
            const std::string name(group->name);
            list.AddText(font, size, {x, y}, faint, name.c_str());
            list.AddLine({x, y + line}, {what + column.what * size, y + line}, IM_COL32(255, 255, 255, 30));
            y += line * 1.15f;
            for (const SheetLine& entry : group->lines) {
                list.AddText(font, size, {x, y}, accent, entry.keys.c_str());
                list.AddText(font, size, {what, y}, bright, entry.what.c_str());
                y += line;
            }
            y += (group_gap - 0.15f) * line;
        }
        x = what + (column.what + column_gap) * size;
    }
    const float last = std::min(em, room.x / 26);
    list.AddText(font, last, {corner.x + edge, corner.y + whole.y - edge - last}, faint,
                 "Ctrl+Shift+P finds every command. F1 or Esc closes this page.");
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
    list.AddText(font, em, {at.x + 1.9f * em, at.y + 0.4f * em}, ImGui::GetColorU32(colours::text),
                 first.c_str());
    list.AddText(font, em, {at.x + 1.9f * em, at.y + 1.7f * em}, ImGui::GetColorU32(colours::faint),
                 second.c_str());
}

}  // namespace sweep::app
