#version 450 core
// The corners of shaders/dof_scatter.comp as floats, for the engine that makes the table.
out vec4 colour;

uniform usampler2D corners;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    for (int c = 0; c < 4; ++c) colour[c] = float(int(texelFetch(corners, ivec2(4 * at.x + c, at.y), 0).r));
}
