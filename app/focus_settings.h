// What the user chose of the depth of field, and the thin lens that it follows.
#pragma once

#include "core/problem.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sweep::app {

inline constexpr float largest_box = 127;  // pixels: fixed point sums stay exact up to 255 x 255

// The shape that a point of light becomes. All of them are sums of boxes from one table.
enum class Bokeh {
    box,
    three_boxes,  // the mean of a wide, a high and a square one
    disc,         // a flat staircase of seven boxes
    smooth,       // a dome of six boxes, without edges
};
inline constexpr std::array<const char*, 4> bokeh_names{"box", "3 boxes", "disc", "smooth"};

// How colours are kept from bleeding where sharp and blurred things meet.
enum class FocusMethod {
    gather,  // one table of the whole picture: they bleed
    layers,  // near, far and between them in layers with premultiplied alpha
    spread,  // the table run backwards: each pixel spreads over its own circle; in layers, too
};
inline constexpr std::array<const char*, 3> focus_method_names{"gather", "layers", "spread"};

enum class FocusView { result, circle, depth, methods };
inline constexpr std::array<const char*, 4> focus_view_names{"result", "circle", "depth", "methods"};

// In what the table adds up; the first is what is best where nobody asks.
inline constexpr std::array<Precision, 3> focus_precisions{Precision::fixed_point, Precision::f32,
                                                           Precision::f32_less_mean};
inline constexpr std::array<const char*, 3> focus_precision_names{"fixed", "float", "less mean"};

inline constexpr float nearest_focus = 0.05f, farthest_focus = 1e5f;  // metres

// Distances in metres, radii in pixels of the picture.
struct FocusSettings {
    float distance = 16.4f;  // of the plane that is sharp
    bool photographic = false;
    // the plain set
    float range = 0.5f;      // this much before and behind it is sharp as well
    float aperture = 0.22f;  // blur radius of a point at infinity, focused at 1 m, in picture heights
    // the photographic set
    float focal_length = 85;  // mm
    float f_number = 1.4f;
    float sensor_width = 36;  // mm; as wide as the picture

    float max_radius = 64;
    bool constant = false;  // the same circle of confusion everywhere: a box blur
    float constant_radius = 16;

    Bokeh bokeh = Bokeh::disc;
    FocusMethod method = FocusMethod::layers;
    FocusView view = FocusView::result;
    Precision precision = Precision::fixed_point;
    bool measure_error = false;

    // Of a file's depth map.
    float nearest = 1, farthest = 20;
    bool near_is_white = true;
    bool tilt_shift = false;  // a picture without one is near at its bottom and far at its top

    bool shows_plane = false;  // while the focus is dragged
};

// Pixels of radius for each 1 / metre between the plane that is sharp and a point: what both sets come down to.
// A lens of focal length f and f-number N, focused at s, draws a point at d as a circle of diameter
// f^2 / (N (s - f)) |d - s| / d = f^2 s / (N (s - f)) |1/s - 1/d| on the sensor.
inline float circle_factor(const FocusSettings& focus, int width, int height) {
    if (!focus.photographic) return focus.aperture * float(height);
    const float f = focus.focal_length * 1e-3f, s = std::max(focus.distance, 1.05f * f);
    const float diameter = f * f * s / (focus.f_number * (s - f));
    return 0.5f * diameter / (focus.sensor_width * 1e-3f) * float(width);
}

// Radius in pixels of the circle of a point at `distance`: negative before the plane that is sharp.
inline float circle_of_confusion(const FocusSettings& focus, float distance, int width, int height) {
    const float sharp = 1 / std::max(focus.distance, 0.05f);
    const float range = focus.photographic ? 0 : sharp - 1 / (1 / sharp + std::max(focus.range, 0.0f));
    const float difference = sharp - 1 / distance;
    const float radius = circle_factor(focus, width, height) * std::max(std::abs(difference) - range, 0.0f);
    return std::copysign(std::min(radius, std::min(focus.max_radius, largest_box)), difference);
}

}  // namespace sweep::app
