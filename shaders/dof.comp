#version 450 core
// Depth of field from a summed-area table: every pixel is the mean over a shape of its circle's size.
//
// The shape is a sum of boxes from one table (app/depth_of_field.cpp lists them). An integer table holds
// round(x * fixed_point) in uint32 with wrap-around: differences of wrapped sums are exact as long as one box sum
// fits, so the corners of a box are combined as integers and only then become floats. Weights are applied to floats:
// integrating a second time, the other way to a smooth kernel, would need (radius + 1)^4 times the range of a pixel,
// which 32 bits do not have beyond a radius of 15.
//
// Defined for each variant by app/depth_of_field.cpp, so that loops unroll and what is not asked for takes no registers:
// BOX_COUNT, BOXES (half width and half height in radii, weight), WIDEST (around all of them), WEIGHTS_ARE_OF_SUMS (else
// of means), INTEGER_TABLE (otherwise of floats), LAYERED (the table is that of shaders/dof_layers.comp), SCATTERED (the
// table is the spread picture itself, both layers), WHOLE_FROM (larger radii are whole), IS_BLURRED (`sharp` is the
// result already, made by the CPU).
layout(local_size_x = 16, local_size_y = 8) in;
layout(rgba32f) uniform writeonly image2D result;
// The table, in rows of the picture's width: threads side by side read side by side, and what they read is far more
// than the units that sample textures could give (a fourth of their rate for 16 bytes a texel).
layout(std430, binding = 0) readonly buffer Table { uvec4 table[]; };

uniform sampler2D sharp;
uniform float fixed_point;
uniform vec4 table_mean;         // what a table of floats was made less of
uniform float split;             // shaders/dof_circle.comp
uniform sampler2D reach;         // shaders/dof_reach.comp
uniform float tile;
uniform int view;                // 0 result, 1 circle of confusion, 2 distance
uniform float focus_overlay;     // 0 .. 1: how much the plane that is sharp is pointed out
uniform int first_column;        // only from this one on
uniform float largest_circle;    // of the map of circles
uniform vec2 inverse_depth_range;  // of the map of distances: 1 / nearest, 1 / farthest

float inverse_distance(ivec2 pixel);
float signed_circle(ivec2 pixel);
float nearness(float circle);
float far_share(float circle);
float far_weight(float circle);

vec4 floats(int at) {
    return uintBitsToFloat(table[at]);
}

// A box within the picture, and where in the table its corners are: what is left of the picture or above it is zero.
// That is read, too, at some place that is there, and put out: reads without branches are many at a time.
struct Corners {
    uint left, above;  // all bits where there is something
    int low_low, high_low, low_high, high_high;  // column, row
    float area;
};

uint all_bits_if(bool there) {
    return there ? ~0u : 0u;
}

Corners corners_of(ivec2 pixel, ivec2 half_size, int top, ivec2 last) {
    ivec2 low = max(pixel - half_size, ivec2(0)) - 1, high = min(pixel + half_size, last), size = high - low;
    ivec2 at = max(low, ivec2(0, -top));
    int upper = (at.y + top) * (last.x + 1), lower = (high.y + top) * (last.x + 1);
    return Corners(all_bits_if(low.x >= 0), all_bits_if(low.y + top >= 0), upper + at.x, upper + high.x,
                   lower + at.x, lower + high.x, float(size.x * size.y));
}

uvec4 integer_sum(Corners c) {
    return table[c.high_high] - (table[c.low_high] & c.left) - (table[c.high_low] & c.above) +
           (table[c.low_low] & (c.left & c.above));
}

vec4 float_sum(Corners c) {
    return floats(c.high_high) - uintBitsToFloat(table[c.low_high] & c.left) -
           uintBitsToFloat(table[c.high_low] & c.above) +
           uintBitsToFloat(table[c.low_low] & (c.left & c.above)) + table_mean * c.area;
}

const vec3 boxes[BOX_COUNT] = BOXES;

