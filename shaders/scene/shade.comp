#version 450 core
// Shades a view after shaders/scene/find.comp has found the triangle that each sample shows: first the
// surfaces, as shaders/scene/scene.frag and ground.frag do; then, in order, the wires, lamps and halos that
// shaders/scene/sprites.comp has marked in the tile. A group owns a tile, a thread a sample; a pixel is a
// sample or the mean of two by two.
layout(local_size_x = TILE * TILE) in;
layout(binding = 0) uniform writeonly image2D result;
layout(binding = 1) uniform writeonly image2D depths;
struct Corner { vec4 uv_light, light_glow; };  // u, v, light; glow
struct Sprite { vec4 place, look, depth; };    // shaders/scene/sprites.comp
layout(std430, binding = 0) readonly buffer Corners { Corner corners[]; };
layout(std430, binding = 1) readonly buffer Triangles { uvec4 triangles[]; };
layout(std430, binding = 2) readonly buffer Planes { vec4 planes[]; };  // shaders/scene/bins.comp
layout(std430, binding = 3) readonly buffer Kinds { vec4 kinds[]; };    // material layer, pulse, window seed
layout(std430, binding = 4) readonly buffer Sprites { Sprite sprites[]; };
layout(std430, binding = 5) buffer Marks { uint marks[]; };             // cleared here

uniform int view;
uniform usampler2D seen;
uniform sampler2DArray materials;

vec3 sky(vec3 direction);
vec3 through_air(vec3 colour, vec3 way);
vec3 solid_colour(vec4 texel, vec2 uv, float window_seed, vec3 light, vec3 emission, vec3 way);
vec3 ground_colour(vec4 texel, vec2 at, vec3 light, vec3 way);

#if MARK_WORDS > TILE * TILE
#error "more sprites than the threads of a tile can look for"
#endif
const uint summary_words = (MARK_WORDS + 31) / 32, batch = 64u;
shared uint marked[MARK_WORDS];       // the tile's marks
shared uint summary[summary_words];   // which words of them are not zero
shared uint names[batch];
shared Sprite held[batch];
shared vec4 samples[TILE][TILE];

// The colour of a triangle at a sample; `nearest` becomes 1 / its distance. `ray` goes to one metre of depth.
vec3 surface_at(int triangle, vec2 screen, vec3 ray, inout float nearest) {
    uint first = 3u * (uint(triangle) + uint(view) * TRIANGLES);
    vec4 a = planes[first], b = planes[first + 1u], c = planes[first + 2u];
    nearest = dot(vec3(a.w, b.w, c.w), vec3(screen, 1.0));
    // The coefficients of x, y and 1 in each corner's weight.
    vec3 by_x = vec3(a.x, b.x, c.x), by_y = vec3(a.y, b.y, c.y), by_1 = vec3(a.z, b.z, c.z);
    vec3 weight = by_x * screen.x + by_y * screen.y + by_1;
    float sum = 1.0 / (weight.x + weight.y + weight.z);
    weight *= sum;
    // The change of the weights from sample to sample chooses the mip level.
    vec2 pace = sum * 2.0 / vec2(views[view].size);
    vec3 along = (by_x - weight * (by_x.x + by_x.y + by_x.z)) * pace.x;
    vec3 down = (by_y - weight * (by_y.x + by_y.y + by_y.z)) * pace.y;

    uvec4 t = triangles[triangle];
    Corner c0 = corners[t.x], c1 = corners[t.y], c2 = corners[t.z];
    vec4 uv_light = weight.x * c0.uv_light + weight.y * c1.uv_light + weight.z * c2.uv_light;
    vec4 light_glow = weight.x * c0.light_glow + weight.y * c1.light_glow + weight.z * c2.light_glow;
    mat3x2 uv = mat3x2(c0.uv_light.xy, c1.uv_light.xy, c2.uv_light.xy);
    vec3 light = vec3(uv_light.zw, light_glow.x), way = ray / nearest;
    vec4 kind = kinds[t.w];
    vec4 texel = textureGrad(materials, vec3(uv_light.xy, kind.x), uv * along, uv * down);
    if (triangle >= GROUND) return ground_colour(texel, screen * 0.5 + 0.5, light, way);
    return solid_colour(texel, uv_light.xy, kind.z, light, light_glow.yzw * pulses[int(kind.y)].x, way);
}

