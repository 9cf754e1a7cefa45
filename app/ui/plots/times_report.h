// The content of the strip of times, also as text for notes and spreadsheets.
#pragma once

#include <string>
#include <vector>

#include "app/screen/gl/timing.h"

namespace sweep::app {

struct TimesReport {
    std::string what;           // what was timed: "Gaussian, order 3, sigma 5, boundary clamp"
    std::string engine;         // the engine that was timed: "CPU"
    int width = 0, height = 0;  // size of the picture
    std::vector<TimingRow> rows;
    std::vector<float> frame_history;  // ms, oldest first
    double frame_ms = 0;               // median time from frame to frame
    bool waits_for_screen = false;     // there are no more frames than the screen shows
    double engine_ms = 0;              // median of all stages together; 0: nothing is filtered
    int channels = 4;                  // number of channels that are filtered
    double copy_gb_per_s = 0;          // speed of a copy (app/work/checks/copy_yardstick.h); 0 while unknown
    std::string copy_note;             // a remark on how it was measured
};

// The 10^9 bytes per second that this row moves; 0: it moves none, or was not run.
double gb_per_s(const TimingRow& row);
// The row's share of the copy's speed, as text and as a number up to 1; empty and 0 if unknown. A row that is
// faster than the copy of large images has its data in the caches, and its share means nothing.
struct CopyShare {
    std::string text;
    double value = 0;
};
CopyShare copy_share(const TimingRow& row, double copy_gb_per_s);
// The rate in 2^30 pixels per second, with enough digits for slow engines.
std::string rate_text(double width, double height, double milliseconds);
// "4 channels"
std::string channels_text(int channels);
// "layers + table + boxes", or an empty text: the rows that the row of all stages sums up.
std::string parts_text(const std::vector<TimingRow>& rows);
// "read back, upload", or an empty text: the transfers of the pixels that it leaves out.
std::string left_out_text(const std::vector<TimingRow>& rows);

// A line that says what was timed, and a table of the rows.
std::string times_markdown(const TimesReport& times);
// A header and a line for each row. Each line says what was timed as well, so that the lines of several
// copies can be put together.
std::string times_csv(const TimesReport& times);

}  // namespace sweep::app
