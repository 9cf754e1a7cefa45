#include "app/figures/matrix_drawing.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/ui/formula.h"
#include "app/ui/gui.h"

namespace sweep::app {
namespace {

constexpr float title_lines = 1.4f, name_lines = 1.5f;  // in letters' heights

// The largest magnitude has the full colour: amber above zero, teal below.
ImU32 colour_of(double value, double largest) {
    const double part = largest > 0 ? std::sqrt(std::min(std::abs(value) / largest, 1.0)) : 0;
    const ImVec4& full = value >= 0 ? colours::accent : colours::good;
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
    const float letters = std::min(0.4f * cell, ImGui::GetFontSize());
    pop_face();
    for (int i = 0; i < matrix.rows; ++i)
        for (int j = 0; j < matrix.columns; ++j) {
            const ImVec2 a{corner.x + float(j) * cell, corner.y + float(i) * cell};
            const double value = matrix.at(i, j);
            list.AddRectFilled(a, {a.x + cell - 1, a.y + cell - 1}, colour_of(value, largest));
            if (letters < 0.45f * ImGui::GetFontSize()) continue;
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

// The width of all that is not cells.
float width_of_letters(const FigureEquation& equation) {
    const float em = ImGui::GetFontSize();
    float width = formula_width(equation.result);
    for (const auto& term : equation.terms) width += formula_width(term.vector) + 2.1f * em;
    return width;
}

int columns_of(const FigureEquation& equation) {
    int columns = 0;
    for (const auto& term : equation.terms) columns += term.matrix.columns;
    return columns;
}

int rows_of(const FigureEquation& equation) {
    int rows = 0;
    for (const auto& term : equation.terms) rows = std::max(rows, term.matrix.rows);
    return rows;
}

void draw_equation(const FigureEquation& equation, ImVec2 corner, float cell) {
    const float em = ImGui::GetFontSize(), tall = float(rows_of(equation)) * cell;
    ImGui::SetCursorScreenPos(corner);
    ImGui::TextColored(colours::faint, "%s", equation.title.c_str());
    const float top = corner.y + (title_lines + name_lines) * em, middle = top + 0.5f * tall - 0.6f * em;
    float x = corner.x;
    const auto words = [&](const std::string& text, float y, const ImVec4& colour) {
        ImGui::SetCursorScreenPos({x, y});
        const float width = formula_width(text);
        formula(text, colour);
        return width;
    };
    x += words(equation.result, middle, colours::accent);
    for (std::size_t i = 0; i < equation.terms.size(); ++i) {
        const auto& term = equation.terms[i];
        x += 0.5f * em;
        x += words(i == 0 ? "=" : "+", middle, colours::text) + 0.5f * em;
        words(term.matrix.name, top - name_lines * em, colours::text);
        draw_matrix(term.matrix, {x, top + 0.5f * (tall - float(term.matrix.rows) * cell)}, cell);
        x += float(term.matrix.columns) * cell + 0.3f * em;
        x += words(term.vector, middle, colours::good);
    }
}

}  // namespace

void draw_equations(const std::vector<FigureEquation>& equations) {
    const float em = ImGui::GetFontSize();
    const ImVec2 corner = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    // All cells have one size.
    const float words = (title_lines + name_lines + 0.8f) * em * float(equations.size());
    float rows = 0, cell = 1e9f;
    for (const FigureEquation& equation : equations) {
        rows += float(rows_of(equation));
        cell = std::min(cell, (room.x - width_of_letters(equation)) / float(columns_of(equation)));
    }
    cell = std::max(std::min(cell, (room.y - words) / rows), 2.0f);
    float y = corner.y;
    for (const FigureEquation& equation : equations) {
        draw_equation(equation, {corner.x, y}, cell);
        y += (title_lines + name_lines + 0.8f) * em + float(rows_of(equation)) * cell;
    }
    ImGui::SetCursorScreenPos({corner.x, y});
    ImGui::Dummy({1, 1});
}

}  // namespace sweep::app
