#version 450 core
// Gives every tile its place in the list of triangles, in any order of the tiles. A thread owns a tile.
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Counts { uint counts[]; };
layout(std430, binding = 1) writeonly buffer Places { uint places[]; };
layout(std430, binding = 2) buffer Total { uint total; };  // 0 before; shaders/scene/find.comp clears it

shared uint sum, first;

void main() {
    uint tile = gl_GlobalInvocationID.x;
    if (gl_LocalInvocationIndex == 0u) sum = 0u;
    barrier();
    bool mine = tile < uint(counts.length());
    uint before = atomicAdd(sum, mine ? counts[tile] : 0u);
    barrier();
    if (gl_LocalInvocationIndex == 0u) first = atomicAdd(total, sum);
    barrier();
    if (mine) places[tile] = first + before;
}
