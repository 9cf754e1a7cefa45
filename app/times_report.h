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
    int channels = 4;                  // that are filtered
    double copy_gb_per_s = 0;          // the yardstick (app/copy_yardstick.h); 0 while unknown
    std::string copy_note;             // what there is to know of it
};

// 10^9 bytes a second that this row moves; 0: it moves none, or was not done.
double gb_per_s(const TimingRow& row);
// The row's part of the copy's speed, in words and as a number up to 1: what is faster than the copy of large images has
// its data in the caches, which is no part of anything. Empty and 0: not known.
struct CopyShare {
    std::string text;
    double value = 0;
};
CopyShare copy_share(const TimingRow& row, double copy_gb_per_s);
// 2^30 pixels a second, digits enough for slow engines.
std::string rate_text(double width, double height, double milliseconds);
// "4 channels"
std::string channels_text(int channels);
// "layers + table + boxes", or nothing: what the row of all stages sums up.
std::string parts_text(const std::vector<TimingRow>& rows);
// "read back, upload", or nothing: what it leaves out of the way of the pixels.
std::string left_out_text(const std::vector<TimingRow>& rows);

// A line that says what was timed, and a table.
std::string times_markdown(const TimesReport& times);
// A header and a line for each row, which says what was timed as well: lines of several copies can stand together.
std::string times_csv(const TimesReport& times);

}  // namespace sweep::app
