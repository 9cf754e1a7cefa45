#version 450 core
// Uses the table the other way round: every pixel adds the four signed entries of each of its own boxes, and
// the summed-area table of all entries is the picture in which each pixel is spread over its shape. The entries
// are integers (atomic adds are exact in any order), so small that their sums are exact in float, too.
// app/views/focus/depth_of_field.cpp defines the shape as for shaders/focus/blur.comp.
//
// A thread finds the circle of a pixel of a layer. Then it adds, for four pixels one after the other, one channel
// each: neighbouring threads write neighbouring words, which memory takes together.
layout(local_size_x = 16, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Layers { float layers[]; };  // shaders/focus/layers.comp
layout(std430, binding = 1) buffer Corners { int corners[]; };           // both have four channels a pixel

uniform ivec2 picture_size;
uniform float scale;
uniform sampler2D reach;  // shaders/focus/reach.comp
uniform float tile;

const vec3 boxes[BOX_COUNT] = BOXES;

float signed_circle(ivec2 pixel);

// Of the pixels of the thread group: the radius, less than 0 where there is nothing to add, and the area of the
// shape.
shared int radii[gl_WorkGroupSize.x * gl_WorkGroupSize.y];
shared float areas[gl_WorkGroupSize.x * gl_WorkGroupSize.y];

// Boxes of the near layer that end at the bottom end in the first row of the other layer, which lies below.
void add(ivec2 at, int top, int channel, int value) {
    if (value == 0 || at.x >= picture_size.x || top + at.y >= 2 * picture_size.y) return;
    atomicAdd(corners[4 * ((top + at.y) * picture_size.x + at.x) + channel], value);
}

// Sharp pixels, which count little in the far layer, are spread as far as the near circles that reach them:
// they fill what near objects hide.
float spread_radius(ivec2 pixel, bool is_near_layer) {
    float circle = signed_circle(pixel), own = abs(circle);
    if (is_near_layer) return own;
    vec2 near = textureLod(reach, (vec2(pixel) + 0.5) / (tile * vec2(textureSize(reach, 0))), 0.0).rg;
    float reaching = near.y > 0.0 ? near.x / near.y : 0.0;
    return mix(max(own, reaching), own, smoothstep(0.5, 2.0, circle));
}

// A box clipped to the picture, and its weight in the sum of all.
struct Part {
    ivec2 low, high;
    float weight, area;
};

Part part_of(int i, ivec2 pixel, int radius) {
    ivec2 half_size = ivec2(boxes[i].xy * float(radius) + 0.5), whole = 2 * half_size + 1;
    ivec2 low = max(pixel - half_size, ivec2(0)), high = min(pixel + half_size + 1, picture_size);
    float weight = WEIGHTS_ARE_OF_SUMS ? boxes[i].z : boxes[i].z / float(whole.x * whole.y);
    return Part(low, high, weight, weight * float((high.x - low.x) * (high.y - low.y)));
}

// Where the near layer ends and the other begins, for a pixel of both, which lie one above the other.
int top_of(ivec2 at) {
    return at.y >= picture_size.y ? picture_size.y : 0;
}

void find_circle(ivec2 at, uint own) {
    radii[own] = -1;
    if (at.x >= picture_size.x || at.y >= 2 * picture_size.y) return;
    if (layers[4 * (at.y * picture_size.x + at.x) + 3] <= 0.0) return;
    int top = top_of(at);
    ivec2 pixel = ivec2(at.x, at.y - top);
    int radius = int(spread_radius(pixel, top == 0) + 0.5);
    float area = 0.0;
    for (int i = 0; i < BOX_COUNT; ++i) area += part_of(i, pixel, radius).area;
    radii[own] = radius;
    areas[own] = area;
}

void add_boxes(ivec2 at, int channel, int radius, float area) {
    int top = top_of(at);
    ivec2 pixel = ivec2(at.x, at.y - top);
    float value = layers[4 * (at.y * picture_size.x + at.x) + channel];
    float noise = fract(52.9829189 * fract(dot(vec2(at), vec2(0.06711056, 0.00583715))));
    for (int i = 0; i < BOX_COUNT; ++i) {
        Part part = part_of(i, pixel, radius);
        int amount = int(floor(min(value, 16.0) * (scale * abs(part.weight) / area) + noise));
        if (part.weight < 0.0) amount = -amount;
        add(part.low, top, channel, amount);
        add(ivec2(part.high.x, part.low.y), top, channel, -amount);
        add(ivec2(part.low.x, part.high.y), top, channel, -amount);
        add(part.high, top, channel, amount);
    }
}

void main() {
    uint own = gl_LocalInvocationIndex, pixels = gl_WorkGroupSize.x * gl_WorkGroupSize.y;
    find_circle(ivec2(gl_GlobalInvocationID.xy), own);
    barrier();
    for (uint i = own; i < 4 * pixels; i += pixels) {
        uint other = i / 4;
        if (radii[other] < 0) continue;
        uvec2 in_group = uvec2(other % gl_WorkGroupSize.x, other / gl_WorkGroupSize.x);
        ivec2 at = ivec2(gl_WorkGroupID.xy * gl_WorkGroupSize.xy + in_group);
        add_boxes(at, int(i % 4), radii[other], areas[other]);
    }
}
