// The user's choices for comparing: views, marks, numbers and pinned pixels.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "app/work/request/filter_settings.h"

namespace sweep::app {

// The image that is subtracted from the result: the input, the result of the same filter in double (the
// reference), that of the true Gaussian by direct convolution in double, or that of the filter in another
// slot.
enum class CompareTarget { original, reference, gaussian, slot };
inline constexpr int comparisons = 4;

struct Pixel {
    int x = 0, y = 0;
    friend bool operator==(const Pixel&, const Pixel&) = default;
};

// A line across the part of the window that shows the picture, with `before` on one side and `after` on the
// other.
struct Wipe {
    float position = 0.5f;  // 0 to 1: from one end of the picture to the other, across the line
    float angle = 0;        // degrees: 0 is upright with `before` on the left, 90 is level with it above
    bool swapped = false;
};

inline constexpr int least_magnifier_zoom = 4,
                     most_magnifier_zoom = 128;  // and the powers of two between them
inline constexpr int most_gain_steps = 24;       // beyond the last bit of float32

struct CompareSettings {
    CompareTarget against = CompareTarget::original;
    bool fit_gain = true;  // the gain is as large as the largest difference permits
    int gain_steps = 0;    // otherwise the gain is 2^gain_steps
    bool slots = false;    // wipe and halves show the two slots, not original and result
    Wipe wipe;
    std::array<std::optional<FilterSettings>, 2> slot;  // an empty slot means the filter of the controls
    int edited_slot = 2;  // whose filter the controls change while slots are compared

    bool numbers = true;     // values are printed in pixels that are large enough
    bool grid = true;        // large pixels have lines between them
    bool nearest = true;     // pixels are squares from zoom 2 on; otherwise they are interpolated
    bool not_finite = true;  // NaN and infinities are marked
    bool clipping = false;   // values that the screen cannot show are marked
    std::vector<Pixel> pins;

    bool magnifier = false;             // shown beside the pointer
    int magnifier_zoom = 16;            // window pixels per picture pixel
    std::optional<Pixel> magnifier_at;  // where the pointer was last; none: the middle of the picture

    float gain() const { return std::exp2(float(gain_steps)); }
};

}  // namespace sweep::app
