#version 450 core
// Depth of field from a summed-area table: every pixel is the mean over a shape of the size of its circle of
// confusion. A thread owns a pixel.
//
// The shape is a sum of boxes from one table (app/focus/depth_of_field.cpp lists them). An integer table
// holds round(x * fixed_point) in uint32 with wrap-around: differences of wrapped sums are exact as long as
// one box sum fits, so the four entries of a box are combined as integers and only then become floats.
// Weights are applied to floats: integrating a second time, the other way to a smooth kernel, would need
// (radius + 1)^4 times the range of a pixel, which 32 bits do not have beyond a radius of 15.
//
// app/focus/depth_of_field.cpp defines these for each variant, so that loops unroll and unused branches take
// no registers:
//   BOX_COUNT            the number of boxes
//   BOXES                half width and half height in radii, and weight, of each
//   WIDEST               half the width and height of the box around all of them, in radii
//   WEIGHTS_ARE_OF_SUMS  the weights apply to the boxes' sums; otherwise to their means
//   INTEGER_TABLE        the table is of uint32; otherwise of floats
//   LAYERED              the table is that of shaders/focus/layers.comp
//   SCATTERED            the table is the spread picture itself, both layers (shaders/focus/scatter.comp)
//   WHOLE_FROM           larger radii are rounded to whole ones
//   IS_BLURRED           `sharp` is the result already, made by the CPU
layout(local_size_x = 16, local_size_y = 8) in;
layout(rgba32f) uniform writeonly image2D result;
// The table, in rows of the picture's width. It is a buffer because neighbouring threads read neighbouring
// entries, and texture units deliver texels of 16 bytes at only a fourth of their rate.
layout(std430, binding = 0) readonly buffer Table { uvec4 table[]; };

uniform sampler2D sharp;
uniform float fixed_point;
uniform vec4 table_mean;         // subtracted from the samples of a table of floats before they were summed
uniform float split;             // shaders/focus/circle.comp
uniform sampler2D reach;         // shaders/focus/reach.comp
uniform float tile;
uniform int view;                // 0 result, 1 circle of confusion, 2 distance
uniform float focus_overlay;     // 0 .. 1: how strongly the plane in focus is marked
uniform int first_column;        // columns before this one are not drawn
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

// A box within the picture, and the places of its four entries in the table. Entries left of the picture or
// above it are zero: they are read at some valid place and masked, because reads without branches overlap.
struct Corners {
    uint left, above;  // masks: all bits where there are entries to the left of the box, or above it
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

// The weighted mean over the boxes of an integer radius, each clipped to the picture; the divisor counts the
// clipped areas.
vec4 whole_mean(ivec2 pixel, int radius, int top, ivec2 last) {
    vec4 light = vec4(0.0);
    uvec4 total = uvec4(0u);  // weights of +1 and -1 are applied to integers
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

// True when the layer surely has nothing within `radius`.
bool is_empty(ivec2 pixel, float radius, int top, ivec2 last) {
    if (!INTEGER_TABLE) return false;
    ivec2 half_size = ivec2(WIDEST * float(max(int(radius), 2) + 1) + 0.5);
    return integer_sum(corners_of(pixel, half_size, top, last)).a == 0u;
}

// The mean for any radius. A radius between two integers blends their means, so that nothing jumps; large
// radii are rounded, because that step is invisible. The smallest radius is 2: between 1 and 2 the blur fades
// in (faded_in).
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

// The near layer composited over what is behind it.
vec4 over(vec4 near, vec3 behind, float opacity) {
    return vec4(mix(behind, near.rgb + (1.0 - near.a) * behind, opacity), 1.0);
}

// Composites the layers. They are read from the front to the back, as long as light from behind still shows.
vec4 from_layers(ivec2 pixel, float circle, ivec2 last) {
    int height = last.y + 1;
    vec2 reaching = textureLod(reach, (vec2(pixel) + 0.5) / (tile * vec2(textureSize(reach, 0))), 0.0).rg;
    float near_radius = max(reaching.x, -circle), near_shows = faded_in(near_radius), left = 1.0;
    vec4 near = vec4(0.0), middle = vec4(0.0);
    if (near_shows > 0.0 && !is_empty(pixel, near_radius, 0, last)) {
        near = mean(pixel, near_radius, 0, last);
        left = 1.0 - near_shows * near.a;
    }

    // The middle layer is sharper than the far one, and is blended over it.
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
        // A far pixel with only sharp ones around it (in a gap between two walls) would take their colour.
        if (circle > 0.0) opacity *= smoothstep(0.012, 0.05, filling.a / mix(1.0, far_weight(circle), share));
        // Below this bound a table of floats has only rounding errors.
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

// The map of circles: near is orange, far is blue, and sharp is white, colours that remain distinct with
// either kind of colour blindness.
vec3 circle_map(float circle) {
    float amount = clamp(abs(circle) / largest_circle, 0.0, 1.0);
    vec3 end = circle < 0.0 ? vec3(0.50, 0.065, 0.0) : vec3(0.0, 0.075, 0.50);
    return abs(circle) <= 1.0 ? vec3(0.58) : mix(vec3(0.30), end, pow(amount, 0.35));
}

// The map of distances: white is near, and equal steps are equal ratios of distance.
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
