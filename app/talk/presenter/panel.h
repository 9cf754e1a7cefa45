// What stands in the presenter's window: notes, this step and the next, clocks, and the list of steps.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/base/qr_squares.h"
#include "app/lessons/room/tally.h"
#include "app/screen/gl/gl.h"
#include "app/talk/lecture/cues.h"

namespace sweep::app {

struct PresenterReport {
    const Lecture* lecture = nullptr;  // null: none runs
    int step = 0;
    bool is_black = false;
    double talk_seconds = 0, step_seconds = 0;
    std::string clock;   // "14:05"
    std::string remote;  // its address; empty: none
    QrSquares code;      // of that
    // Of the room, while it is asked; the lecturer sees them before the room does.
    std::optional<std::vector<double>> answers;
    std::optional<RightAnswer> right;
    const Texture* stage = nullptr;  // the first window as it is seen, its first row below; null: not yet
    const Texture* next = nullptr;   // the next step, small, its first row above; null: not yet
};

// "4:05", "1:02:03".
std::string length_of(double seconds);
// The first sentence of the notes.
std::string first_sentence(const std::string& notes);

// Fills a window of this size; to be called between Gui::begin() and end(). Returns the step that was clicked.
std::optional<int> presenter_panel(const PresenterReport& report, int width, int height);

}  // namespace sweep::app
