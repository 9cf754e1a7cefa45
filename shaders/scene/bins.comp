#version 450 core
// Lists the triangles that may show in each tile of TILE x TILE samples, in both views. It runs twice: first
// it counts the triangles of every tile; then, when each tile has its place in one list
// (shaders/scene/places.comp), it enters them. A thread owns a triangle of a view; those that cover many
// tiles are shared among the threads of its group.
//
// Let c0, c1, c2 be the corners' clip coordinates (x, y, w), and p = (x, y, 1) a point of the screen, -1 ..
// 1. Inside the triangle n0 = c1 x c2, n1 = c2 x c0 and n2 = c0 x c1 have n . p >= 0; (n0 + n1 + n2) . p /
// (c0 . n0) is 1 / w at p; and the corners have the weights n . p / ((n0 + n1 + n2) . p). That needs no
// clipping (Olano and Greer, 1997).
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = 1) readonly buffer Triangles { uvec4 triangles[]; };  // three corners, kind
layout(std430, binding = 2) buffer Planes { vec4 planes[]; };  // three a triangle: n, and one of one_over_w
layout(std430, binding = 3) buffer Counts { uint counts[]; };  // of each tile
layout(std430, binding = 4) buffer Places { uint places[]; };  // the next free entry of each tile
layout(std430, binding = 5) writeonly buffer Entries { uint entries[]; };

uniform bool enter;  // otherwise count

const int most_alone = 8;  // tiles that a thread visits by itself

shared uint shared_triangles[64];
shared uint shared_count;

struct Shape {
    vec3 n[3], one_over_w;
    ivec2 first, last;  // the tiles around it; first > last: it is not visible
};

vec3 corner(uint vertex, int view) {
    precise vec4 clip = views[view].to_clip * vec4(positions[vertex].xyz, 1.0);
    return clip.xyw;
}

vec3 crossed(vec3 a, vec3 b) {
    // The result is exactly -crossed(b, a), so that neighbouring triangles leave no gap.
    precise vec3 left = a.yzx * b.zxy, right = a.zxy * b.yzx, result = left - right;
    return result;
}

Shape shape_of(uint triangle, int view) {
    uvec4 t = triangles[triangle];
    vec3 c[3] = vec3[3](corner(t.x, view), corner(t.y, view), corner(t.z, view));
    float facing = views[view].facing;
    Shape shape;
    for (int i = 0; i < 3; ++i) shape.n[i] = facing * crossed(c[(i + 1) % 3], c[(i + 2) % 3]);
    // This is the sum of the three, computed from differences, which are small for a small triangle far away.
    vec3 sum = facing * cross(c[1] - c[0], c[2] - c[0]);
    float area = dot(c[0], sum);
    shape.one_over_w = sum / area;

    vec2 low = vec2(1e30), high = vec2(-1e30);
    for (int i = 0; i < 3; ++i) {
        vec3 a = c[i], b = c[(i + 1) % 3];
        if (a.z >= NEAR) {
            low = min(low, a.xy / a.z);
            high = max(high, a.xy / a.z);
        }
        if ((a.z >= NEAR) != (b.z >= NEAR)) {
            vec2 cut = mix(a.xy, b.xy, (NEAR - a.z) / (b.z - a.z)) / NEAR;
            low = min(low, cut);
            high = max(high, cut);
        }
    }
    // The samples that may be inside.
    vec2 size = vec2(views[view].size);
    ivec2 from = ivec2(ceil(clamp((low + 1.0) * 0.5 * size - 0.51, vec2(0.0), size)));
    ivec2 to = ivec2(floor(clamp((high + 1.0) * 0.5 * size - 0.49, vec2(-1.0), size - 1.0)));
    bool shows = area > 0.0 && all(lessThanEqual(from, to));
    shape.first = shows ? from / TILE : ivec2(1);
    shape.last = shows ? to / TILE : ivec2(0);
    return shape;
}

void visit(uint triangle, int view, ivec2 tile, Shape shape) {
    // The whole tile is outside an edge when even its most favourable corner is outside.
    vec2 scale = 2.0 / vec2(views[view].size);
    vec2 low = vec2(tile * TILE) * scale - 1.0, high = low + float(TILE) * scale;
    for (int i = 0; i < 3; ++i) {
        vec2 best = mix(low, high, greaterThan(shape.n[i].xy, vec2(0.0)));
        if (dot(shape.n[i].xy, best) + shape.n[i].z < 0.0) return;
    }
    int across = (views[view].size.x + TILE - 1) / TILE;
    int at = views[view].first_tile + tile.y * across + tile.x;
    if (!enter) {
        atomicAdd(counts[at], 1u);
        return;
    }
    uint place = atomicAdd(places[at], 1u);
    if (place < uint(entries.length())) entries[place] = triangle;
}

void main() {
    int view = int(gl_WorkGroupID.y);
    if (gl_LocalInvocationIndex == 0u) shared_count = 0u;
    barrier();
    // The first triangles are the nearest and largest: each group gets one of them.
    uint triangle = gl_LocalInvocationIndex * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (triangle < uint(views[view].triangle_count)) {
        Shape shape = shape_of(triangle, view);
        ivec2 many = shape.last - shape.first + 1;
        bool shows = many.x > 0;
        if (!enter) {
            // With zeros the triangle is never nearer than anything.
            uint at = 3u * (triangle + uint(view) * TRIANGLES);
            for (int i = 0; i < 3; ++i)
                planes[at + uint(i)] = shows ? vec4(shape.n[i], shape.one_over_w[i]) : vec4(0.0);
        }
        if (shows && many.x * many.y > most_alone) {
            shared_triangles[atomicAdd(shared_count, 1u)] = triangle;
        } else if (shows) {
            for (int y = shape.first.y; y <= shape.last.y; ++y)
                for (int x = shape.first.x; x <= shape.last.x; ++x) visit(triangle, view, ivec2(x, y), shape);
        }
    }
    barrier();
    for (uint i = 0u; i < shared_count; ++i) {
        triangle = shared_triangles[i];
        Shape shape = shape_of(triangle, view);
        ivec2 many = shape.last - shape.first + 1;
        for (int k = int(gl_LocalInvocationIndex); k < many.x * many.y; k += 64)
            visit(triangle, view, shape.first + ivec2(k % many.x, k / many.x), shape);
    }
}
