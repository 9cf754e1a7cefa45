#version 450 core
// Depth of field from a summed-area table: every pixel is the mean over a shape of its circle's size.
//
// The shape is a sum of boxes from one table (app/depth_of_field.cpp lists them). An integer table holds
// round(x * fixed_point) in uint32 with wrap-around: differences of wrapped sums are exact as long as one box sum
// fits, so the corners of a box are combined as integers and only then become floats. Weights are applied to floats:
// integrating a second time, the other way to a smooth kernel, would need (radius + 1)^4 times the range of a pixel,
// which 32 bits do not have beyond a radius of 15.
layout(local_size_x = 16, local_size_y = 8) in;
layout(rgba32f) uniform writeonly image2D result;

uniform sampler2D sharp;
uniform usampler2D integers;     // the table, of which one is bound
uniform sampler2D floats;
uniform bool integer_table;
uniform float fixed_point;
uniform vec4 table_mean;         // what a table of floats was made less of
uniform bool layered;            // the table is that of shaders/dof_layers.comp
uniform bool scattered;          // the table is the spread picture itself, both layers
uniform sampler2D reach;         // shaders/dof_reach.comp
uniform float tile;
uniform int box_count;
uniform vec3 boxes[7];           // half width and half height in radii, weight
uniform bool weights_are_of_sums;  // else of means
uniform bool is_blurred;         // `sharp` is the result already, made by the CPU
uniform int view;                // 0 result, 1 circle of confusion, 2 distance
uniform float focus_overlay;     // 0 .. 1: how much the plane that is sharp is pointed out
uniform int first_column;        // only from this one on
uniform float largest_circle;    // of the map of circles
uniform vec2 inverse_depth_range;  // of the map of distances: 1 / nearest, 1 / farthest

float inverse_distance(ivec2 pixel);
float signed_circle(ivec2 pixel);
float nearness(float circle);
float behind_weight(float circle);

struct Sums {
    vec4 light;
    float area;
};

// Sum over (low, high], in rows that begin at `top` of the table.
vec4 box_sum(ivec2 low, ivec2 high, int top) {
    low.y += top;
    high.y += top;
    bool left = low.x < 0, above = low.y < 0;  // there is nothing
    ivec2 inside = max(low, ivec2(0));
    if (integer_table) {
        uvec4 sum = texelFetch(integers, high, 0);
        if (!left) sum -= texelFetch(integers, ivec2(inside.x, high.y), 0);
        if (!above) sum -= texelFetch(integers, ivec2(high.x, inside.y), 0);
        if (!left && !above) sum += texelFetch(integers, inside, 0);
        return vec4(sum) / fixed_point;
    }
    vec4 sum = texelFetch(floats, high, 0);
    if (!left) sum -= texelFetch(floats, ivec2(inside.x, high.y), 0);
    if (!above) sum -= texelFetch(floats, ivec2(high.x, inside.y), 0);
    if (!left && !above) sum += texelFetch(floats, inside, 0);
    ivec2 size = high - low;
    return sum + table_mean * float(size.x * size.y);
}

// Weighted mean over the boxes of a whole radius, each clipped to the picture and divided by what is left.
vec4 whole_mean(ivec2 pixel, int radius, int top, ivec2 last) {
    vec4 light = vec4(0.0);
    float area = 0.0;
    for (int i = 0; i < box_count; ++i) {
        ivec2 half_size = ivec2(boxes[i].xy * float(radius) + 0.5), whole = 2 * half_size + 1;
        ivec2 low = max(pixel - half_size, ivec2(0)) - 1, high = min(pixel + half_size, last), size = high - low;
        float weight = weights_are_of_sums ? boxes[i].z : boxes[i].z / float(whole.x * whole.y);
        light += weight * box_sum(low, high, top);
        area += weight * float(size.x * size.y);
    }
    return light / area;
}

// A radius between two whole ones blends their means, so nothing pops. The smallest is 2: up to there from 1 on
// the blur is faded in over what is sharp.
vec4 mean(ivec2 pixel, float radius, int top, ivec2 last) {
    int whole = max(int(radius), 2);
    float part = max(radius, 2.0) - float(whole);
    vec4 inner = whole_mean(pixel, whole, top, last);
    return part > 0.0 ? mix(inner, whole_mean(pixel, whole + 1, top, last), part) : inner;
}

