// Colour maps for pictures of one channel: from a number between 0 and 1 to a colour.
#pragma once

#include <array>

namespace sweep::app {

enum class ColourMap { grey, viridis, magma, cividis };
inline constexpr int colour_maps = 4;

// The sRGB colour at `t`, which is clamped to [0, 1]. CIE lightness rises evenly with t, so that equal steps of the
// value look equal and the order of the values is seen without colour vision. The hues are near those of the
// colour_maps of the same names in matplotlib; cividis varies in blue and yellow alone.
std::array<float, 3> map_colour(ColourMap map, float t);

}  // namespace sweep::app
