// Values of pixels as text and as colours.
#pragma once

#include <array>
#include <string>

#include "app/display.h"

namespace sweep::app {

// As short as fits into a pixel: "0.1234", "-1.2e-5", "NaN".
std::string short_number(double value, Content content);
// With as many letters whatever the value, for lines whose numbers must not dance.
std::string steady_number(double value, Content content);
// 0 to 255 and beyond, as the screen would have it without exposure.
int screen_byte(double value, bool encoded);
// Encoded, 0 to 1: roughly what the screen shows.
std::array<float, 3> on_screen(const std::array<float, 4>& value, Content content, float exposure,
                               bool encoded);
// The channel that differs most, with its sign.
float largest_of(const std::array<float, 4>& difference);

}  // namespace sweep::app
