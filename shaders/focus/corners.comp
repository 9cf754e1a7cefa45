#version 450 core
// Clears the entries before shaders/focus/scatter.comp adds to them, and afterwards converts them to floats in
// place, for the engine that makes the table. glClearNamedBufferData is far slower on NVIDIA
// (bench/results/notes.md). A thread owns an entry.
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Corners { int corners[]; };

uniform bool clears;

void main() {
    // The groups lie in rows, because one row of them may be too short for all entries.
    uint i = gl_WorkGroupID.y * gl_NumWorkGroups.x * 256u + gl_GlobalInvocationID.x;
    if (i < uint(corners.length())) corners[i] = clears ? 0 : floatBitsToInt(float(corners[i]));
}
