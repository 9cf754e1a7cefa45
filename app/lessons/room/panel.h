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

// Draws the rest of a panel. `right`: the question is closed. Before that the stage shows how many have answered and no
// bars, so that nobody copies.
void room_panel(const Room& room, const std::optional<RightAnswer>& right);

// The bars of the answers, `rows` of them at most.
void room_bars(const std::vector<double>& answers, const std::optional<RightAnswer>& right, float room,
               std::size_t rows);

// Dark on light, as cameras expect it, with the light margin that belongs to it, and at most that wide.
void draw_qr_code(const QrSquares& code, float side);

}  // namespace sweep::app
