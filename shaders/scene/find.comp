#version 450 core
// Finds the triangle that each sample shows, counted from 1, in both views: the nearest triangle of its tile
// (shaders/scene/bins.comp), and the last one of several at the same distance, as if they were drawn one over
// the other. A group owns a tile; a thread owns four samples of one column of it, TILE / 4 rows apart.
layout(local_size_x = TILE, local_size_y = TILE / 4) in;
layout(r32ui, binding = 0) uniform writeonly uimage2D seen;
layout(r32ui, binding = 1) uniform writeonly uimage2D seen_mirrored;
layout(std430, binding = 0) readonly buffer Planes { vec4 planes[]; };
layout(std430, binding = 1) buffer Counts { uint counts[]; };           // of each tile; cleared here
layout(std430, binding = 2) readonly buffer Places { uint places[]; };  // the end of each tile's list
layout(std430, binding = 3) readonly buffer Entries { uint entries[]; };
layout(std430, binding = 4) writeonly buffer Total { uint total; };

const int threads = TILE * TILE / 4, rows = TILE / 4;
shared vec4 held[3 * threads];
shared uint names[threads];

void main() {
    // The tiles of the reflection are below those of the scene.
    ivec2 tile = ivec2(gl_WorkGroupID.xy);
    int down = (views[0].size.y + TILE - 1) / TILE, view = tile.y < down ? 0 : 1;
    tile.y -= view * down;
    ivec2 size = views[view].size;
    int across = (size.x + TILE - 1) / TILE;
    if (tile.x >= across) return;

    uint thread = gl_LocalInvocationIndex;
    int at = views[view].first_tile + tile.y * across + tile.x;
    uint count = counts[at], last = places[at], first = last - count;
    // Where the list had no room, all triangles are tried.
    bool listed = last <= uint(entries.length());
    if (!listed) {
        first = 0u;
        last = uint(views[view].triangle_count);
    }
    memoryBarrierBuffer();
    barrier();
    if (thread == 0u) counts[at] = 0u;
    if (gl_WorkGroupID.xy == uvec2(0u) && thread == 0u) total = 0u;

    ivec2 sampled = tile * TILE + ivec2(gl_LocalInvocationID.xy);
    vec2 scale = 2.0 / vec2(size);
    precise float x = (float(sampled.x) + 0.5) * scale.x - 1.0;
    float y[4], nearest[4];
    uint found[4];
    for (int k = 0; k < 4; ++k) {
        y[k] = (float(sampled.y + k * rows) + 0.5) * scale.y - 1.0;
        nearest[k] = 1.0 / FAR;
        found[k] = 0u;
    }
    uint first_plane = 3u * uint(view) * TRIANGLES;
    for (uint from = first; from < last; from += uint(threads)) {
        uint mine = from + thread;
        barrier();
        if (mine < last) {
            uint triangle = listed ? entries[mine] : mine;
            names[thread] = triangle + 1u;
            for (uint i = 0u; i < 3u; ++i) held[3u * thread + i] = planes[first_plane + 3u * triangle + i];
        }
        barrier();
        int here = int(min(last - from, uint(threads)));
        for (int i = 0; i < here; ++i) {
            vec4 a = held[3 * i], b = held[3 * i + 1], c = held[3 * i + 2];
            precise float ax = a.x * x, bx = b.x * x, cx = c.x * x;
            uint name = names[i];
            for (int k = 0; k < 4; ++k) {
                precise float e0 = (ax + a.y * y[k]) + a.z, e1 = (bx + b.y * y[k]) + b.z,
                              e2 = (cx + c.y * y[k]) + c.z;
                float near = a.w * x + b.w * y[k] + c.w;
                if (min(e0, min(e1, e2)) >= 0.0 && near <= 1.0 / NEAR &&
                    (near > nearest[k] || (near == nearest[k] && name > found[k]))) {
                    nearest[k] = near;
                    found[k] = name;
                }
            }
        }
    }
    for (int k = 0; k < 4; ++k) {
        ivec2 to = sampled + ivec2(0, k * rows);
        if (any(greaterThanEqual(to, size))) continue;
        if (view == 0) imageStore(seen, to, uvec4(found[k]));
        else imageStore(seen_mirrored, to, uvec4(found[k]));
    }
}
