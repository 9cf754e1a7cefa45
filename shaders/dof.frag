#version 450 core
// Depth of field from a summed-area table: every pixel is the mean of the box of its circle of confusion.
//
// The table holds round(x * fixed_point) in uint32 with wrap-around. Differences of wrapped sums are exact as
// long as one box sum fits, so the four corners are combined as integers and only then become floats.
in vec2 uv;
out vec4 colour;

uniform sampler2D sharp;
uniform usampler2D table;
uniform sampler2D depth;
uniform bool has_depth;
uniform float fixed_point;
uniform vec2 inverse_depth;     // 1 / distance at depth 0 and at depth 1
uniform float inverse_focus;    // 1 / distance of the plane that is sharp
uniform float inverse_range;    // no blur within this much of it, in 1 / distance
uniform float aperture;         // pixels of radius for each 1 / metre of difference
uniform float max_radius;
uniform float constant_radius;  // used when not negative

float circle_of_confusion(ivec2 pixel) {
    if (constant_radius >= 0.0 || !has_depth) return max(constant_radius, 0.0);
    float inverse = mix(inverse_depth.x, inverse_depth.y, texelFetch(depth, pixel, 0).r);
    return min(aperture * max(abs(inverse - inverse_focus) - inverse_range, 0.0), max_radius);
}

// Sum of everything at or above and at or left of `corner`; outside the picture there is nothing.
uvec4 sum_to(ivec2 corner) {
    return any(lessThan(corner, ivec2(0))) ? uvec4(0) : texelFetch(table, corner, 0);
}

// Mean over the box of (2 radius + 1)^2 pixels, clipped to the picture and divided by what is left of it.
vec4 box_mean(ivec2 pixel, int radius, ivec2 last) {
    ivec2 low = max(pixel - radius, ivec2(0)) - 1, high = min(pixel + radius, last);
    uvec4 sum = sum_to(high) - sum_to(ivec2(low.x, high.y)) - sum_to(ivec2(high.x, low.y)) + sum_to(low);
    ivec2 size = high - low;
    return vec4(sum) / (fixed_point * float(size.x * size.y));
}

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy), last = textureSize(sharp, 0) - 1;
    float radius = circle_of_confusion(pixel);
    // A radius between two whole ones blends their boxes, so nothing pops; below 1 the sharp picture takes part.
    int whole = int(radius);
    vec4 inner = whole == 0 ? texelFetch(sharp, pixel, 0) : box_mean(pixel, whole, last);
    colour = radius == float(whole) ? inner : mix(inner, box_mean(pixel, whole + 1, last), radius - float(whole));
}
