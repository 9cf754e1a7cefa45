#include "app/lessons/lab/memory.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/lessons/walk/view/drawing.h"
#include "app/ui/gui.h"
#include "app/ui/large_letters.h"
#include "app/ui/widgets.h"
#include "core/problem/problem.h"

namespace sweep::app {
namespace {

constexpr std::size_t most_cells = 8192;  // of one memory; the rest is not drawn
constexpr float least_letters = 7.5f;     // that can be read
constexpr int characters = 4;             // of a number

// A memory as rows of cells, and where its first cell lies.
struct Grid {
    std::size_t memory = 0, cells = 0;
    int columns = 1, rows = 1;
    std::string title;
    ImVec2 at{};
};

Grid grid_of(const RunState& state, std::size_t memory) {
    const RunMemory& of = state.run().memory[memory];
    Grid grid{memory, std::min(state.cells(memory), most_cells), 1, 1, of.name};
    const int all = int(grid.cells), width = std::max(state.run().width, 1);
    const std::size_t cell = state.cell_bytes(memory);
    grid.columns = of.row > 0 ? int(of.row * of.element / cell) : width;
    grid.columns = std::clamp(grid.columns, 1, std::max(all, 1));
    grid.rows = (all + grid.columns - 1) / grid.columns;
    if (of.is_shared) grid.title += ", shared";
    grid.title +=
        grid.rows > 1 ? fmt::format("   {} x {}", grid.columns, grid.rows) : fmt::format("   {}", all);
    if (grid.cells < state.cells(memory)) grid.title += fmt::format(" of {}", state.cells(memory));
    return grid;
}

// Memory of the device, and what the block of the phase shares.
std::vector<Grid> grids_of(const RunState& state, int phase) {
    std::vector<Grid> grids;
    const RunPhase& now = state.run().phases[std::size_t(phase)];
    for (std::size_t m = 0; m < state.run().memory.size(); ++m) {
        const RunMemory& memory = state.run().memory[m];
        const bool is_here = memory.is_shared ? memory.launch == now.launch && memory.block == now.block
                                              : memory.name != "c" && memory.name != "a variable of the file";
        if (is_here && state.cells(m) > 0) grids.push_back(grid_of(state, m));
    }
    // `in` comes first, and `out` beside it.
    const auto rank = [&](const Grid& grid) {
        const std::string& name = state.run().memory[grid.memory].name;
        return name == "in" ? 0 : name == "out" ? 1 : 2;
    };
    std::stable_sort(grids.begin(), grids.end(),
                     [&](const Grid& a, const Grid& b) { return rank(a) < rank(b); });
    return grids;
}

// Where the grids come to lie: beside each other in rows, or below each other in columns.
struct Shelves {
    Area area;
    float title = 0, gap = 0;

    // Returns whether they fit.
    bool place(std::vector<Grid>& grids, ImVec2 cell, bool in_columns) const {
        float x = float(area.x), y = float(area.y), deep = 0;  // of the row or column so far
        const float right = float(area.x + area.width), bottom = float(area.y + area.height);
        for (Grid& grid : grids) {
            const float cells = float(grid.columns) * cell.x, wide = std::max(cells, text_width(grid.title)),
                        tall = title + float(grid.rows) * cell.y;
            if (!in_columns && x > float(area.x) && x + wide > right)
                x = float(area.x), y += std::exchange(deep, 0) + gap;
            if (in_columns && y > float(area.y) && y + tall > bottom)
                y = float(area.y), x += std::exchange(deep, 0) + gap;
            if (x + cells > right || y + tall > bottom) return false;
            grid.at = {x, y + title};
            (in_columns ? y : x) += (in_columns ? tall : wide) + gap;
            deep = std::max(deep, in_columns ? wide : tall);
        }
        return true;
    }
    // The largest cells with which all fit.
    ImVec2 fit(std::vector<Grid>& grids, float aspect, bool in_columns) const {
        float low = 1, high = 2.2f * ImGui::GetFontSize();
        for (int i = 0; i < 24; ++i) {
            const float middle = 0.5f * (low + high);
            (place(grids, {aspect * middle, middle}, in_columns) ? low : high) = middle;
        }
        if (low > 4) low = std::floor(low);
        return {std::floor(std::max(aspect * low, 1.0f)), low};
    }
};

float letters_of(ImVec2 cell) {
    return std::min(0.72f * cell.y, cell.x / (0.6f * (float(characters) + 0.5f)));
}

struct Ink {
    ImU32 fill, text;
};

// As the walk has it: light in the screen's own encoding, and letters that stand out against it.
Ink ink_of(double value, const CellRange& range) {
    const double part = range.high > range.low && std::isfinite(value)
                            ? std::clamp((value - range.low) / (range.high - range.low), 0.0, 1.0)
                            : 0.5;
    const int level = int(std::lround(40 + 215 * linear_to_srgb(part)));
    return {IM_COL32(level, level, level, 255),
            level > 135 ? IM_COL32(0, 0, 0, 255) : IM_COL32(255, 255, 255, 255)};
}

class Painter {
  public:
    Painter(ImDrawList& list, const std::vector<Grid>& grids, ImVec2 cell)
        : list_(list), grids_(grids), cell_(cell), letters_(letters_of(cell)) {}

