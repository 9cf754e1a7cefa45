#version 450 core
// The corners of shaders/dof_scatter.comp as floats, in their place, for the engine that makes the table.
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Corners { int corners[]; };

void main() {
    // A row of groups has room for more than a row of the picture.
    uint i = gl_WorkGroupID.y * gl_NumWorkGroups.x * 256u + gl_GlobalInvocationID.x;
    if (i < uint(corners.length())) corners[i] = floatBitsToInt(float(corners[i]));
}
