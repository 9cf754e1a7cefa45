#version 450 core
// The signed circle of confusion; it is linked into every program of the depth of field.
//
// A thin lens that is focused at distance s images a point at distance d as a disc whose radius is
// proportional to |1/s - 1/d|: both the simple and the photographic controls set the one factor.
uniform sampler2D depth;
uniform bool has_depth;
uniform vec2 inverse_depth;     // 1 / distance at depth 0 and at depth 1
uniform float inverse_focus;    // 1 / distance of the plane in focus
uniform float inverse_range;    // no blur within this much of it, in 1 / distance
uniform float aperture;         // pixels of radius for each 1 / metre of difference
uniform float max_radius;
uniform float constant_radius;  // used when not negative
uniform float split;            // larger circles belong to the far layer (far_share); 0: no middle layer

float inverse_distance(ivec2 pixel) {
    return mix(inverse_depth.x, inverse_depth.y, texelFetch(depth, pixel, 0).r);
}

// The radius in pixels; negative before the plane in focus.
float signed_circle(ivec2 pixel) {
    if (constant_radius >= 0.0 || !has_depth) return max(constant_radius, 0.0);
    float difference = inverse_focus - inverse_distance(pixel);
    return sign(difference) * min(aperture * max(abs(difference) - inverse_range, 0.0), max_radius);
}

// The share of a pixel in the near layer: all of it from a radius of two pixels on.
float nearness(float circle) {
    return clamp(-circle - 1.0, 0.0, 1.0);
}

// The share in the far layer of a pixel behind the focus. The rest is in the middle layer, so that bright
// objects with little blur do not bleed into the wide blur behind them.
float far_share(float circle) {
    return split > 0.0 ? smoothstep(split, 1.5 * split, circle) : 1.0;
}

float middle_weight(float circle) {
    return smoothstep(0.5, 1.5, circle) * (1.0 - far_share(circle));
}

// The weight of a pixel in the far layer. Sharp objects must not bleed into the far blur, and less blurred
// ones only a little; but behind a near object, where there is nothing else, they fill the hole.
const float least_weight = 1.0 / 128.0;
float far_weight(float circle) {
    float blurred = smoothstep(0.5, 2.0, circle) * clamp(circle / 16.0, 0.25, 1.0) * far_share(circle);
    return mix(least_weight, 1.0, blurred) * (1.0 - nearness(circle));
}

// The same where pixels are spread. Each reaches only as far as its light does, and where several do, those
// with less blur are in front.
float spread_weight(float circle) {
    float blurred = smoothstep(0.5, 2.0, circle) * 2.0 / max(circle, 2.0);
    return mix(least_weight, 1.0, blurred) * (1.0 - nearness(circle));
}