    ImVec2 end(const Grid& grid) const {
        return {grid.at.x + float(grid.columns) * cell_.x, grid.at.y + float(grid.rows) * cell_.y};
    }
    // Its corners; nothing where it is not drawn.
    std::optional<std::pair<ImVec2, ImVec2>> corners(const RunElement& element) const {
        for (const Grid& grid : grids_)
            if (grid.memory == element.memory && element.cell < grid.cells)
                return at(grid, int(element.cell));
        return {};
    }
    void frame(const RunElement& element, ImU32 colour, float wide, float inside = 0) const {
        const auto place = corners(element);
        if (!place) return;
        const auto& [a, b] = *place;
        outline(list_, {a.x + inside, a.y + inside}, {b.x - 1 - inside, b.y - 1 - inside}, colour, 0, wide);
    }
    // Amber is read, teal is written. What is both has half of each, so that the number has room.
    void touch(const RunTouch& touch, float wide) const {
        const ImU32 read = ImGui::GetColorU32(colours::amber), written = ImGui::GetColorU32(colours::teal);
        if (!touch.is_read || !touch.is_written)
            return frame(touch.element, touch.is_read ? read : written, wide);
        const auto place = corners(touch.element);
        if (!place) return;
        const ImVec2 a = place->first, b{place->second.x - 1, place->second.y - 1};
        list_.AddRectFilled(a, {b.x, a.y + wide}, read);
        list_.AddRectFilled(a, {a.x + wide, b.y}, read);
        list_.AddRectFilled({a.x, b.y - wide}, b, written);
        list_.AddRectFilled({b.x - wide, a.y}, b, written);
    }
    // Returns the cell under the mouse.
    std::optional<std::size_t> cells(const RunState& state, const Grid& grid, const CellRange& range,
                                     int phase, ImVec2 mouse) const {
        std::optional<std::size_t> under;
        ImFont* const font = font_for(Face::mono, letters_);
        for (std::size_t i = 0; i < grid.cells; ++i) {
            const auto [a, b] = at(grid, int(i));
            if (mouse.x >= a.x && mouse.x < b.x && mouse.y >= a.y && mouse.y < b.y) under = i;
            const auto value = state.value({grid.memory, i}, phase);
            if (!value) {
                hatch(a, b);
                continue;
            }
            const double number = value_number(value->bits, value->bytes);
            const Ink ink = ink_of(number, range);
            list_.AddRectFilled(a, {b.x - gap(), b.y - gap()}, ink.fill);
            if (letters_ < least_letters) continue;
            std::string text =
                std::isfinite(number) ? cell_text(number, true) : value_text(value->bits, value->bytes);
            const ImVec2 room = font->CalcTextSizeA(letters_, 1e9f, 0, text.c_str());
            if (room.x > cell_.x) continue;
            list_.AddText(font, letters_,
                          {0.5f * (a.x + b.x - gap() - room.x), 0.5f * (a.y + b.y - gap() - room.y)},
                          ink.text, text.c_str());
        }
        return under;
    }

  private:
    float gap() const { return cell_.y > 5 ? 1.0f : 0.0f; }
    std::pair<ImVec2, ImVec2> at(const Grid& grid, int i) const {
        const ImVec2 a{grid.at.x + float(i % grid.columns) * cell_.x,
                       grid.at.y + float(i / grid.columns) * cell_.y};
        return {a, {a.x + cell_.x, a.y + cell_.y}};
    }
    void hatch(ImVec2 a, ImVec2 b) const {
        const ImU32 faint = colours::line(cell_.y > 5 ? 46 : 24);
        if (cell_.y <= 5) return list_.AddRectFilled(a, b, faint);
        list_.AddRect(a, {b.x - 1, b.y - 1}, colours::line(22));
        list_.PushClipRect(a, {b.x - 1, b.y - 1}, true);
        const float high = b.y - a.y;
        for (float x = a.x - high; x < b.x; x += 5) list_.AddLine({x, b.y}, {x + high, a.y}, faint);
        list_.PopClipRect();
    }

