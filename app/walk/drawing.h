// The picture of a walk: every pixel with its number, the blocks apart from each other, and between them the states at
// their borders.
#pragma once

#include <optional>

#include <imgui.h>

#include "app/base/area.h"
#include "app/walk/grid.h"

namespace sweep::app {

// Draws the step into the area; `picked` is marked. Returns the number under the mouse, if there is one.
std::optional<WalkPick> draw_walk(ImDrawList& list, const Walk& walk, const WalkStep& step, const Area& area,
                                  const std::optional<WalkPick>& picked, ImVec2 mouse, WalkPart& part);

// At most five characters, or four where cells are small: an integer as an integer, other numbers with as many digits
// as there is room for.
std::string cell_text(double value, bool is_small = false);

}  // namespace sweep::app