float faded_in(float radius) {
    return clamp(radius - 1.0, 0.0, 1.0);
}

vec4 plain(ivec2 pixel, float circle, ivec2 last) {
    float radius = abs(circle);
    vec4 own = texelFetch(sharp, pixel, 0);
    if (radius <= 1.0) return own;
    return mix(own, mean(pixel, radius, 0, last), faded_in(radius));
}

// What is near, over what is behind it.
vec4 over(vec4 near, vec3 behind, float opacity) {
    return vec4(mix(behind, near.rgb + (1.0 - near.a) * behind, opacity), 1.0);
}

vec4 from_layers(ivec2 pixel, float circle, ivec2 last) {
    int below = last.y + 1;
    vec3 own = texelFetch(sharp, pixel, 0).rgb, behind = own;
    float radius = abs(circle);
    float opacity = circle > 0.0 ? faded_in(circle) : nearness(circle);
    if (opacity > 0.0) {
        vec4 filling = mean(pixel, radius, below, last);
        // A pixel that is all alone behind sharp things (a gap between two walls) would be filled with them.
        if (circle > 0.0) opacity *= smoothstep(0.012, 0.05, filling.a / behind_weight(circle));
        // Below that a table of floats has nothing but rounding.
        if (filling.a > (integer_table ? 1e-6 : 1e-3)) behind = mix(own, filling.rgb / filling.a, opacity);
    }
    float reaching = max(textureLod(reach, (vec2(pixel) + 0.5) / (tile * vec2(textureSize(reach, 0))), 0.0).r, -circle);
    if (reaching <= 1.0) return vec4(behind, 1.0);
    return over(mean(pixel, reaching, 0, last), behind, faded_in(reaching));
}

vec4 from_spread(ivec2 pixel, float circle, ivec2 last) {
    vec3 own = texelFetch(sharp, pixel, 0).rgb;
    vec4 near = texelFetch(floats, pixel, 0) / fixed_point;
    vec4 rest = texelFetch(floats, ivec2(pixel.x, pixel.y + last.y + 1), 0) / fixed_point;
    float opacity = circle > 0.0 ? faded_in(circle) : nearness(circle);
    vec3 behind = rest.a > 1e-4 ? mix(own, rest.rgb / rest.a, opacity) : own;
    return over(near.a > 1.0 ? near / near.a : near, behind, 1.0);
}

// Near is orange, far is blue, and sharp is white, so that both kinds of colour blindness tell them apart.
vec3 circle_map(float circle) {
    float amount = clamp(abs(circle) / largest_circle, 0.0, 1.0);
    vec3 end = circle < 0.0 ? vec3(0.50, 0.065, 0.0) : vec3(0.0, 0.075, 0.50);
    return abs(circle) <= 1.0 ? vec3(0.58) : mix(vec3(0.30), end, pow(amount, 0.35));
}

// White is near. Even steps are even ratios of distance.
vec3 distance_map(ivec2 pixel) {
    float low = log(inverse_depth_range.y), high = log(inverse_depth_range.x);
    float near = clamp((log(inverse_distance(pixel)) - low) / (high - low), 0.0, 1.0);
    return vec3(0.58 * near * near);
}

vec4 seen(ivec2 pixel, ivec2 last) {
    float circle = signed_circle(pixel);
    if (view == 1) return vec4(circle_map(circle), 1.0);
    if (view == 2) return vec4(distance_map(pixel), 1.0);
    vec4 colour = is_blurred  ? texelFetch(sharp, pixel, 0)
                  : scattered ? from_spread(pixel, circle, last)
                  : layered ? from_layers(pixel, circle, last)
                            : plain(pixel, circle, last);
    if (focus_overlay <= 0.0) return colour;
    vec3 grey = vec3(0.6 * dot(colour.rgb, vec3(0.2126, 0.7152, 0.0722)));
    vec3 tint = abs(circle) <= 1.0 ? colour.rgb + vec3(0.16, 0.09, 0.02) : grey + 0.05 * circle_map(circle);
    return vec4(mix(colour.rgb, tint, focus_overlay), colour.a);
}

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy) + ivec2(first_column, 0), last = textureSize(sharp, 0) - 1;
    if (any(greaterThan(pixel, last))) return;
    imageStore(result, pixel, seen(pixel, last));
}
