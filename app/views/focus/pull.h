// Pulls the focus to the point that the user has clicked: reads the depth there, and moves the focus to it
// smoothly.
#pragma once

#include <optional>

#include "app/views/focus/depth_of_field.h"
#include "app/views/focus/probe.h"
#include "app/work/request/focus_settings.h"

namespace sweep::app {

class FocusPull {
  public:
    // Starts a pull to the distance of this pixel of a depth texture.
    void pull_to(const Texture& depth, int x, int y) { probe_.ask(depth, x, y); }
    // The same to this depth, as the map has it.
    void pull_to(float depth) { depth_ = depth; }
    // To be called once a frame. True when a depth has been read and the focus begins to move. `holds`: the
    // user drags the focus.
    bool step(FocusSettings& focus, const DepthRange& range, bool holds, double seconds_since_last);
    // The user has clicked what is near, or after that what is far, of a picture without a depth map.
    void set_end(FocusSettings& focus, Pixel at);
    bool is_moving() const { return target_.has_value(); }
    // The plane in focus is to be marked: it moves, or is dragged.
    bool shows_plane() const { return shows_plane_; }

  private:
    FocusProbe probe_;
    std::optional<float> depth_;  // asked for without a probe
    bool shows_plane_ = false;
    bool far_is_next_ = false;            // the far end of the ramp is the next to be set
    std::optional<float> last_distance_;  // metres; that the last step has left
    std::optional<float> target_;         // in metres, while the focus moves to it
};

}  // namespace sweep::app
