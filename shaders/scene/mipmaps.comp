#version 450 core
// Makes one mip level, directly from the finest: each texel is the mean of the texels that it covers. A
// thread owns a texel.
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform writeonly image2D result;

uniform sampler2D finest;
uniform int level;

void main() {
    ivec2 texel = ivec2(gl_GlobalInvocationID.xy), size = imageSize(result);
    if (any(greaterThanEqual(texel, size))) return;
    // Each bilinear sample in the middle of four texels is their mean.
    int looks = 1 << (level - 1);
    vec2 step = 1.0 / vec2(size * looks), first = vec2(texel * looks) + 0.5;
    vec4 sum = vec4(0.0);
    for (int y = 0; y < looks; ++y)
        for (int x = 0; x < looks; ++x) sum += textureLod(finest, (first + vec2(x, y)) * step, 0.0);
    imageStore(result, texel, sum / float(looks * looks));
}
