// The user's choices for the depth of field, and the thin lens that it follows.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "app/work/request/compare_settings.h"
#include "core/problem/problem.h"

namespace sweep::app {

inline constexpr float largest_box = 127;  // radius in pixels: sums in fixed point stay exact up to 255 x 255

// The shape that a point of light becomes. All shapes are sums of boxes from one table.
enum class Bokeh {
    box,
    three_boxes,  // the mean of a wide, a high and a square box
    disc,         // a flat staircase of seven boxes
    smooth,       // a dome of six boxes, without edges
};
inline constexpr std::array<const char*, 4> bokeh_names{"box", "3 boxes", "disc", "smooth"};

// How colours are kept from bleeding where sharp and blurred objects meet.
enum class FocusMethod {
    gather,     // one table of the whole picture: colours bleed
    layers,     // layers for near, middle and far, with premultiplied alpha
    spread,     // each pixel is spread over its own circle, by a table run backwards; in layers, too
    diffusion,  // light flows between neighbours as heat, as far as the smaller circle lets it; no table
};
inline constexpr std::array<const char*, 4> focus_method_names{"gather", "layers", "spread", "diffusion"};

enum class FocusView { result, circle, depth, methods, leaks };
inline constexpr std::array<const char*, 5> focus_view_names{"result", "circle", "depth", "compare", "leaks"};

// The numbers in which the table adds up. The first is the default.
inline constexpr std::array<Precision, 3> focus_precisions{Precision::fixed_point, Precision::f32,
                                                           Precision::f32_less_mean};
inline constexpr std::array<const char*, 3> focus_precision_names{"fixed", "float", "mean-subtracted"};

inline constexpr float nearest_focus = 0.05f, farthest_focus = 1e5f;  // metres

// A stroke over a photo says how near what it covers is; a depth map is spread from all of them
// (app/views/focus/stroke_depth.h).
struct DepthStroke {
    float nearness = 1;         // from 0, far, to 1, near
    std::vector<Pixel> points;  // pixels of the picture, joined by lines; one is a dot
    friend bool operator==(const DepthStroke&, const DepthStroke&) = default;
};
using DepthStrokes = std::vector<DepthStroke>;

// As many points as fit into the state of a saved picture (app/command_line/picture_state.h).
inline constexpr std::size_t most_stroke_points = 4000;
inline std::size_t points_of(const DepthStrokes& strokes) {
    std::size_t count = 0;
    for (const DepthStroke& stroke : strokes) count += stroke.points.size();
    return count;
}

// Distances in metres, radii in pixels of the picture.
struct FocusSettings {
    float distance = 16.4f;  // to the plane that is sharp
    bool photographic = false;
    // the simple set of parameters
    float range = 0.5f;      // this much in front of and behind it is sharp as well
    float aperture = 0.22f;  // blur radius of a point at infinity with the focus at 1 m, in picture heights
    // the photographic set of parameters
    float focal_length = 85;  // mm
    float f_number = 1.4f;
    float sensor_width = 36;  // mm; the picture is as wide

    float max_radius = 64;
    bool constant = false;  // the circle of confusion is the same everywhere: a box blur
    float constant_radius = 16;

    Bokeh bokeh = Bokeh::disc;
    FocusMethod method = FocusMethod::layers;
    FocusView view = FocusView::result;
    Precision precision = Precision::fixed_point;
    bool measure_error = false;

    // The depth map of a file.
    float nearest = 1, farthest = 20;
    bool near_is_white = true;
    // A picture without a depth map is near at its bottom and far at its top, or at the first and at the second of two
    // pixels; `ramp` has no effect without tilt_shift.
    bool tilt_shift = true;
    std::optional<std::array<Pixel, 2>> ramp;
    // In place of a ramp: where the user has painted how near something is, and the nearness of the next stroke.
    DepthStrokes strokes;
    float brush = 1;
};

// Pixels of radius per 1 / metre between the plane that is sharp and a point. Both sets of parameters come
// down to this factor.
// A lens of focal length f and f-number N, focused at s, images a point at d as a circle of diameter
// f^2 / (N (s - f)) |d - s| / d = f^2 s / (N (s - f)) |1/s - 1/d| on the sensor.
inline float circle_factor(const FocusSettings& focus, int width, int height) {
    if (!focus.photographic) return focus.aperture * float(height);
    const float f = focus.focal_length * 1e-3f, s = std::max(focus.distance, 1.05f * f);
    const float diameter = f * f * s / (focus.f_number * (s - f));
    return 0.5f * diameter / (focus.sensor_width * 1e-3f) * float(width);
}

// Radius in pixels of the circle of confusion of a point at `distance`: negative in front of the plane that
// is sharp.
inline float circle_of_confusion(const FocusSettings& focus, float distance, int width, int height) {
    const float sharp = 1 / std::max(focus.distance, 0.05f);
    const float range = focus.photographic ? 0 : sharp - 1 / (1 / sharp + std::max(focus.range, 0.0f));
    const float difference = sharp - 1 / distance;
    const float radius = circle_factor(focus, width, height) * std::max(std::abs(difference) - range, 0.0f);
    return std::copysign(std::min(radius, std::min(focus.max_radius, largest_box)), difference);
}

}  // namespace sweep::app
