// The lettered surfaces of the built-in scene: neon signs, shop boards, posters. They are drawn once, on the
// CPU.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "app/views/scene/mesh.h"

namespace sweep::app {

// Side of a layer of the material texture array.
inline constexpr int material_size = 1024;

inline constexpr int blade_signs = 8, shop_signs = 10;

// The texture coordinates of signs and posters on the layers Material::signs and Material::posters.
Rectangle title_area();
Rectangle hotel_area();
Rectangle down_arrow_area();
Rectangle right_arrow_area();
Rectangle blade_area(int index);  // vertical, 2 : 7
Rectangle shop_area(int index);   // 16 : 3
Rectangle chart_area();           // square; resolution chart
Rectangle text_poster_area();     // square

// RGBA8, sRGB, rows bottom to top; alpha is how much the pixel shines.
struct SignLayers {
    std::vector<std::uint8_t> signs, posters;
};
SignLayers draw_signs();

}  // namespace sweep::app
