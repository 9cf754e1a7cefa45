// The lens of the depth of field, and what the blur of an image shares with the blur of one row.
#pragma once

namespace sweep::cpu {

// The thin lens of shaders/focus/circle.comp.
struct Lens {
    float inverse_at_zero = 1, inverse_at_one = 1;  // 1 / distance at depth 0 and at depth 1
    float inverse_focus = 1, inverse_range = 0;  // 1 / distance of the focus, and how far around it is sharp
    float aperture = 0;                          // radius in pixels per 1 / metre
    float max_radius = 0;
    float constant_radius = -1;  // the radius everywhere, unless it is negative
    float split = 0;             // circles above this are far behind the focus; 0: no layer lies between
    friend bool operator==(const Lens&, const Lens&) = default;
};

// The methods of app/views/focus, as DepthBlur::prepare() says.
enum class Blur { gather, layers, spread, diffusion };

// The side in pixels of the tiles for which is known which circles reach them.
inline constexpr int circle_tile = 8;

// Radii above this are rounded to whole pixels: the step between two of them is not seen, and a blend of two
// means costs twice as much as one.
inline constexpr int whole_radii_from = 24;

}  // namespace sweep::cpu
