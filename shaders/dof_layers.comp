#version 450 core
// Two layers, one above the other in one picture, so that one table serves both: above what is near and
// blurred, below everything else; premultiplied with what each pixel counts in its layer.
layout(local_size_x = 16, local_size_y = 8) in;
layout(rgba32f) uniform writeonly image2D result;

uniform sampler2D sharp;
uniform float fixed_point;  // of the table; 0: it holds floats

float signed_circle(ivec2 pixel);
float nearness(float circle);
float behind_weight(float circle);

void main() {
    ivec2 size = textureSize(sharp, 0), at = ivec2(gl_GlobalInvocationID.xy), pixel = at;
    if (at.x >= size.x || at.y >= 2 * size.y) return;
    bool behind = pixel.y >= size.y;
    if (behind) pixel.y -= size.y;
    float circle = signed_circle(pixel);
    float weight = behind ? behind_weight(circle) : nearness(circle);
    vec3 light = texelFetch(sharp, pixel, 0).rgb * weight;
    // Small weights leave few steps of fixed point to a dark colour. Rounding up or down by chance keeps the mean.
    if (fixed_point > 0.0 && weight > 0.0 && weight < 1.0) {
        float noise = fract(52.9829189 * fract(dot(vec2(at) + 0.5, vec2(0.06711056, 0.00583715))));
        light = max(light + (noise - 0.5) / fixed_point, 0.0);
        weight = round(weight * fixed_point) / fixed_point;
    }
    imageStore(result, at, vec4(light, weight));
}
