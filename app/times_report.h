// What the strip of times shows, and the same as text for notes and spreadsheets.
#pragma once

#include "app/timing.h"

#include <string>
#include <vector>

namespace sweep::app {

struct TimesReport {
    std::string what;           // was timed: "Gaussian, order 3, sigma 5, boundary clamp"
    std::string engine;         // by which: "CPU"
    int width = 0, height = 0;  // of the picture
    std::vector<TimingRow> rows;
    std::vector<float> frame_history;  // ms, oldest first
    double frame_ms = 0;               // median from frame to frame
    bool waits_for_screen = false;     // so frames are no more than the screen shows
    double engine_ms = 0;              // median of all stages together; 0 when nothing is filtered
    double copy_gb_per_s = 0;          // the yardstick; 0 while unknown
};

// 10^9 bytes a second that this row moves; 0: it moves none, or was not done.
double gb_per_s(const TimingRow& row);

// A line that says what was timed, and a table.
std::string times_markdown(const TimesReport& times);
// A header and a line for each row, which says what was timed as well: lines of several copies can stand together.
std::string times_csv(const TimesReport& times);

}  // namespace sweep::app
