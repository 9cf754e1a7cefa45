#version 450 core
// A mip level of the level below it, whose NaN are missing samples: the mean of the others. A pixel without any is NaN.
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) writeonly uniform image2D level;

uniform sampler2D picture;
uniform int below;

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(level)))) return;
    ivec2 last = textureSize(picture, below) - 1;
    vec4 sum = vec4(0.0);
    float count = 0.0;
    for (int i = 0; i < 4; ++i) {
        vec4 value = texelFetch(picture, min(2 * p + ivec2(i % 2, i / 2), last), below);
        if (any(isnan(value))) continue;
        sum += value;
        count += 1.0;
    }
    imageStore(level, p, count > 0.0 ? sum / count : vec4(uintBitsToFloat(0x7fc00000u)));
}
