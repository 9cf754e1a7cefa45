// Formulas with subscripts, superscripts and bars, in a panel.
#pragma once

#include <string>

#include <imgui.h>

namespace sweep::app {

// Draws a text on one line, with "y_{i-1}" as a subscript, "P^T" and "A_{F}^b" as superscripts, and "~P" as a letter
// with a bar, in letters of size `em`. Returns its width.
float formula(const std::string& text, const ImVec4& colour, float em = ImGui::GetFontSize(),
              bool draw = true);

// The same in as many lines as the panel's width needs: no letter becomes smaller.
void wrapped_formula(const std::string& text, const ImVec4& colour, float em = ImGui::GetFontSize());

// Draws a formula so that it can be read from the last row of a lecture hall.
void large_formula(const std::string& text);

}  // namespace sweep::app
