// Formulas with subscripts, on one line of a panel.
#pragma once

#include <string>

#include <imgui.h>

namespace sweep::app {

// Draws text with subscripts, "y_{i-1}", in letters of size `em`. Returns its width.
float formula(const std::string& text, const ImVec4& colour, float em = ImGui::GetFontSize(),
              bool draw = true);

// Draws a formula as large as the panel's width allows, so that it can be read from the last row of a lecture hall.
void large_formula(const std::string& text);

}  // namespace sweep::app
