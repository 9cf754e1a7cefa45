// The turn of the scene's camera by hand: it follows the pointer, and later returns smoothly.
#pragma once

#include <algorithm>
#include <cmath>

namespace sweep::app {

struct Orbit {
    float yaw = 0, pitch = 0;  // radians around what the camera looks at

    // Takes a motion of the pointer in pixels; one window's height is about a quarter of a turn.
    void drag(float dx, float dy, float window_height) {
        const float turn = 1.5f / std::max(window_height, 1.0f);
        yaw = std::clamp(yaw - turn * dx, -0.9f, 0.9f);
        pitch = std::clamp(pitch + turn * dy, -0.18f, 0.75f);
        idle_ = 0;
    }
    // To be called while nobody drags: the camera stays for 1.5 seconds and then returns.
    void rest(double seconds) {
        idle_ += float(seconds);
        if (idle_ < 1.5f) return;
        const float keep = std::exp(-1.2f * float(seconds) * std::min(idle_ - 1.5f, 1.0f));
        yaw *= keep;
        pitch *= keep;
        if (std::abs(yaw) + std::abs(pitch) < 1e-4f) yaw = pitch = 0;
    }
    bool is_turned() const { return yaw != 0 || pitch != 0; }

  private:
    float idle_ = 0;
};

}  // namespace sweep::app
