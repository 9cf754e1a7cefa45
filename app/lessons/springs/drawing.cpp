// The row on the screen, from above: the picture, its guide and what the passes make of it; the pixels between their
// springs; the blocks with what leaves each alone, and the carries between them.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "app/lessons/springs/view.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

constexpr int n = SpringRow::length;
constexpr double highest = 100;  // of the plot
constexpr ImU32 of_guide = IM_COL32(86, 180, 233, 255);

// Where things are, in pixels of the window.
struct Place {
    ImDrawList& list;
    float left, pitch;   // of the first pixel's cell, and from pixel to pixel
    float margin;        // at either side of all pixels
    float letters;       // the size of numbers
    bool has_fractions;  // there is room for a digit behind the point

    float x(double i) const { return left + pitch * float(i); }
    std::string number(double value) const { return fmt::format("{:.{}f}", value, has_fractions ? 1 : 0); }
    // Text around x, or at one side of it, with its top at y.
    void text(float at, float y, const std::string& words, ImU32 colour, float side = 0.5f) const {
        const float wide = text_width(ImGui::GetFont(), letters, words);
        list.AddText(ImGui::GetFont(), letters, {at - side * wide, y}, colour, words.c_str());
    }
};

// A part of 1 in so many digits, as the walk has them: ".104".
std::string part_text(double value, int digits) {
    std::string text = fmt::format("{:.{}f}", value, digits);
    return value < 1 && text.front() == '0' ? text.substr(1) : text;
}

ImU32 ink(const ImVec4& colour, float alpha = 1) {
    return ImGui::GetColorU32({colour.x, colour.y, colour.z, alpha});
}

// Steps of the same height as the samples.
void draw_stairs(const Place& place, const std::array<double, n>& values, float top, float height,
                 ImU32 colour, float wide) {
    const auto y = [&](double value) { return top + height * float(1 - value / highest); };
    for (std::size_t i = 0; i < n; ++i) {
        place.list.AddLine({place.x(double(i)), y(values[i])}, {place.x(double(i + 1)), y(values[i])}, colour,
                           wide);
        if (i > 0)
            place.list.AddLine({place.x(double(i)), y(values[i - 1])}, {place.x(double(i)), y(values[i])},
                               colour, wide);
    }
}

void draw_plot(const Place& place, const SpringRow& row, int step, float top, float height) {
    const std::array<double, n>* bars = step == 0                 ? &row.x
                                        : step == 1               ? &row.y0
                                        : step < spring_steps - 1 ? &row.z0
                                                                  : &row.z;
    const float bottom = top + height;
    for (std::size_t i = 0; i < n; ++i)
        place.list.AddRectFilled({place.x(double(i)) + 1, bottom - height * float((*bars)[i] / highest)},
                                 {place.x(double(i + 1)) - 1, bottom},
                                 ink(step == 0                 ? colours::faint
                                     : step < spring_steps - 1 ? colours::accent
                                                               : colours::good,
                                     0.45f));
    draw_stairs(place, row.guide, top, height, of_guide, thick(2.5f));
    draw_stairs(place, row.x, top, height, ink(colours::text), thick(1.2f));
    const auto legend = [&](float line, const char* words, ImU32 colour) {
        place.text(place.x(0), top + line * 1.2f * place.letters, words, colour, 0);
    };
    legend(0, "the picture x", ink(colours::text));
    legend(1, "its guide", ink(colours::for_words(ImGui::ColorConvertU32ToFloat4(of_guide))));
    if (step == 1) legend(2, "blocks alone: right", ink(colours::accent));
    if (step > 1 && step < spring_steps - 1) legend(2, "blocks alone: and back", ink(colours::accent));
    if (step == spring_steps - 1) legend(2, "the result z", ink(colours::good));
}

// A zigzag between two pixels, the thicker the stiffer; what is almost nothing is torn.
void draw_spring(const Place& place, float from, float to, float y, double w) {
    const bool torn = w < 0.02;
    const ImU32 colour = torn ? ink(colours::accent) : ink(colours::good, float(0.35 + 0.65 * w));
    const float wide = thick(torn ? 1.2f : float(1 + 3 * w)), swing = 0.16f * place.pitch;
    constexpr int turns = 6;
    ImVec2 last{from, y};
    for (int k = 1; k <= turns; ++k) {
        const float part = float(k) / turns;
        const ImVec2 next{from + part * (to - from), k == turns ? y : y + (k % 2 ? -swing : swing)};
        if (!torn || (k != turns / 2 && k != turns / 2 + 1)) place.list.AddLine(last, next, colour, wide);
        last = next;
    }
}

