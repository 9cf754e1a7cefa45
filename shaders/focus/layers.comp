#version 450 core
// Writes the near, the far and the middle layer one after the other into one buffer, so that one table serves
// all: near and blurred, far, and between the focus and far. Each is premultiplied with the pixel's weight in
// the layer. Also writes, for each tile of TILE x TILE pixels and for the near and the middle layer, the sum of
// the circles times their weights and that of the weights. A group of threads owns a tile, a thread a pixel.
layout(local_size_x = TILE, local_size_y = TILE) in;
layout(rgba32f) uniform writeonly image2D result;
layout(std430, binding = 0) writeonly buffer Layers { vec4 layers[]; };

uniform sampler2D sharp;
uniform float fixed_point;  // of the table; 0: it holds floats
uniform bool has_middle;    // as the layers have it; there is none where pixels are spread

const float circle_steps = 4096.0;  // that stand for 1 in the sums of a tile
shared uint sums[4];

float signed_circle(ivec2 pixel);
float nearness(float circle);
float middle_weight(float circle);
float far_weight(float circle);
float spread_weight(float circle);

// The premultiplied pixel. Small weights leave few steps of fixed point to a dark colour; random rounding
// keeps the mean.
vec4 weighted(vec3 colour, float weight, ivec2 at) {
    vec3 light = colour * weight;
    if (fixed_point > 0.0 && weight > 0.0 && weight < 1.0) {
        float noise = fract(52.9829189 * fract(dot(vec2(at) + 0.5, vec2(0.06711056, 0.00583715))));
        light = max(light + (noise - 0.5) / fixed_point, 0.0);
        weight = round(weight * fixed_point) / fixed_point;
    }
    return vec4(light, weight);
}

void main() {
    ivec2 size = textureSize(sharp, 0), pixel = ivec2(gl_GlobalInvocationID.xy);
    if (gl_LocalInvocationIndex < 4) sums[gl_LocalInvocationIndex] = 0u;
    barrier();
    if (all(lessThan(pixel, size))) {
        float circle = signed_circle(pixel);
        float near = nearness(circle), middle = has_middle ? middle_weight(circle) : 0.0;
        float far = has_middle ? far_weight(circle) : spread_weight(circle);
        vec3 colour = texelFetch(sharp, pixel, 0).rgb;
        int at = pixel.y * size.x + pixel.x, all = size.x * size.y;
        layers[at] = weighted(colour, near, pixel);
        layers[at + all] = weighted(colour, far, pixel + ivec2(0, size.y));
        if (has_middle) layers[at + 2 * all] = weighted(colour, middle, pixel + ivec2(0, 2 * size.y));
        if (near > 0.0) {
            atomicAdd(sums[0], uint(near * -circle * circle_steps + 0.5));
            atomicAdd(sums[1], uint(near * circle_steps + 0.5));
        }
        if (middle > 0.0) {
            atomicAdd(sums[2], uint(middle * circle * circle_steps + 0.5));
            atomicAdd(sums[3], uint(middle * circle_steps + 0.5));
        }
    }
    barrier();
    if (gl_LocalInvocationIndex == 0)
        imageStore(result, ivec2(gl_WorkGroupID.xy), vec4(sums[0], sums[1], sums[2], sums[3]) / circle_steps);
}
