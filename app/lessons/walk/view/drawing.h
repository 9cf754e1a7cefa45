// The picture of a walk: every pixel with its number, the blocks apart from each other, and between them the states at
// their borders.
#pragma once

#include <optional>

#include <imgui.h>

#include "app/base/area.h"
#include "app/lessons/walk/view/grid.h"
#include "app/lessons/walk/view/marks.h"

namespace sweep::app {

// What is shown besides the numbers.
struct WalkLook {
    std::optional<WalkPick> picked;   // has a frame
    bool hides = false;               // the picked number is a question mark
    WalkMarks marks{};                // its lineage
    std::optional<WalkPick> named{};  // pointed at in the unfolded sum: has a thin frame
};

// Draws the step into the area. Returns the number under the mouse, if there is one.
std::optional<WalkPick> draw_walk(ImDrawList& list, const Walk& walk, const WalkStep& step, const Area& area,
                                  const WalkLook& look, ImVec2 mouse, WalkPart& part);

// Of what has made a number, or is made of it: as in the page of a lecture. These two are told apart by everybody,
// and from amber and teal.
ImU32 lineage_ink(bool is_ahead, float alpha);
// How strongly a share is drawn, from 0 to 1: small ones are seen, too.
float lineage_strength(double share);
// From the middle of a cell to that of another, on the left hand of who follows it, along the edges of the cells: it
// runs beside the digits, and ways there and back are two; a bow where it is long, so that those along one line are
// apart.
// `cell`: the size of one.
void draw_lineage_arrow(ImDrawList& list, ImVec2 from, ImVec2 to, ImVec2 cell, bool is_ahead, double share);

// At most five characters, or four where cells are small: an integer as an integer, other numbers with as many digits
// as there is room for.
std::string cell_text(double value, bool is_small = false);

}  // namespace sweep::app
