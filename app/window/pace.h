// The pace of the frames: their clocks, and how long they go on after the last change.
#pragma once

#include <algorithm>
#include <utility>

#include "app/screen/gl/timing.h"

namespace sweep::app {

class Pace {
  public:
    // How long the shown times need to be renewed after a change, in seconds.
    static constexpr double settling_seconds = 0.6;
    // How many frames ImGui needs to settle after a change: one knows what a panel holds, the next one its
    // size, and a third one where that leaves the others.
    static constexpr int settling_frames = 3;

    // A frame begins at `seconds` of the scene's clock and `now` of wall_seconds(). Returns the scene's
    // seconds since the last frame.
    double begin_frame(double seconds, double now) {
        const bool first = last_seconds_ < 0;
        const double since = first ? 0 : seconds - last_seconds_;
        const bool skips = std::exchange(skips_interval_, false);
        interval_ = first || skips ? -1 : now - last_now_;
        last_seconds_ = seconds;
        last_now_ = now;
        frames_left_ = std::max(frames_left_ - 1, 0);
        return since;
    }
    // Wall-clock seconds from the last frame to this one; negative: the window rested between them.
    double interval() const { return interval_; }
    // The time until the next frame does not count as that frame's interval.
    void rested() { skips_interval_ = true; }

    // Something has changed, or the user acts: frames are drawn for so long, and as many as ImGui needs, however
    // long one takes.
    void keep_drawing(double seconds = settling_seconds) {
        touched_ = true;
        draw_until_ = std::max(draw_until_, wall_seconds() + seconds);
        frames_left_ = settling_frames;
    }
    // Workers are awaited, or no more: what the last one has brought is a change.
    void note_awaited(bool awaited) {
        if (awaited_ && !awaited) keep_drawing();
        awaited_ = awaited;
    }
    bool is_settling() const { return frames_left_ > 0 || wall_seconds() < draw_until_; }
    // Whether keep_drawing() was called since the last call of this.
    bool take_touch() { return std::exchange(touched_, false); }

    // From the next frame on the panels may be a 60th of a second old, where nobody notices.
    void let_panels_lag() { panels_lag_ = true; }
    bool panels_lag() const { return panels_lag_; }

  private:
    double last_seconds_ = -1, last_now_ = 0, interval_ = -1;
    bool skips_interval_ = false;
    double draw_until_ = 0;  // in wall_seconds()
    int frames_left_ = 0;
    bool touched_ = true, panels_lag_ = false, awaited_ = false;
};

}  // namespace sweep::app