// Weighted mean over the boxes of a whole radius, each clipped to the picture and divided by what is left.
vec4 whole_mean(ivec2 pixel, int radius, int top, ivec2 last) {
    vec4 light = vec4(0.0);
    uvec4 total = uvec4(0u);  // where weights are +1 and -1, boxes are added as integers, too
    float area = 0.0;
    for (int i = 0; i < BOX_COUNT; ++i) {
        ivec2 half_size = ivec2(boxes[i].xy * float(radius) + 0.5), whole = 2 * half_size + 1;
        Corners corners = corners_of(pixel, half_size, top, last);
        float weight = WEIGHTS_ARE_OF_SUMS ? boxes[i].z : boxes[i].z / float(whole.x * whole.y);
        area += weight * corners.area;
        if (!INTEGER_TABLE) {
            light += weight * float_sum(corners);
        } else if (WEIGHTS_ARE_OF_SUMS) {
            uvec4 sum = integer_sum(corners);
            total += weight > 0.0 ? sum : 0u - sum;
        } else {
            light += weight / fixed_point * vec4(integer_sum(corners));
        }
    }
    return (INTEGER_TABLE && WEIGHTS_ARE_OF_SUMS ? vec4(total) / fixed_point : light) / area;
}

// Whether the layer has nothing within `radius`; false where that is not sure.
bool is_empty(ivec2 pixel, float radius, int top, ivec2 last) {
    if (!INTEGER_TABLE) return false;
    ivec2 half_size = ivec2(WIDEST * float(max(int(radius), 2) + 1) + 0.5);
    return integer_sum(corners_of(pixel, half_size, top, last)).a == 0u;
}

// A radius between two whole ones blends their means, so nothing pops; of large ones nobody sees the step. The smallest
// is 2: up to there from 1 on the blur is faded in over what is sharp.
vec4 mean(ivec2 pixel, float radius, int top, ivec2 last) {
    if (radius > WHOLE_FROM) radius = floor(radius + 0.5);
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

// From the front to the back, and no farther than something is to be seen; then put over each other.
vec4 from_layers(ivec2 pixel, float circle, ivec2 last) {
    int height = last.y + 1;
    vec2 reaching = textureLod(reach, (vec2(pixel) + 0.5) / (tile * vec2(textureSize(reach, 0))), 0.0).rg;
    float near_radius = max(reaching.x, -circle), near_shows = faded_in(near_radius), left = 1.0;
    vec4 near = vec4(0.0), middle = vec4(0.0);
    if (near_shows > 0.0 && !is_empty(pixel, near_radius, 0, last)) {
        near = mean(pixel, near_radius, 0, last);
        left = 1.0 - near_shows * near.a;
    }

    // What lies between is sharper than what is far, and softly over it.
    float share = far_share(circle), middle_radius = mix(circle, reaching.y, share);
    float middle_shows = split > 0.0 ? faded_in(circle) * faded_in(middle_radius) : 0.0;
    if (middle_shows > 0.0 && left > 1e-4 && !is_empty(pixel, middle_radius, 2 * height, last)) {
        middle = mean(pixel, middle_radius, 2 * height, last);
        left *= 1.0 - middle_shows * middle.a;
    }

    vec3 own = texelFetch(sharp, pixel, 0).rgb, behind = own;
    float opacity = circle > 0.0 ? faded_in(circle) : nearness(circle);
    if (opacity > 0.0 && left > 1e-4) {
        vec4 filling = mean(pixel, circle > 1.0 ? max(circle, 1.5 * split) : abs(circle), height, last);
        // A pixel that is all alone behind sharp things (a gap between two walls) would be filled with them.
        if (circle > 0.0) opacity *= smoothstep(0.012, 0.05, filling.a / mix(1.0, far_weight(circle), share));
        // Below that a table of floats has nothing but rounding.
        if (filling.a > (INTEGER_TABLE ? 1e-6 : 1e-3)) behind = mix(own, filling.rgb / filling.a, opacity);
    }
    behind = over(middle, behind, middle_shows).rgb;
    return over(near, behind, near_shows);
}

vec4 from_spread(ivec2 pixel, float circle, ivec2 last) {
    vec3 own = texelFetch(sharp, pixel, 0).rgb;
    int at = pixel.y * (last.x + 1) + pixel.x;
    vec4 near = floats(at) / fixed_point;
    vec4 rest = floats(at + (last.x + 1) * (last.y + 1)) / fixed_point;
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
    vec4 colour = IS_BLURRED  ? texelFetch(sharp, pixel, 0)
                  : SCATTERED ? from_spread(pixel, circle, last)
                  : LAYERED ? from_layers(pixel, circle, last)
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