void draw_row(const Place& place, const SpringRow& row, float y) {
    const float radius = 0.2f * place.pitch;
    for (int i = 0; i < n; ++i) {
        const float middle = place.x(i + 0.5);
        if (i > 0) draw_spring(place, place.x(i - 0.5) + radius, middle - radius, y, row.w[std::size_t(i)]);
        const int grey = int(255 * row.x[std::size_t(i)] / highest);
        place.list.AddCircleFilled({middle, y}, radius, IM_COL32(grey, grey, grey, 255));
        place.list.AddCircle({middle, y}, radius, ink(colours::text), 0, thick(1.2f));
        place.text(middle, y - radius - 1.3f * place.letters, fmt::format("{:.0f}", row.x[std::size_t(i)]),
                   ink(colours::text));
    }
    for (int i = 1; i < n; ++i) {
        const double w = row.w[std::size_t(i)];
        const std::string words = part_text(w, 2);
        place.text(place.x(i), y + radius + 0.3f * place.letters, words,
                   ink(w < 0.02 ? colours::accent : colours::good));
    }
}

// An arrow from one block into its neighbour, with the carry in words.
void draw_carry(const Place& place, float boundary, float y, float way, const std::string& words,
                ImU32 colour, float side) {
    const float head = 0.3f * place.letters, half = std::min(0.55f * place.pitch, place.margin - 1.2f * head);
    const ImVec2 tip{boundary + way * half, y};
    place.list.AddLine({boundary - way * half, y}, tip, colour, thick(2));
    place.list.AddTriangleFilled({tip.x + way * head, y}, {tip.x - way * head, y - head},
                                 {tip.x - way * head, y + head}, colour);
    place.text(boundary, y + 0.35f * place.letters, words, colour, side);
}

// The text with the most digits that fits into this width.
template <class Text>
std::string fitting(const Place& place, float width, const Text& text) {
    for (int digits = 3; digits > 1; --digits)
        if (text_width(ImGui::GetFont(), place.letters, text(digits)) < width) return text(digits);
    return text(1);
}

// The side of the boundary before block k at which words are: the row's ends have nothing beyond them.
float side_of(int k) {
    return k == 0 ? 0.2f : k == SpringRow::blocks ? 0.8f : 0.5f;
}

void draw_blocks(const Place& place, const SpringRow& row, int step, float top) {
    const float line = 1.25f * place.letters, box = top + 2.1f * line, height = 3.4f * line;
    for (int k = 0; k < SpringRow::blocks; ++k) {
        const Segment& block = row.segments[std::size_t(k)];
        const float a = place.x(k * SpringRow::block) + 3, b = place.x((k + 1) * SpringRow::block) - 3,
                    middle = 0.5f * (a + b);
        place.list.AddRectFilled({a, box}, {b, box + height}, ink(colours::control), 0.4f * place.letters);
        outline(place.list, {a, box}, {b, box + height}, ink(colours::faint), 0.4f * place.letters, 1);
        place.text(middle, box + 0.2f * line, fmt::format("block {}", k), ink(colours::faint));
        if (step >= 1) {
            const std::string words = fitting(place, b - a, [&](int digits) {
                return fmt::format("Y {}  W {}", place.number(block.Y), part_text(block.W, digits));
            });
            place.text(middle, box + 1.2f * line, words, ink(step == 1 ? colours::good : colours::text));
        }
        if (step >= 2) {
            const std::string words = fitting(place, b - a, [&](int digits) {
                const std::string both =
                    fmt::format("Z {}  U {}", place.number(block.Z), part_text(block.U, std::max(digits, 2)));
                return digits > 1 ? both + "  H " + part_text(block.H, digits) : both;
            });
            place.text(middle, box + 2.2f * line, words, ink(step == 2 ? colours::good : colours::text));
        }
    }
    for (int k = 0; k <= SpringRow::blocks; ++k) {
        const float boundary = place.x(k * SpringRow::block);
        const std::size_t at = std::size_t(k);
        if (step >= 4)
            draw_carry(place, boundary, top + 0.3f * line, -1, "E " + place.number(row.E[at]),
                       ink(step == 4 ? colours::good : colours::text), side_of(k));
        if (step >= 3)
            draw_carry(place, boundary, box + height + 0.7f * line, 1, "P " + place.number(row.P[at]),
                       ink(step == 3 ? colours::good : colours::text), side_of(k));
    }
}

}  // namespace

void draw_springs(const SpringRow& row, int step) {
    const ImVec2 corner = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float em = ImGui::GetFontSize(), margin = std::min(1.2f * em, 0.05f * room.x);
    const float pitch = std::max((room.x - 2 * margin) / float(n), 1.0f);
    const bool has_fractions = pitch > 2.3f * em;
    const Place place{*ImGui::GetWindowDrawList(),
                      corner.x + margin,
                      pitch,
                      margin,
                      std::min(has_fractions ? em : 0.62f * pitch, em),
                      has_fractions};
    const float blocks = 8.9f * place.letters, pixels = 3.2f * place.letters + 0.4f * pitch,
                plot = std::max(room.y - blocks - pixels - 0.5f * em, 0.0f);
    // Lower than its legend it would show nothing.
    if (plot > 5 * place.letters) draw_plot(place, row, step, corner.y, plot);
    draw_row(place, row, corner.y + plot + 1.9f * place.letters + 0.2f * pitch);
    draw_blocks(place, row, step, corner.y + plot + pixels + 0.4f * em);
}

}  // namespace sweep::app
