#version 450 core
// The corners of shaders/dof_scatter.comp as floats, for the engine that makes the table.
layout(local_size_x = 16, local_size_y = 8) in;
layout(rgba32f) uniform writeonly image2D result;

uniform usampler2D corners;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, imageSize(result)))) return;
    vec4 colour;
    for (int c = 0; c < 4; ++c) colour[c] = float(int(texelFetch(corners, ivec2(4 * at.x + c, at.y), 0).r));
    imageStore(result, at, colour);
}
