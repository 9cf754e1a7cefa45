// The pace of the frames: their clocks, and how long they go on after the last change.
#pragma once

#include <algorithm>
#include <utility>

#include "app/gl/timing.h"

namespace sweep::app {

class Pace {
  public:
    // How long ImGui needs to settle after a change, and the shown times to be renewed, in seconds.
    static constexpr double settling_seconds = 0.6;

    // A frame begins at `seconds` of the scene's clock and `now` of wall_seconds(). Returns the scene's
    // seconds since the last frame.
    double begin_frame(double seconds, double now) {
        const bool first = last_seconds_ < 0;
        const double since = first ? 0 : seconds - last_seconds_;
        const bool skips = std::exchange(skips_interval_, false);
        interval_ = first || skips ? -1 : now - last_now_;
        last_seconds_ = seconds;
        last_now_ = now;
        return since;
    }
    // Wall-clock seconds from the last frame to this one; negative: the window rested between them.
    double interval() const { return interval_; }
    // The time until the next frame does not count as that frame's interval.
    void rested() { skips_interval_ = true; }

    // Something has changed, or the user acts: frames are drawn for so long.
    void keep_drawing(double seconds = settling_seconds) {
        touched_ = true;
        draw_until_ = std::max(draw_until_, wall_seconds() + seconds);
    }
    bool is_settling() const { return wall_seconds() < draw_until_; }
    // Whether keep_drawing() was called since the last call of this.
    bool take_touch() { return std::exchange(touched_, false); }

    // From the next frame on the panels may be a 60th of a second old, where nobody notices.
    void let_panels_lag() { panels_lag_ = true; }
    bool panels_lag() const { return panels_lag_; }

  private:
    double last_seconds_ = -1, last_now_ = 0, interval_ = -1;
    bool skips_interval_ = false;
    double draw_until_ = 0;  // in wall_seconds()
    bool touched_ = true, panels_lag_ = false;
};

}  // namespace sweep::app
