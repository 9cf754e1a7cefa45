// Where the numbers of a walk lie in the window: the blocks apart from each other, and between them the states at their
// borders.
#pragma once

#include <array>
#include <optional>
#include <utility>

#include <imgui.h>

#include "app/base/area.h"
#include "app/lessons/walk/pick.h"

namespace sweep::app {

// The part of the walk that is seen. Zoom 1 shows all of it; 0 becomes 1 where the numbers
// can be read then, and else as much as makes them readable.
struct WalkPart {
    float zoom = 0, x = 0.5f, y = 0.5f;  // the middle, as parts of the whole
    bool moved = false;                  // by the user: otherwise the pixel (look_x, look_y) is in the middle
    bool zoomed = false;                 // by the user: otherwise each step has a zoom of its own
    int look_x = 0, look_y = 0;
    bool on_stage = false;  // all of it is shown, and the name of the plane is elsewhere
    // As the last drawing left it: the size of the whole on the screen, and whether some of it is not seen.
    float width = 0, height = 0;
    bool hides = false;
};

// Whether the step shows with which states this pass enters the picture. Zeros are known from the beginning.
bool shows_entering(const Walk& walk, const WalkStep& step, int pass);

// The place of everything in units of a pixel of the picture. Numbers are wider than high, and so are cells where the
// area is.
class WalkGrid {
  public:
    using Rectangle = std::pair<ImVec2, ImVec2>;  // the upper left corner and the lower right one

    // Only what the step shows has room, so that its numbers are large; without a step everything has.
    WalkGrid(const Walk& walk, const Area& area, WalkPart& part, const WalkStep* step = nullptr);

    ImVec2 at(float x, float y) const { return {corner.x + x * cell.x, corner.y + y * cell.y}; }
    // The upper left corner of pixel (x, y).
    float x_of(int x) const {
        const int n = x / walk_.block;
        return outer(outside(2)) + float(x) + float(n) * (wide(3) + wide(2) + gap) + wide(3);
    }
    float y_of(int y) const {
        const int m = y / walk_.block;
        return outer(outside(0)) + float(y) + float(m) * (high(1) + high(0) + gap) + high(1);
    }

    // Sample k of a state: P below the block, E above, P^T at its right, E^T at its left. Sample 0 is the nearest to
    // the neighbour that it enters.
    Rectangle state(Border border, int m, int n, int lane, int k) const;
    // Sample k of the state with which the pass enters the picture.
    Rectangle entering(int pass, int lane, int k) const;
    Rectangle of(const WalkPick& pick) const;
    bool has_room(const WalkPick& pick) const;

    // The middle of the corner behind block (m, n) that no state takes; nothing where there is no such corner.
    std::optional<ImVec2> free_corner(int m, int n) const;

    // True where four characters are all that can be read.
    bool is_small() const { return is_small_; }
    // The size of letters with which a number of so many characters fits into a cell.
    float letters(int characters) const;

    ImVec2 cell, corner;

  private:
    // Of a sample of a state beside a row, and below a column; and between blocks: in pixels of the picture.
    static constexpr float state_width = 1.0f, state_height = 0.62f, gap = 0.3f;

    // The states of one border, as wide or as high as they are.
    float wide(int border) const { return has_states_[std::size_t(border)] ? deep(border) : 0; }
    float high(int border) const { return has_states_[std::size_t(border)] ? deep(border) : 0; }
    // Those that enter the picture.
    float outside(int pass) const { return enters_[std::size_t(pass)] ? deep(pass) : 0; }
    float deep(int border) const { return float(states(border)) * (border < 2 ? state_height : state_width); }
    int states(int border) const { return walk_.states[std::size_t(border)].blocks > 0 ? walk_.order : 0; }
    // With room for what enters the picture.
    static float outer(float states) { return states + 0.5f * gap; }

    const Walk& walk_;
    std::array<bool, borders> has_states_{}, enters_{};  // those that have room
    bool is_small_ = false;
};

}  // namespace sweep::app
