#version 450 core
// The mean of the four samples of a pixel, and the depth of the first.
layout(local_size_x = 16, local_size_y = 8) in;
layout(rgba32f, binding = 0) uniform writeonly image2D result;
layout(r32f, binding = 1) uniform writeonly image2D result_depth;

uniform sampler2D colours;
uniform sampler2D depths;

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy), first = 2 * pixel;
    if (any(greaterThanEqual(pixel, imageSize(result)))) return;
    vec4 sum = texelFetch(colours, first, 0) + texelFetch(colours, first + ivec2(1, 0), 0) +
               texelFetch(colours, first + ivec2(0, 1), 0) + texelFetch(colours, first + ivec2(1, 1), 0);
    imageStore(result, pixel, 0.25 * sum);
    imageStore(result_depth, pixel, texelFetch(depths, first, 0));
}
