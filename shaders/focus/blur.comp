#version 450 core
// Depth of field from a summed-area table: every pixel is the mean over a shape of the size of its circle of
// confusion. A thread owns a pixel.
//
// The shape is a sum of boxes from one table (app/views/focus/depth_of_field.cpp lists them). An integer table
// holds round(x * fixed_point) in uint32 with wrap-around: differences of wrapped sums are exact as long as
// one box sum fits, so the four entries of a box are combined as integers and only then become floats.
// Weights are applied to floats: integrating a second time, the other way to a smooth kernel, would need
// (radius + 1)^4 times the range of a pixel, which 32 bits do not have beyond a radius of 15.
//
// app/views/focus/depth_of_field.cpp defines these for each variant, so that loops unroll and unused branches take
// no registers:
//   BOX_COUNT            the number of boxes
//   BOXES                half width and half height in radii, and weight, of each
//   WIDEST               half the width and height of the box around all of them, in radii
//   WEIGHTS_ARE_OF_SUMS  the weights apply to the boxes' sums; otherwise to their means
//   INTEGER_TABLE        the table is of uint32; otherwise of floats
//   LAYERED              the table is that of shaders/focus/layers.comp
//   SCATTERED            the table is the spread picture itself, both layers (shaders/focus/scatter.comp)
//   WHOLE_FROM           larger radii are rounded to whole ones
//   IS_BLURRED           `sharp` is the result already, of the CPU or of a diffusion
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

// `layer`, which is premultiplied, over `behind`.
vec3 over(vec4 layer, vec3 behind) {
    return layer.rgb + (1.0 - layer.a) * behind;
}

// The colour of `layer`, which is premultiplied; the less of it there is, the more it is filled up with
// `filler`, of which an `amount` is added.
vec3 filled(vec4 layer, vec4 filler, float amount) {
    vec4 sum = layer + amount * filler;
    return sum.rgb / max(sum.a, 1e-9);
}
// Where at least this much of a layer is there, its own colour counts most. The second is for what a near
// pixel hides, where weights are as small as that of a sharp pixel in far_weight().
const float least_cover = 1.0 / 64.0, hidden_cover = 1.0 / 2048.0;

// What is blurred behind the focus, at a pixel there: the middle layer over the far one.
vec3 behind_focus(ivec2 pixel, float circle, vec3 own, float middle_reach, ivec2 last) {
    int height = last.y + 1;
    float share = far_share(circle), radius = mix(circle, middle_reach, share);
    vec4 middle = vec4(0.0);
    if (split > 0.0 && !is_empty(pixel, radius, 2 * height, last)) middle = mean(pixel, radius, 2 * height, last);
    vec3 filling = filled(middle, vec4(own, 1.0), least_cover);
    if (middle.a > 0.9999) return filling;
    vec4 far = mean(pixel, max(circle, 1.5 * split), height, last);
    // Sharp pixels alone, in a gap between two walls, say nothing about what is far.
    float known = smoothstep(0.012, 0.05, far.a / mix(1.0, far_weight(circle), share));
    return over(middle, mix(filling, far.rgb / max(far.a, 1e-3), known));
}

// The mean circle of those of a layer that reach a pixel, from their sum and that of their weights.
float mean_circle(vec2 sums) {
    return sums.y > 0.0 ? sums.x / sums.y : 0.0;
}

// Composites the layers. They are read from the front to the back, as long as light from behind still shows.
vec4 from_layers(ivec2 pixel, float circle, ivec2 last) {
    vec4 reaching = textureLod(reach, (vec2(pixel) + 0.5) / (tile * vec2(textureSize(reach, 0))), 0.0);
    // The same for a near pixel and for those beside it: with its own circle a lamp would be seen sharply in the
    // middle of its disc.
    float reached = mean_circle(reaching.rg);
    float near_radius = reached > 0.0 ? reached : -circle, near_shows = faded_in(near_radius);
    vec4 near = vec4(0.0);
    if (near_shows > 0.0 && !is_empty(pixel, near_radius, 0, last)) near = mean(pixel, near_radius, 0, last);

    vec3 own = texelFetch(sharp, pixel, 0).rgb, colour = own;
    bool is_seen = near_shows * near.a < 0.9999;
    float behind = faded_in(circle), before = nearness(circle);
    if (is_seen && behind > 0.0) {
        colour = mix(own, behind_focus(pixel, circle, own, mean_circle(reaching.ba), last), behind);
    } else if (is_seen && before > 0.0) {
        // What a near pixel hides is not known; what is around it takes that place. Where nothing is, deep
        // inside of a near object, that is the object.
        vec4 around = mean(pixel, near_radius, last.y + 1, last);
        colour = mix(own, filled(around, near, hidden_cover), before);
    }
    return vec4(mix(colour, over(near, colour), near_shows), 1.0);
}

vec4 from_spread(ivec2 pixel, float circle, ivec2 last) {
    vec3 own = texelFetch(sharp, pixel, 0).rgb, colour = own;
    int at = pixel.y * (last.x + 1) + pixel.x;
    vec4 near = floats(at) / fixed_point;
    vec4 rest = floats(at + (last.x + 1) * (last.y + 1)) / fixed_point;
    float before = nearness(circle);
    if (before > 0.0) colour = mix(own, filled(rest, near, hidden_cover), before);
    else if (rest.a > 1e-4) colour = mix(own, rest.rgb / rest.a, faded_in(circle));
    return vec4(over(near.a > 1.0 ? near / near.a : near, colour), 1.0);
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