// Composites a sprite over the colour of a sample. `at` is in samples.
void lay(uint name, Sprite sprite, vec2 at, vec3 ray, inout vec3 colour, inout float nearest) {
    vec2 from = at - sprite.place.xy;
    if (name < WIRES) {
        vec2 along = sprite.place.zw - sprite.place.xy;
        float square = dot(along, along), t = dot(from, along) / square;
        float away = abs(along.x * from.y - along.y * from.x) * inversesqrt(square);
        float near = mix(sprite.depth.x, sprite.depth.y, t);
        bool inside = t >= 0.0 && t <= 1.0 && away <= mix(sprite.look.x, sprite.look.y, t);
        if (inside && near >= nearest && near <= 1.0 / NEAR) {
            colour = mix(colour, through_air(vec3(0.012, 0.011, 0.014), ray / near), sprite.look.z);
            nearest = near;
        }
        return;
    }
    if (sprite.place.w < nearest) return;
    float away = length(from), radius = sprite.place.z;
    if (name < WIRES + LAMPS) {
        float coverage = clamp(radius - away + 0.5, 0.0, 1.0);
        if (coverage < 0.02) return;
        colour = mix(colour, sprite.look.rgb, coverage);
        nearest = sprite.place.w;
    } else {
        float fall = max(1.0 - away / radius, 0.0);
        colour += sprite.look.rgb * (fall * fall * fall);
    }
}

void main() {
    uint thread = gl_LocalInvocationIndex;
    ivec2 size = views[view].size, tile = ivec2(gl_WorkGroupID.xy);
    uint mine = uint(views[view].first_tile + tile.y * int(gl_NumWorkGroups.x) + tile.x) * MARK_WORDS + thread;
    if (thread < summary_words) summary[thread] = 0u;
    barrier();
    uint word = 0u;
    if (thread < MARK_WORDS) {
        word = marks[mine];
        marked[thread] = word;
        if (word != 0u) {
            marks[mine] = 0u;
            atomicOr(summary[thread / 32u], 1u << (thread % 32u));
        }
    }

    // The 32 threads of a warp own 8 x 4 samples.
    ivec2 within = ivec2((thread & 7u) | (thread >> 2u & 8u), (thread >> 3u & 3u) | (thread >> 4u & 12u));
    ivec2 here = tile * TILE + within;
    vec2 at = vec2(here) + 0.5, screen = at * 2.0 / vec2(size) - 1.0;
    vec3 ray = mat3(views[view].ray_to_world) * vec3(screen, -1.0);
    int triangle = all(lessThan(here, size)) ? int(texelFetch(seen, here, 0).r) - 1 : -1;
    float nearest = 1.0 / FAR;
    vec3 colour = triangle < 0 ? sky(normalize(ray)) : surface_at(triangle, screen, ray, nearest);
    barrier();

    // `count` is the number of all marks, `first` that of the marks before this thread's.
    uint first = 0u, count = 0u;
    for (uint s = 0u; s < summary_words; ++s)
        for (uint rest = summary[s]; rest != 0u; rest &= rest - 1u) {
            uint other = 32u * s + uint(findLSB(rest)), bits = uint(bitCount(marked[other]));
            if (other < thread) first += bits;
            count += bits;
        }
    for (uint from = 0u; from < count; from += batch) {
        barrier();
        for (; word != 0u && first < from + batch; word &= word - 1u, ++first)
            names[first - from] = 32u * thread + uint(findLSB(word));
        barrier();
        uint many = min(count - from, batch);
        if (thread < many) held[thread] = sprites[uint(view) * SPRITES + names[thread]];
        barrier();
        for (uint i = 0u; i < many; ++i) lay(names[i], held[i], at, ray, colour, nearest);
    }

    if (views[view].finer == 2) {
        samples[within.y][within.x] = vec4(colour, nearest);
        barrier();
        ivec2 two = 2 * within;
        if (any(greaterThanEqual(two, ivec2(TILE)))) return;
        here = tile * (TILE / 2) + within;
        size /= 2;
        colour = 0.25 * (samples[two.y][two.x] + samples[two.y][two.x + 1] + samples[two.y + 1][two.x] +
                         samples[two.y + 1][two.x + 1]).rgb;
        nearest = samples[two.y][two.x].a;
    }
    if (any(greaterThanEqual(here, size))) return;
    imageStore(result, here, vec4(colour, 1.0));
    if (view == 0) imageStore(depths, here, vec4((1.0 / NEAR - nearest) / (1.0 / NEAR - 1.0 / FAR)));
}
