#include "app/lessons/walk/view/drawing.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/ui/gui.h"
#include "app/ui/large_letters.h"
#include "app/ui/widgets.h"
#include "core/design/design.h"
#include "core/problem/problem.h"

namespace sweep::app {
namespace {

struct Ink {
    ImU32 fill, text;
};

// Light in the screen's own encoding, and letters that stand out against it.
Ink ink_of(double value, double low, double high) {
    const double part = high > low ? std::clamp((value - low) / (high - low), 0.0, 1.0) : 0.5;
    const int level = int(std::lround(40 + 215 * linear_to_srgb(part)));
    return {IM_COL32(level, level, level, 255),
            level > 135 ? IM_COL32(0, 0, 0, 255) : IM_COL32(255, 255, 255, 255)};
}

class Painter {
  public:
    // Numbers have up to `characters`.
    Painter(ImDrawList& list, const WalkGrid& grid, ImVec2 mouse, std::size_t characters)
        : list_(list),
          grid_(grid),
          mouse_(mouse),
          size_(grid.letters(int(characters))),
          font_(font_for(Face::mono, size_)) {}

    // True when the mouse is over the number.
    bool number(ImVec2 a, ImVec2 b, double value, Ink ink) {
        return cell(a, b, cell_text(value, grid_.is_small()), ink);
    }
    bool cell(ImVec2 a, ImVec2 b, const std::string& text, Ink ink) {
        list_.AddRectFilled(a, {b.x - 1, b.y - 1}, ink.fill);
        if (size_ >= 5) {
            const ImVec2 room = font_->CalcTextSizeA(size_, 1e9f, 0, text.c_str());
            texts_.push_back({a, {0.5f * (a.x + b.x - room.x), 0.5f * (a.y + b.y - room.y)}, text, ink});
        }
        return mouse_.x >= a.x && mouse_.x < b.x && mouse_.y >= a.y && mouse_.y < b.y;
    }
    // In place of the number that the cell has.
    void cover(ImVec2 a, ImVec2 b, const std::string& text, Ink ink) {
        std::erase_if(texts_, [&](const Text& t) { return t.cell.x == a.x && t.cell.y == a.y; });
        cell(a, b, text, ink);
    }
    // Draws the digits of all cells. `over_arrows`: they have a rim of the cell's colour, so that no line runs through.
    void digits(bool over_arrows) {
        const float rim = std::max(0.09f * size_, 1.0f);
        for (const Text& t : texts_) {
            if (over_arrows)
                for (const auto& [x, y] : {std::pair{-rim, 0.0f}, {rim, 0.0f}, {0.0f, -rim}, {0.0f, rim}})
                    list_.AddText(font_, size_, {t.at.x + x, t.at.y + y}, t.ink.fill, t.text.c_str());
            list_.AddText(font_, size_, t.at, t.ink.text, t.text.c_str());
        }
    }
    // A pixel whose number is forgotten.
    void forgotten(ImVec2 a, ImVec2 b, Ink ink) {
        list_.AddRectFilled(a, {b.x - 1, b.y - 1}, with_alpha(ink.fill, 0.22f));
        list_.AddRect(a, {b.x - 1, b.y - 1}, colours::line(26));  // a white one is seen on a white stage
    }

  private:
    static ImU32 with_alpha(ImU32 colour, float alpha) {
        const auto a = ImU32(float(colour >> IM_COL32_A_SHIFT & 0xff) * alpha);
        return (colour & ~IM_COL32_A_MASK) | a << IM_COL32_A_SHIFT;
    }
    struct Text {
        ImVec2 cell, at;
        std::string text;
        Ink ink;
    };