    ImDrawList& list_;
    const std::vector<Grid>& grids_;
    ImVec2 cell_;
    float letters_;
};

ImU32 ink(const ImVec4& colour) {
    return ImGui::GetColorU32(colour);
}

}  // namespace

std::vector<CellRange> value_ranges(const RunState& state) {
    const RecordedRun& run = state.run();
    std::vector<std::optional<CellRange>> found(run.memory.size());
    for (const RunEvent& event : run.events) {
        if (event.what != RunWhat::write && event.what != RunWhat::atomic &&
            event.what != RunWhat::host_write)
            continue;
        // Memory that nobody has written holds bytes of 255, and may be copied.
        const double value = value_number(event.value, event.bytes);
        if (!std::isfinite(value) || (event.bytes == 4 && event.value == 0xffffffffu)) continue;
        std::optional<CellRange>& range = found[event.span];
        if (!range) range = CellRange{value, value};
        range->low = std::min(range->low, value), range->high = std::max(range->high, value);
    }
    CellRange both{0, 0};
    const auto is_picture = [&](std::size_t m) {
        return run.memory[m].name == "in" || run.memory[m].name == "out";
    };
    std::vector<CellRange> ranges;
    for (std::size_t m = 0; m < found.size(); ++m) {
        CellRange range = found[m].value_or(CellRange{});
        range.low = std::min(range.low, 0.0);
        ranges.push_back(range);
        if (is_picture(m) && found[m])
            both.low = std::min(both.low, range.low), both.high = std::max(both.high, range.high);
    }
    // A table is much larger than what it sums.
    constexpr double most_apart = 4;
    for (std::size_t m = 0; m < found.size(); ++m)
        if (is_picture(m) && found[m] && both.high - both.low < most_apart * (ranges[m].high - ranges[m].low))
            ranges[m] = both;
    return ranges;
}

std::optional<RunElement> draw_memory(ImDrawList& list, const RunState& state,
                                      const std::vector<CellRange>& ranges, const Area& area, int phase,
                                      const LabMarks& marks, ImVec2 mouse) {
    const float em = ImGui::GetFontSize(), title = 1.35f * em, gap = 0.9f * em;
    std::vector<Grid> grids = grids_of(state, phase);
    const Shelves shelves{area, title, gap};
    // A number needs a wide cell; how wide, depends on how the grids come to lie. Without numbers cells are squares.
    ImVec2 cell{};
    float largest = least_letters;
    bool in_columns = false;
    for (const float aspect : {1.0f, 1.4f, 1.7f, 2.0f, 2.3f})
        for (const bool down : {false, true}) {
            const ImVec2 found = shelves.fit(grids, aspect, down);
            const float letters = letters_of(found);
            const bool is_better = letters >= largest || (aspect == 1 && found.y > cell.y);
            if (!is_better) continue;
            cell = found, in_columns = down, largest = std::max(largest, letters + 0.25f);
        }
    shelves.place(grids, cell, in_columns);
    const Painter paint(list, grids, cell);
    std::optional<RunElement> under;
    const float rim = 0.4f * em;  // of frames
    list.PushClipRect({float(area.x) - rim, float(area.y)},
                      {float(area.x + area.width) + rim, float(area.y + area.height) + rim}, true);
    for (const Grid& grid : grids) {
        const bool is_left = marks.faulty_memory == grid.memory;
        list.AddText({grid.at.x, grid.at.y - title}, ink(is_left ? colours::bad : colours::text),
                     grid.title.c_str());
        if (const auto i = paint.cells(state, grid, ranges[grid.memory], phase, mouse))
            under = RunElement{grid.memory, *i};
        // White cells are seen on a white stage, too.
        outline(list, {grid.at.x - 1, grid.at.y - 1}, paint.end(grid), colours::line(56), 0, 1);
        if (is_left)
            outline(list, {grid.at.x - 2, grid.at.y - 2}, {paint.end(grid).x + 1, paint.end(grid).y + 1},
                    ink(colours::bad), 2, thick(2.5f));
    }
    const float wide = std::clamp(std::floor(0.09f * cell.y), 1.0f, thick(2.5f));
    if (state.run().phases[std::size_t(phase)].block >= 0)  // the host writes all of it
        for (const RunTouch& touch : state.touched(phase)) paint.touch(touch, wide);
    for (const auto& [colour, thickness] : {std::pair{IM_COL32(0, 0, 0, 255), 5.0f}, {IM_COL32_WHITE, 2.0f}})
        if (marks.picked) paint.frame(*marks.picked, colour, thick(thickness), -1);
    if (marks.faulty)
        for (const auto& [colour, thickness] :
             {std::pair{IM_COL32(0, 0, 0, 255), 6.0f}, {IM_COL32(255, 60, 50, 255), 3.0f}})
            paint.frame(*marks.faulty, colour, thick(thickness), -2);
    list.PopClipRect();
    return under;
}

}  // namespace sweep::app
