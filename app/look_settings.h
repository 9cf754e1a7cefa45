// What the user chose for looking closely: comparisons, overlays, numbers and pinned pixels.
#pragma once

#include "app/filter_settings.h"

#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace sweep::app {

// What the result is compared with: what is filtered, the same filter in double, the true Gaussian as a direct
// convolution in double, or the filter of another slot.
enum class Against { original, reference, gaussian, slot };
inline constexpr int comparisons = 4;

struct Pixel {
    int x = 0, y = 0;
    friend bool operator==(const Pixel&, const Pixel&) = default;
};

// A line across the part of the window that shows the picture; what was there before is on one side of it.
struct Wipe {
    float position = 0.5f;  // 0 .. 1: from one end of the picture to the other, across the line
    float angle = 0;        // degrees: 0 stands upright with `before` on the left, 90 lies with it above
    bool swapped = false;
};

inline constexpr int least_magnifier_zoom = 4, most_magnifier_zoom = 128;  // powers of two between
inline constexpr int most_gain_steps = 24;                                 // beyond the last bit of float32

struct LookSettings {
    Against against = Against::original;
    bool fit_gain = true;  // as large as the largest difference permits
    int gain_steps = 0;    // otherwise 2^gain_steps
    bool slots = false;    // wipe: between the slots, not between original and result
    Wipe wipe;
    std::array<std::optional<FilterSettings>, 2> slot;  // an empty one stands for what the controls say

    bool numbers = true;     // values in the pixels, when these are large enough
    bool grid = true;        // lines between large pixels
    bool nearest = true;     // pixels are squares from 2x on; otherwise interpolated
    bool not_finite = true;  // NaN and infinities are marked
    bool clipping = false;   // so is what the screen cannot show
    std::vector<Pixel> pins;

    bool magnifier = false;             // beside the pointer
    int magnifier_zoom = 16;            // window pixels for one of the picture
    std::optional<Pixel> magnifier_at;  // where the pointer was; nothing: the middle

    float gain() const { return std::exp2(float(gain_steps)); }
};

}  // namespace sweep::app