    ImDrawList& list_;
    const WalkGrid& grid_;
    std::vector<Text> texts_;
    ImVec2 mouse_;
    float size_;  // of letters
    ImFont* font_;
};

constexpr bool is_causal(int border) {
    return border % 2 == 0;
}

// Amber goes down and right, teal up and left; what is complete is filled, and what is not is faint in every theme.
Ink state_ink(int border, Known known) {
    const ImVec4 full = is_causal(border) ? colours::amber : colours::teal;
    if (known == Known::complete) return {ImGui::GetColorU32(full), IM_COL32(0, 0, 0, 255)};
    const colours::Faded faded = colours::faded(full);
    return {ImGui::GetColorU32(faded.fill), ImGui::GetColorU32(faded.words)};
}

// The characters of the longest number that the step shows.
std::size_t longest_text(const Walk& walk, const WalkStep& step, bool is_small) {
    std::size_t most = 0;
    const auto count = [&](double value) { most = std::max(most, cell_text(value, is_small).size()); };
    for (double value : walk.values[std::size_t(step.shown)]) count(value);
    for (int i = 0; i < borders; ++i)
        for (std::size_t at = 0; at < walk.states[std::size_t(i)].whole.size(); ++at)
            if (step.known[std::size_t(i)] != Known::no) count(state_value(walk, step, Border(i), at));
    return most;
}

// A mark that says which way the pass runs.
void arrow(ImDrawList& list, ImVec2 middle, int pass, float size) {
    const float way = pass % 2 == 0 ? 1.0f : -1.0f;
    const auto at = [&](float along, float across) {
        return pass < 2 ? ImVec2{middle.x + across, middle.y + way * along}
                        : ImVec2{middle.x + way * along, middle.y + across};
    };
    const ImU32 colour = ImGui::GetColorU32(is_causal(pass) ? colours::accent : colours::good);
    for (const auto& [ink, wide] : {std::pair{IM_COL32(0, 0, 0, 150), 3.0f}, {colour, 0.0f}}) {
        list.AddTriangleFilled(at(size + wide, 0), at(-0.6f * size - wide, 0.8f * size + wide),
                               at(-0.6f * size - wide, -0.8f * size - wide), ink);
    }
}

ImVec2 middle(const WalkGrid::Rectangle& r) {
    return {0.5f * (r.first.x + r.second.x), 0.5f * (r.first.y + r.second.y)};
}

// A frame of strokes, or of dots where a stroke is as long as it is thick.
void broken_frame(ImDrawList& list, ImVec2 a, ImVec2 b, ImU32 colour, float thick, float stroke, float gap) {
    const auto side = [&](ImVec2 from, ImVec2 to) {
        const float all = std::hypot(to.x - from.x, to.y - from.y);
        const auto at = [&](float s) {
            return ImVec2{from.x + (to.x - from.x) * s / all, from.y + (to.y - from.y) * s / all};
        };
        for (float s = 0; s < all; s += stroke + gap)
            list.AddLine(at(s), at(std::min(s + stroke, all)), colour, thick);
    };
    side(a, {b.x, a.y}), side({b.x, a.y}, b), side(b, {a.x, b.y}), side({a.x, b.y}, a);
}

// The frames of what has made a number are strokes, and those of what it makes are dots: not all see red and blue. The
// terms of its sum have whole frames.
void draw_kin(ImDrawList& list, const WalkGrid& grid, const WalkMark& mark) {
    const auto [p, q] = grid.of(mark.at);
    const bool is_ahead = mark.kinship == Kinship::is_made_of_it, is_source = mark.kinship == Kinship::source;
    const float strong = lineage_strength(mark.share), line = std::max(0.05f * grid.cell.y, 1.0f);
    list.AddRectFilled(p, {q.x - 1, q.y - 1}, lineage_ink(is_ahead, 0.4f * strong));
    const ImVec2 a{p.x + 1, p.y + 1}, b{q.x - 2, q.y - 2};
    const ImU32 ink = lineage_ink(is_ahead, is_source ? 1 : 0.2f + 0.6f * strong);
    if (is_source)
        outline(list, a, b, ink, 0, 1.6f * line);
    else
        broken_frame(list, a, b, ink, line, is_ahead ? line : 4 * line, is_ahead ? 2 * line : 3 * line);
}

void draw_marks(ImDrawList& list, const WalkGrid& grid, const WalkMarks& marks) {
    for (const WalkMark& mark : marks.marks)
        if (grid.has_room(mark.at)) draw_kin(list, grid, mark);
    for (const WalkArrow& arrow : marks.arrows)
        if (grid.has_room(arrow.from) && grid.has_room(arrow.to))
            draw_lineage_arrow(list, middle(grid.of(arrow.from)), middle(grid.of(arrow.to)), grid.cell,
                               arrow.is_ahead, arrow.share);
}

// The step over the transposed picture: whole rows stand for columns.
std::optional<WalkPick> draw_transposed(ImDrawList& list, const Walk& walk, WalkStep step, const Area& area,
                                        const WalkLook& look, ImVec2 mouse, WalkPart& part) {
    Walk turned;
    turned.problem = walk.problem;
    turned.width = walk.height, turned.height = walk.width;
    turned.block = walk.block, turned.order = walk.order;
    turned.steps = walk.steps;
    std::vector<double>& to = turned.values[std::size_t(step.shown)];
    for (int x = 0; x < walk.width; ++x)
        for (int y = 0; y < walk.height; ++y) to.push_back(walk.value(step.shown, x, y));
    step.transposed = false;
    if (step.pass == 0) step.pass = 2;
    return draw_walk(list, turned, step, area, look, mouse, part);
}

}  // namespace

ImU32 lineage_ink(bool is_ahead, float alpha) {
    const int a = int(std::lround(255 * std::clamp(alpha, 0.0f, 1.0f)));
    return is_ahead ? IM_COL32(77, 157, 255, a) : IM_COL32(255, 79, 151, a);
}

float lineage_strength(double share) {
    return float(std::pow(std::clamp(share, 0.0, 1.0), 0.4));
}

void draw_lineage_arrow(ImDrawList& list, ImVec2 from, ImVec2 to, ImVec2 size, bool is_ahead, double share) {
    const float cell = std::min(size.x, size.y), dx = to.x - from.x, dy = to.y - from.y,
                far = std::hypot(dx, dy);
    if (far < 1) return;
    const ImVec2 along{dx / far, dy / far}, across{along.y, -along.x};
    // As far as the cell reaches to this side.
    const float edge = 0.5f * (size.x * std::abs(across.x) + size.y * std::abs(across.y)) - 0.06f * cell;
    const float strong = lineage_strength(share), wide = 1 + 0.08f * cell * strong,
                side = std::min(edge, far), bow = side + std::max(0.06f * (far - 1.6f * cell), 0.0f),
                trim = 0.18f * std::min(cell, far), head = std::min(1.6f * wide + 0.1f * cell, 0.5f * far);
    const auto at = [&](float forward, float aside) {
        return ImVec2{from.x + forward * along.x + aside * across.x,
                      from.y + forward * along.y + aside * across.y};
    };
    const ImVec4& stage = colours::stage;
    const ImU32 shade = ImGui::GetColorU32({stage.x, stage.y, stage.z, 0.35f + 0.47f * strong}),
                colour = lineage_ink(is_ahead, 0.45f + 0.55f * strong);
    for (const auto& [c, more] : {std::pair{shade, 1.2f}, {colour, 0.0f}}) {
        list.AddBezierCubic(at(trim, side), at(0.35f * far, bow), at(0.65f * far, bow),
                            at(far - trim - 0.8f * head, side), c, wide + 2 * more);
        const float half = 0.6f * head + more;
        list.AddTriangleFilled(at(far - trim + more, side), at(far - trim - head, side + half),
                               at(far - trim - head, side - half), c);
    }
}

std::string cell_text(double value, bool is_small) {
    const int less = is_small ? 1 : 0;
    const double size = std::abs(value);
    if (size < (is_small ? 5e-3 : 5e-4)) return size < 5e-5 || is_small ? "0" : fmt::format("{:.0e}", value);
    if (std::abs(value - std::round(value)) < 1e-9 && size < 99999.5) return fmt::format("{:.0f}", value);
    const int digits = (size < 9.9995 ? 3 : size < 99.995 ? 2 : size < 999.95 ? 1 : 0) - less;
    std::string text = fmt::format("{:.{}f}", value, std::max(digits, 0));
    const std::size_t zero = text.find("0.");
    return zero < 2 && size < 1 ? text.erase(zero, 1) : text;
}

std::optional<WalkPick> draw_walk(ImDrawList& list, const Walk& walk, const WalkStep& step, const Area& area,
                                  const WalkLook& look, ImVec2 mouse, WalkPart& part) {
    if (step.transposed) return draw_transposed(list, walk, step, area, look, mouse, part);
    // In a lecture the numbers keep their places from step to step.
    const WalkGrid grid(walk, area, part, part.on_stage ? nullptr : &step);
    const ImVec2 area_end{float(area.x + area.width), float(area.y + area.height)};
    list.PushClipRect({float(area.x), float(area.y)}, area_end);
    if (!area.contains(mouse.x, mouse.y)) mouse = {-1, -1};
    Painter paint(list, grid, mouse, longest_text(walk, step, grid.is_small()));
    std::optional<WalkPick> under;
    const int b = walk.block;
    const auto& plane = walk.values[std::size_t(step.shown)];
    const auto [least, most] = std::minmax_element(plane.begin(), plane.end());
    const double low = std::min(*least, 0.0), high = *most;

    for (int m = 0; m < walk.block_rows(); ++m)
        for (int n = 0; n < walk.block_columns(); ++n) {
            const int x1 = std::min((n + 1) * b, walk.width), y1 = std::min((m + 1) * b, walk.height);
            for (int y = m * b; y < y1; ++y)
                for (int x = n * b; x < x1; ++x) {
                    const double value = walk.value(step.shown, x, y);
                    const float left = grid.x_of(x), top = grid.y_of(y);
                    const ImVec2 a = grid.at(left, top), c = grid.at(left + 1, top + 1);
                    const Ink ink = ink_of(value, low, high);
                    if (step.forgotten)
                        paint.forgotten(a, c, ink);
                    else if (paint.number(a, c, value, ink))
                        under = WalkPick{false, false, x, y, Border::P, m, n, 0, 0};
                }
            for (int i = 0; i < borders; ++i) {
                const BorderStates& s = walk.states[std::size_t(i)];
                if (s.blocks == 0 || step.known[std::size_t(i)] == Known::no) continue;
                const int from = i < 2 ? n * b : m * b, end = i < 2 ? x1 : y1, j = i < 2 ? m : n;
                for (int lane = from; lane < end; ++lane)
                    for (int k = 0; k < s.order; ++k) {
                        const auto [p, q] = grid.state(Border(i), m, n, lane, k);
                        const double value = state_value(walk, step, Border(i), s.at(j, lane, k));
                        if (paint.number(p, q, value, state_ink(i, step.known[std::size_t(i)])))
                            under = WalkPick{true, false, 0, 0, Border(i), m, n, lane, k};
                    }
            }
            const ImVec2 p = grid.at(grid.x_of(n * b), grid.y_of(m * b)),
                         q = grid.at(grid.x_of(x1 - 1) + 1, grid.y_of(y1 - 1) + 1);
            if (step.at_work) outline(list, p, q, colours::line(235), 0, thick(2));
            const int way = step.pass >= 0 ? step.pass : step.in_memory ? step.border : -1;
            const ImVec2 middle =
                grid.free_corner(m, n).value_or(ImVec2{0.5f * (p.x + q.x), 0.5f * (p.y + q.y)});
            if (way >= 0) arrow(list, middle, way, 0.26f * grid.cell.y);
        }

    // What enters the picture from outside.
    for (int i = 0; i < borders; ++i) {
        const BorderStates& s = walk.states[std::size_t(i)];
        if (!shows_entering(walk, step, i)) continue;
        for (int lane = 0; lane < s.lanes && s.blocks; ++lane)
            for (int k = 0; k < s.order; ++k) {
                const auto [p, q] = grid.entering(i, lane, k);
                if (paint.number(p, q, s.entering[std::size_t(lane) * std::size_t(s.order) + std::size_t(k)],
                                 state_ink(i, Known::complete)))
                    under = WalkPick{true, true, 0, 0, Border(i), 0, 0, lane, k};
            }
    }
    if (look.picked && look.hides) {
        const auto [p, q] = grid.of(*look.picked);
        paint.cover(p, q, "?", {IM_COL32_WHITE, IM_COL32(0, 0, 0, 255)});
    }
    draw_marks(list, grid, look.marks);
    paint.digits(!look.marks.arrows.empty());
    if (look.named && grid.has_room(*look.named)) {
        const auto [p, q] = grid.of(*look.named);
        for (const auto& [colour, wide] : {std::pair{IM_COL32(0, 0, 0, 255), 3.5f}, {IM_COL32_WHITE, 1.5f}})
            outline(list, p, {q.x - 1, q.y - 1}, colour, 0, thick(wide));
    }
    if (const std::optional<WalkPick>& picked = look.picked) {
        const auto [p, q] = grid.of(*picked);
        // White in black is seen on every grey, and by everybody.
        for (const auto& [colour, wide] : {std::pair{IM_COL32(0, 0, 0, 255), 6.0f}, {IM_COL32_WHITE, 2.5f}})
            outline(list, {p.x - 2, p.y - 2}, {q.x + 1, q.y + 1}, colour, 2, thick(wide));
        const int x = picked->x - (step.pass == 2 ? step.reach : 0),
                  y = picked->y - (step.pass == 0 ? step.reach : 0);
        if (step.reach > 0 && x >= 0 && y >= 0 && look.marks.marks.empty())  // the other number of the sum
            outline(list, grid.at(grid.x_of(x), grid.y_of(y)), grid.at(grid.x_of(x) + 1, grid.y_of(y) + 1),
                    ImGui::GetColorU32(colours::accent), 2, thick(2.5f));
    }
    list.PopClipRect();
    // The name of what the blocks show, in the corner that no state takes where all is seen. Where there is none, the
    // panel says it.
    if (part.on_stage ||
        (!part.hides && !grid.free_corner(0, 0) && grid.corner.x < float(area.x) + 2 * ImGui::GetFontSize()))
        return under;
    push_face(Face::title);
    const std::string letter = plane_letter(walk, step.shown);
    if (part.hides)
        plate(list, {float(area.x), float(area.y)}, letter.c_str(), colours::text);
    else
        list.AddText({float(area.x), float(area.y)}, ImGui::GetColorU32(colours::text), letter.c_str());
    pop_face();
    if (part.hides) {
        const float em = ImGui::GetFontSize();
        plate(
            list, {float(area.x), area_end.y - 1.9f * em},
            shortened("a part: drag to move, wheel for less or more", float(area.width) - 1.2f * em).c_str(),
            colours::faint);
    }
    return under;
}

}  // namespace sweep::app
