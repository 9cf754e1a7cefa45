#include "app/views/focus/pull.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sweep::app {
namespace {

constexpr double pull_seconds = 0.3;  // the duration of a change of focus

}  // namespace

void FocusPull::set_end(FocusSettings& focus, Pixel at) {
    focus.tilt_shift = true;
    focus.constant = false;
    if (!far_is_next_ || !focus.ramp)
        focus.ramp = {at, at};  // until the far end is known: the usual slope
    else
        (*focus.ramp)[1] = at;
    far_is_next_ = !far_is_next_;
}

bool FocusPull::step(FocusSettings& focus, const DepthRange& range, bool holds, double seconds_since_last) {
    // Who sets the distance by hand wants that one.
    if (target_ && last_distance_ && focus.distance != *last_distance_) target_.reset();
    // The plane is shown while the user drags the focus, until the button is let go, and while it moves by itself.
    const bool dragged = holds && last_distance_ && focus.distance != *last_distance_;
    shows_plane_ = target_ || dragged || (shows_plane_ && holds);
    bool begins = false;
    const std::optional<float> asked = std::exchange(depth_, {}), found = probe_.answer();
    if (const auto depth = asked ? asked : found; depth && std::isfinite(*depth)) {
        const float inverse = std::lerp(1 / range.at_zero, 1 / range.at_one, *depth);
        target_ = std::clamp(1 / inverse, nearest_focus, farthest_focus);
        focus.constant = false;
        begins = true;
    }
    if (target_) {
        // The focus moves evenly in 1 / distance, which looks even to the eye.
        const double blend = 1 - std::exp(-3 * seconds_since_last / pull_seconds);
        const float inverse = std::lerp(1 / focus.distance, 1 / *target_, float(blend));
        focus.distance = 1 / inverse;
        if (std::abs(focus.distance / *target_ - 1) < 1e-3f) target_.reset();
    }
    last_distance_ = focus.distance;
    return begins;
}

}  // namespace sweep::app
