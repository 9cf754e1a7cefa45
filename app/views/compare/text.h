// The values of pixels as text and as colours.
#pragma once

#include <array>
#include <cmath>
#include <string>

#include "app/screen/canvas/display.h"
#include "app/work/options/value_unit.h"

namespace sweep::app {

// What a value is, so that it can be written.
struct ValueKind {
    Content content = Content::light;
    ValueUnit unit;
    bool is_whole = false;  // it is one of the file's own integers

    // The value in its unit. Sums and differences have that of differences; a table of integers has its own.
    double of(double value) const { return own_unit().of(value); }
    ValueUnit own_unit() const;
};

// A text short enough for a pixel: "0.123", "4012.3", "1.23e-4", "NaN".
std::string short_number(double value, const ValueKind& kind);
// A text whose length does not depend on the value, for lines whose numbers must not jump.
std::string steady_number(double value, const ValueKind& kind);
// Whether a pixel's three channels are one number. NaN is like NaN.
template <class T>
bool are_alike(const std::array<T, 4>& v) {
    const auto same = [](T a, T b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    return same(v[0], v[1]) && same(v[1], v[2]);
}
// The byte that the screen would show without exposure: 0 to 255, or beyond if it clips.
int screen_byte(double value, bool encoded);
// The encoded colour that the screen shows, roughly: 0 to 1.
std::array<float, 3> on_screen(const std::array<float, 4>& value, Content content, const Presentation& how);
// The difference of the channel that differs most, with its sign.
float largest_of(const std::array<float, 4>& difference);

}  // namespace sweep::app
