#version 450 core
// Uses the table the other way round: every pixel adds the four signed entries of its own box, and the
// summed-area table of all entries is the picture in which each pixel is spread over its box. The entries are
// integers (atomic adds are exact in any order), so small that their sums are exact in float, too. A thread
// owns a pixel of a layer.
layout(local_size_x = 16, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Layers { vec4 layers[]; };  // shaders/focus/layers.comp
layout(std430, binding = 1) buffer Corners { int corners[]; };          // four channels a pixel

uniform ivec2 picture_size;
uniform float scale;

float signed_circle(ivec2 pixel);

void add(ivec2 at, int top, ivec4 value) {
    if (any(greaterThanEqual(at, picture_size))) return;
    int first = 4 * ((top + at.y) * picture_size.x + at.x);
    for (int c = 0; c < 4; ++c)
        if (value[c] != 0) atomicAdd(corners[first + c], value[c]);
}

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= picture_size.x || at.y >= 2 * picture_size.y) return;
    int top = at.y >= picture_size.y ? picture_size.y : 0;
    ivec2 pixel = ivec2(at.x, at.y - top);
    vec4 value = layers[at.y * picture_size.x + at.x];
    if (value.a <= 0.0) return;
    int radius = int(abs(signed_circle(pixel)) + 0.5);
    ivec2 low = max(pixel - radius, ivec2(0)), high = min(pixel + radius + 1, picture_size);
    ivec2 size = high - low;
    float noise = fract(52.9829189 * fract(dot(vec2(at), vec2(0.06711056, 0.00583715))));
    ivec4 amount = ivec4(floor(min(value, 16.0) * (scale / float(size.x * size.y)) + noise));
    add(low, top, amount);
    add(ivec2(high.x, low.y), top, -amount);
    add(ivec2(low.x, high.y), top, -amount);
    add(high, top, amount);
}
