// The picture of a walk: every pixel with its number, the blocks apart from each other, and between them the states at
// their borders.
#pragma once

#include <optional>

#include <imgui.h>

#include "app/base/area.h"
#include "app/walk/walk.h"

namespace sweep::app {

// A number of the picture: a pixel, or a sample of the state at a border of block (m, n).
struct WalkPick {
    bool is_state = false, enters = false;  // enters: the state comes from outside the picture
    int x = 0, y = 0;
    Border border = Border::P;
    int m = 0, n = 0, lane = 0, k = 0;
    friend bool operator==(const WalkPick&, const WalkPick&) = default;
};

// The part of the walk that is seen. Zoom 1 shows all of it; 0 becomes as much as makes the numbers readable.
struct WalkPart {
    float zoom = 0, x = 0.5f, y = 0.5f;  // the middle, as parts of the whole
    bool moved = false;                  // by the user: otherwise the pixel (look_x, look_y) is in the middle
    int look_x = 0, look_y = 0;
    bool on_stage = false;  // all of it is shown, and the name of the plane is elsewhere
    // As the last drawing left it: the size of the whole on the screen, and whether some of it is not seen.
    float width = 0, height = 0;
    bool hides = false;
};

// Draws the step into the area; `picked` is marked. Returns the number under the mouse, if there is one.
std::optional<WalkPick> draw_walk(ImDrawList& list, const Walk& walk, const WalkStep& step, const Area& area,
                                  const std::optional<WalkPick>& picked, ImVec2 mouse, WalkPart& part);

// At most five characters, or four where cells are small: an integer as an integer, other numbers with as many digits
// as there is room for.
std::string cell_text(double value, bool is_small = false);

}  // namespace sweep::app
