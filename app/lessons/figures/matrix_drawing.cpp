#include "app/lessons/figures/matrix_drawing.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "app/ui/gui.h"
#include "app/ui/plots/formula.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

constexpr float title_lines = 1.3f, name_lines = 1.5f, between = 1.4f;  // in letters' heights

// The largest magnitude has the full colour: amber above zero, teal below.
ImU32 colour_of(double value, double largest) {
    const double part = largest > 0 ? std::sqrt(std::min(std::abs(value) / largest, 1.0)) : 0;
    const ImVec4& full = value >= 0 ? colours::amber : colours::teal;
    const auto mixed = [&](float to, float from) { return from + float(part) * (to - from); };
    return ImGui::GetColorU32(ImVec4{mixed(full.x, 0.13f), mixed(full.y, 0.14f), mixed(full.z, 0.17f), 1});
}

std::string number_of(double value) {
    if (std::abs(value) < 5e-3) return "0";
    std::string text = fmt::format("{:.{}f}", value, std::abs(value) < 1 ? 2 : std::abs(value) < 10 ? 1 : 0);
    if (const auto zero = text.find("0."); zero == 0 || (zero == 1 && value < 0)) text.erase(zero, 1);
    return text;
}

void draw_matrix(const FigureMatrix& matrix, ImVec2 corner, float cell) {
    double largest = 0;
    for (double value : matrix.values) largest = std::max(largest, std::abs(value));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    push_face(Face::mono);
    ImFont* font = ImGui::GetFont();
    float longest = 1;
    for (double value : matrix.values)
        longest = std::max(longest, font->CalcTextSizeA(1, 1e9f, 0, number_of(value).c_str()).x);
    const float letters = std::min({(cell - 3) / longest, 0.8f * cell, ImGui::GetFontSize()});
    pop_face();
    for (int i = 0; i < matrix.rows; ++i)
        for (int j = 0; j < matrix.columns; ++j) {
            const ImVec2 a{corner.x + float(j) * cell, corner.y + float(i) * cell};
            const double value = matrix.at(i, j);
            list.AddRectFilled(a, {a.x + cell - 1, a.y + cell - 1}, colour_of(value, largest));
            if (letters < 0.5f * ImGui::GetFontSize()) continue;
            const std::string text = number_of(value);
            const ImVec2 size = font->CalcTextSizeA(letters, 1e9f, 0, text.c_str());
            const bool bright = std::abs(value) > 0.25 * largest;
            list.AddText(font, letters, {a.x + 0.5f * (cell - size.x), a.y + 0.5f * (cell - size.y)},
                         bright ? IM_COL32(20, 16, 8, 255) : IM_COL32(225, 227, 232, 255), text.c_str());
        }
}

float formula_width(const std::string& text) {
    return formula(text, colours::text, ImGui::GetFontSize(), false);
}

std::string text_of(const FigureEquation& equation) {
    std::string text = equation.result + " =";
    for (std::size_t i = 0; i < equation.terms.size(); ++i)
        text += (i == 0 ? " " : " + ") + equation.terms[i].matrix.name + " " + equation.terms[i].vector;
    return text;
}

// A matrix is as wide as its name, at least.
float width_of(const FigureMatrix& matrix, float cell) {
    return std::max(float(matrix.columns) * cell, formula_width(matrix.name));
}

float width_of(const FigureEquation& equation, float cell) {
    float width = between * ImGui::GetFontSize() * float(equation.terms.size() - 1);
    for (const auto& term : equation.terms) width += width_of(term.matrix, cell);
    return width;
}

int rows_of(const FigureEquation& equation) {
    int rows = 0;
    for (const auto& term : equation.terms) rows = std::max(rows, term.matrix.rows);
    return rows;
}

// The height of all that is not cells.
float height_of_letters() {
    return (2 * title_lines + name_lines + 0.6f) * ImGui::GetFontSize();
}

void draw_equation(const FigureEquation& equation, ImVec2 corner, float room, float cell) {
    const float em = ImGui::GetFontSize();
    ImGui::SetCursorScreenPos(corner);
    ImGui::TextColored(colours::faint, "%s", cut(equation.title, room).c_str());
    ImGui::SetCursorScreenPos({corner.x, corner.y + title_lines * em});
    const std::string text = text_of(equation);
    formula(text, colours::accent, std::min(em, em * room / std::max(formula_width(text), 1.0f)));
    const float names = corner.y + 2 * title_lines * em;
    float x = corner.x;
    for (const auto& term : equation.terms) {
        ImGui::SetCursorScreenPos({x, names});
        formula(term.matrix.name, colours::text);
        draw_matrix(term.matrix, {x, names + name_lines * em}, cell);
        x += width_of(term.matrix, cell) + between * em;
    }
}

}  // namespace

void draw_equations(const std::vector<FigureEquation>& equations) {
    const ImVec2 corner = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float apart = 2 * ImGui::GetFontSize();
    const std::span all(equations);
    const auto height = [](std::span<const FigureEquation> some, float cell) {
        float all_rows = 0;
        for (const FigureEquation& equation : some) all_rows += float(rows_of(equation));
        return all_rows * cell + float(some.size()) * height_of_letters();
    };
    const auto width = [](std::span<const FigureEquation> some, float cell) {
        float widest = 0;
        for (const FigureEquation& equation : some) widest = std::max(widest, width_of(equation, cell));
        return widest;
    };
    // All cells have one size, the largest with which everything fits: in one column, or the others beside the first.
    const auto fits = [&](std::size_t first, float cell) {
        const float beside = first < all.size() ? apart + width(all.subspan(first), cell) : 0;
        return std::max(height(all.first(first), cell), height(all.subspan(first), cell)) <= room.y &&
               width(all.first(first), cell) + beside <= room.x;
    };
    const auto largest = [&](std::size_t first) {
        float cell = room.y;
        while (cell > 2 && !fits(first, cell)) cell -= 0.5f;
        return cell;
    };
    std::size_t first = all.size();
    if (all.size() > 1 && largest(1) > largest(first)) first = 1;
    const float cell = largest(first), left = width(all.first(first), cell);
    const auto column = [&](std::span<const FigureEquation> some, float x, float wide) {
        float y = corner.y;
        for (const FigureEquation& equation : some) {
            draw_equation(equation, {x, y}, wide, cell);
            y += height({&equation, 1}, cell);
        }
    };
    column(all.first(first), corner.x, first < all.size() ? left + 0.5f * apart : room.x);
    column(all.subspan(first), corner.x + left + apart, room.x - left - apart);
    ImGui::SetCursorScreenPos({corner.x, corner.y + room.y - 1});
    ImGui::Dummy({1, 1});
}

}  // namespace sweep::app
