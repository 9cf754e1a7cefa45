// The values of pixels as text and as colours.
#pragma once

#include <array>
#include <string>

#include "app/canvas/display.h"

namespace sweep::app {

// A text short enough for a pixel: "0.123", "-1e-05", "NaN".
std::string short_number(double value, Content content);
// A text whose length does not depend on the value, for lines whose numbers must not jump.
std::string steady_number(double value, Content content);
// The byte that the screen would show without exposure: 0 to 255, or beyond if it clips.
int screen_byte(double value, bool encoded);
// The encoded colour that the screen shows, roughly: 0 to 1.
std::array<float, 3> on_screen(const std::array<float, 4>& value, Content content, float exposure,
                               bool encoded);
// The difference of the channel that differs most, with its sign.
float largest_of(const std::array<float, 4>& difference);

}  // namespace sweep::app
