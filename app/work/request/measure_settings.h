// The user's choices for measuring: which values are black and white, the colour map, and what is measured where.
#pragma once

#include <array>
#include <optional>

#include "app/base/colour_maps.h"
#include "app/work/request/compare_settings.h"

namespace sweep::app {

// What a drag over the picture draws.
enum class MeasureTool { off, line, box };

// What is measured of a picture in colours.
enum class MeasuredChannel { mean, red, green, blue };

// The values that are shown as black and as white.
struct ValueRange {
    double black = 0, white = 1;
    friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

struct MeasureSettings {
    void show_full_range() {
        range.reset();
        fit_range = false;
        range_chosen = true;
    }

    bool panel = false;  // histogram, profile and statistics are shown
    // In the unit of the file; none: from 0 to the largest integer of the file, or to 1.
    std::optional<ValueRange> range;
    bool fit_range =
        false;  // `range` is that of the values shown when it was asked for, anew for each picture
    bool range_chosen = false;  // by the user; otherwise 16-bit numbers open with `fit_range`
    ColourMap map = ColourMap::grey;
    MeasureTool tool = MeasureTool::off;
    MeasuredChannel channel = MeasuredChannel::mean;
    std::optional<std::array<Pixel, 2>> line;  // its ends
    std::optional<std::array<Pixel, 2>> box;   // two opposite corners, which belong to it
};

}  // namespace sweep::app
