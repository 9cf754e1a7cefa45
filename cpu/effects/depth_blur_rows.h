// One row of the depth of field, compiled once per instruction set (cpu/effects/depth_blur_rows.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "cpu/effects/lens.h"

namespace sweep::cpu {

inline constexpr int most_boxes = 7;

// A bokeh at one whole radius.
struct ShapeOfRadius {
    struct Box {
        int half_width, half_height;
        float weight;                           // of the sum over the box
        float factor;                           // of that sum in the mean where nothing is clipped
        std::array<std::ptrdiff_t, 4> entries;  // distances in samples from the pixel; signs + - - +
    };
    std::array<Box, most_boxes> boxes;
    int count = 0;
    int width = 0, height = 0;  // half those of the box around all boxes
    float factor = 0;           // of the sum of all entries, where weights are +1 and -1
    std::array<std::ptrdiff_t, 2 * most_boxes> plus, minus;  // distances of all entries, by their sign
};

// A row of DepthBlur::draw().
struct BlurRow {
    int y, width, height, first_column;
    Blur method;
    const float *sharp, *circles;            // of this row
    const float *near_reach, *middle_reach;  // of this row: see Reach
    float split;                             // see far_share()
    const void* table;
    std::ptrdiff_t stride;  // from row to row of the table, in samples
    bool integers, weights_are_of_sums;
    float scale;  // 1 / BlurTable::fixed_point
    std::array<float, 4> mean;
    const ShapeOfRadius* shapes;  // for the radii 0, 1, ..
    float* out;
};
void blur_row(const BlurRow& row);

// A row of the layers, as in shaders/focus/layers.comp.
struct LayerRow {
    int y, width, height;
    const float *sharp, *circles;
    float fixed_point;           // 0 for a table of floats
    float split;                 // see far_share()
    float *near, *far, *middle;  // middle is null where there is no such layer
};
void layer_row(const LayerRow& row);

// The circles in a tile, of the near and of the middle layer: the sums of the circles times their weights, and
// of the weights, in whole steps, of which the shaders' atomic adds make the same.
struct TileCircles {
    std::uint32_t near = 0, near_weight = 0, middle = 0, middle_weight = 0;
};
inline constexpr float circle_steps = 4096;  // that stand for 1

// The circles of a row from its depths; adds them to those of its tiles.
void circle_row(const Lens& lens, float split, const float* depth, int width, float* circles,
                TileCircles* tiles);

// The weight with which its surroundings fill up the colour of a layer's pixel: where the layer covers the pixel
// by more than this, its own colour counts most. `hidden_cover` is for what a near pixel hides, where weights
// are as small as that of a sharp pixel in far_weight().
inline constexpr float least_cover = 1.0f / 64, hidden_cover = 1.0f / 2048;

// The weights of a pixel in the layers, as in shaders/focus/circle.comp.
inline float smooth_step(float low, float high, float x) {
    float t = (x - low) / (high - low);
    t = t < 0 ? 0.0f : t > 1 ? 1.0f : t;
    return t * t * (3 - 2 * t);
}
inline float far_share(float circle, float split) {
    return split > 0 ? smooth_step(split, 1.5f * split, circle) : 1.0f;
}
inline float nearness(float circle) {
    const float c = -circle - 1;
    return c < 0 ? 0.0f : c > 1 ? 1.0f : c;
}
inline float middle_weight(float circle, float split) {
    return smooth_step(0.5f, 1.5f, circle) * (1 - far_share(circle, split));
}
inline float far_weight(float circle, float split) {
    const float size = circle / 16, part = size < 0.25f ? 0.25f : size > 1 ? 1.0f : size;
    const float blurred = smooth_step(0.5f, 2.0f, circle) * part * far_share(circle, split);
    return (1.0f / 128 + (1 - 1.0f / 128) * blurred) * (1 - nearness(circle));
}
// The radius to which a pixel is spread. Sharp pixels, which count little in the far layer, are spread as far
// as the near circles that reach them: they fill what near objects hide.
inline float spread_radius(float circle, float near_reach) {
    const float own = circle < 0 ? -circle : circle;
    const float wide = near_reach > own ? near_reach : own;
    return wide + smooth_step(0.5f, 2.0f, circle) * (own - wide);
}
inline float spread_weight(float circle) {
    const float size = 2 / (circle > 2 ? circle : 2.0f);
    const float blurred = smooth_step(0.5f, 2.0f, circle) * size;
    return (1.0f / 128 + (1 - 1.0f / 128) * blurred) * (1 - nearness(circle));
}
// A number from 0 to 1 for each pixel: like noise, but evenly spread over neighbours (interleaved gradient
// noise).
inline float dither(float x, float y) {
    const float a = x * 0.06711056f + y * 0.00583715f, b = 52.9829189f * (a - float(int(a)));
    return b - float(int(b));
}

}  // namespace sweep::cpu
