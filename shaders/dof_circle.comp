#version 450 core
// The signed circle of confusion; linked into every program of the depth of field.
//
// A thin lens that is focused at distance s draws a point at distance d as a disc whose radius is proportional
// to |1/s - 1/d|: both the plain and the photographic controls come down to one factor.
uniform sampler2D depth;
uniform bool has_depth;
uniform vec2 inverse_depth;     // 1 / distance at depth 0 and at depth 1
uniform float inverse_focus;    // 1 / distance of the plane that is sharp
uniform float inverse_range;    // no blur within this much of it, in 1 / distance
uniform float aperture;         // pixels of radius for each 1 / metre of difference
uniform float max_radius;
uniform float constant_radius;  // used when not negative
uniform float split;            // circles from here on are far behind; 0: there is nothing between

float inverse_distance(ivec2 pixel) {
    return mix(inverse_depth.x, inverse_depth.y, texelFetch(depth, pixel, 0).r);
}

// Radius in pixels; negative before the plane that is sharp.
float signed_circle(ivec2 pixel) {
    if (constant_radius >= 0.0 || !has_depth) return max(constant_radius, 0.0);
    float difference = inverse_focus - inverse_distance(pixel);
    return sign(difference) * min(aperture * max(abs(difference) - inverse_range, 0.0), max_radius);
}

// How much of a pixel belongs to the layer of what is near and blurred: all of it from two pixels of radius on.
float nearness(float circle) {
    return clamp(-circle - 1.0, 0.0, 1.0);
}

// How much of a pixel behind the focus is far behind it. What lies between is a layer of its own, so that bright things
// that are little blurred do not bleed into the wide blur behind them.
float far_share(float circle) {
    return split > 0.0 ? smoothstep(split, 1.5 * split, circle) : 1.0;
}

float middle_weight(float circle) {
    return smoothstep(0.5, 1.5, circle) * (1.0 - far_share(circle));
}

// What a pixel counts in the blur of what is far. Sharp things must not bleed into it, and those that are less blurred
// little; but where nothing else is left behind a near object, they fill the hole.
float far_weight(float circle) {
    float blurred = smoothstep(0.5, 2.0, circle) * clamp(circle / 16.0, 0.25, 1.0) * far_share(circle);
    return mix(1.0 / 128.0, 1.0, blurred) * (1.0 - nearness(circle));
}
