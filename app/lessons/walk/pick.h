// A number of a walk as it is pointed at in a step: a pixel of the plane that the step shows, or a sample of the
// state at a border of block (m, n).
#pragma once

#include <string>
#include <string_view>

#include "app/lessons/walk/walk.h"

namespace sweep::app {

struct WalkPick {
    bool is_state = false, enters = false;  // enters: the state comes from outside the picture
    int x = 0, y = 0;
    Border border = Border::P;
    int m = 0, n = 0, lane = 0, k = 0;
    friend bool operator==(const WalkPick&, const WalkPick&) = default;
};

// The number of "5,2", which is the pixel in column 5 and row 2; or of "P 1,0,2", which is that of the border P of
// block (1, 0) in column 2, with P, E, P^T or E^T, of which the last two count rows; "P 1,0,2,1" is the sample behind
// it. Throws Error(usage).
WalkPick pick_of(std::string_view text);

// Whether the step shows such a number.
bool is_shown(const Walk& walk, const WalkStep& step, const WalkPick& pick);

// How the step computes the number.
WalkSum sum_of(const Walk& walk, const WalkStep& step, const WalkPick& pick);

}  // namespace sweep::app
