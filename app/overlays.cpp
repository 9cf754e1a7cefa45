#include "app/overlays.h"

#include "app/gui.h"
#include "app/option_values.h"
#include "app/widgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sweep::app {
namespace {

float text_width(ImFont* font, float size, const std::string& text) {
    return font->CalcTextSizeA(size, FLT_MAX, 0, text.c_str()).x;
}

// Groups that stand below each other, and how wide they are in em.
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

// In the columns that allow the largest letters.
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

void big_type_line(const Layout& layout, const Settings& settings, const Report& report) {
    const Area& area = layout.big_type;
    if (area.height < 8 || area.width < 8) return;
    struct Cell {
        std::string value;
        const char* label;
        const char* least = "";  // what there is room for at least: values that change do not move the others
        float width = 0;         // at letters of one pixel
    };
    const FilterSpec& filter = report.problem ? report.problem->filter : settings.filter;
    const bool blurs = settings.view == View::depth_of_field;
    std::string name(blurs ? "depth of field" : word_for(filter_words, filter.kind));
    if (!blurs && has_orders(filter.kind)) name += fmt::format(" {}", filter.order);
    Cell size{"", "sigma"};
    if (filter.kind == FilterKind::gaussian) size.value = fmt::format("{:.1f}", filter.sigma);
    if (filter.kind == FilterKind::box) size = {fmt::format("{}", filter.radius), "radius"};
    if (has_band(filter.kind)) size = {fmt::format("{:.3f}", filter.cutoff), "cutoff"};
    if (filter.kind == FilterKind::exponential) size = {fmt::format("{:.3f}", filter.alpha), "alpha"};
    const double ms = report.engine_ms;
    const bool timed = ms > 0 && !report.shows_original;
    std::vector<Cell> cells{{name, report.shows_original ? "as it is" : "filter"}};
    if (!size.value.empty() && !blurs) cells.push_back(size);
    cells.push_back({fmt::format("{} x {}", report.width, report.height), "pixels"});
    const int decimals = ms < 0.9995 ? 3 : ms < 9.995 ? 2 : 1;
    cells.push_back({timed ? fmt::format("{:.{}f}", ms, decimals) : "-", "milliseconds", "0.000"});
    cells.push_back({timed ? rate_text(report.width, report.height, ms) : "-",
                     report.problem && report.problem->shape.channels == 1 ? "GiP/s, grey" : "GiP/s, RGBA",
                     "00.00"});

    // One size of letters for all values, as large as height and width permit, and one for all labels, each of which may reach
    // as far as its value and half of the gap behind it; digits are of one width, so nothing trembles.
    push_face(Face::big);
    ImFont* big = ImGui::GetFont();
    pop_face();
    ImFont* font = ImGui::GetFont();
    const float height = float(area.height), gap = std::min(0.3f * height, 0.03f * float(area.width));
    float width = 0;
    for (Cell& cell : cells) {
        cell.width = std::max(text_width(big, 1, cell.value), text_width(big, 1, cell.least));
        width += cell.width;
    }
    const float room = float(area.width) - gap * float(cells.size() + 1);
    if (room <= 0) return;
    const float letters = std::min(0.58f * height, room / std::max(width, 1.0f));
    const float air = (room - width * letters) / float(cells.size());
    float small = 0.24f * height;
    for (const Cell& cell : cells)
        small = std::min(small, (letters * cell.width + 0.5f * gap + air) /
                                    std::max(text_width(font, 1, cell.label), 1.0f));
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddRectFilled({float(area.x), float(area.y)},
                       {float(area.x + area.width), float(area.y + area.height)}, IM_COL32(10, 12, 15, 236));
    float x = float(area.x) + gap;
    for (const Cell& cell : cells) {
        const ImVec2 at{x, float(area.y) + 0.62f * height - letters};
        list.AddText(big, letters, at,
                     ImGui::GetColorU32(&cell == &cells[0] ? colours::accent : colours::text),
                     cell.value.c_str());
        list.AddText(font, small, {x, float(area.y) + 0.68f * height}, ImGui::GetColorU32(colours::faint),
                     cell.label);
        x += letters * cell.width + gap + air;
    }
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
