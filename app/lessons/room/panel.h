// A question to the room on the stage: the address for phones, and the answers as bars.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/base/qr_squares.h"
#include "app/lessons/room/tally.h"

namespace sweep::app {

struct Room {
    std::string address;  // at which phones answer
    QrSquares code;       // of that; without squares where no phone reaches it
    std::vector<double> answers;
};

// Draws the rest of a panel. `right`: the question is closed.
void room_panel(const Room& room, const std::optional<RightAnswer>& right);

// Dark on light, as cameras expect it, with the light margin that belongs to it, and at most that wide.
void draw_qr_code(const QrSquares& code, float side);

}  // namespace sweep::app
