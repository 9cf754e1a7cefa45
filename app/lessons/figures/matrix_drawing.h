// Draws equations of matrices: cells with colours and, where there is room, numbers.
#pragma once

#include <vector>

#include "app/lessons/figures/figure.h"

namespace sweep::app {

// Draws into the current ImGui window, in all the room that it has.
void draw_equations(const std::vector<FigureEquation>& equations);

}  // namespace sweep::app
