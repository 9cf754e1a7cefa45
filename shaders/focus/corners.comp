#version 450 core
// Converts the entries of shaders/focus/scatter.comp to floats in place, for the engine that makes the table.
// A thread owns an entry.
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Corners { int corners[]; };

void main() {
    // The groups lie in rows, because one row of them may be too short for all entries.
    uint i = gl_WorkGroupID.y * gl_NumWorkGroups.x * 256u + gl_GlobalInvocationID.x;
    if (i < uint(corners.length())) corners[i] = floatBitsToInt(float(corners[i]));
}
