#version 450 core
// Places wires, lamps and halos on the screen, in both views, and marks each of them in every tile that it
// may touch. The shapes are those that shaders/scene/wire.vert and lamp.vert draw. A group owns a sprite of a
// view; its threads share the tiles.
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Wires { float wires[]; };  // from, radius, to
layout(std430, binding = 1) readonly buffer Lamps { vec4 lamps[]; };   // centre, radius; radiance, phase
struct Sprite {
    vec4 place;  // wire: both ends; lamp, halo: centre, radius, 1 / distance; in samples and metres
    vec4 look;   // wire: half its width at both ends, opacity; lamp, halo: light
    vec4 depth;  // wire: 1 / distance of both ends
};
layout(std430, binding = 2) writeonly buffer Sprites { Sprite sprites[]; };  // SPRITES for each view
layout(std430, binding = 3) buffer Marks { uint marks[]; };  // MARK_WORDS for each tile, one bit a sprite

vec3 through_air(vec3 colour, vec3 way);

const float half_diagonal = 0.7072 * float(TILE);
int view;

vec2 on_screen(vec4 clip) {
    return (clip.xy / max(clip.w, 0.05) * 0.5 + 0.5) * vec2(views[view].size);
}

// Marks the tiles that a sprite touches; low and high are the corners of a box around it, in samples.
void mark(uint name, vec2 low, vec2 high, bool is_wire, Sprite sprite) {
    ivec2 size = views[view].size;
    ivec2 first = ivec2(clamp(low, vec2(0.0), vec2(size))) / TILE;
    ivec2 last = ivec2(clamp(high, vec2(-1.0), vec2(size - 1))) / TILE;
    if (any(lessThan(high, vec2(0.0))) || any(greaterThanEqual(low, vec2(size)))) return;
    ivec2 many = last - first + 1;
    int across = (size.x + TILE - 1) / TILE;
    vec2 a = sprite.place.xy, along = is_wire ? normalize(sprite.place.zw - a) : vec2(0.0);
    float reach = half_diagonal + (is_wire ? max(sprite.look.x, sprite.look.y) : sprite.place.z + 0.5);
    for (int k = int(gl_LocalInvocationIndex); k < many.x * many.y; k += 32) {
        ivec2 tile = first + ivec2(k % many.x, k / many.x);
        vec2 from = (vec2(tile) + 0.5) * float(TILE) - a;
        // The distance from the line, or from the centre.
        float away = is_wire ? abs(along.x * from.y - along.y * from.x) : length(from);
        if (away > reach) continue;
        int at = views[view].first_tile + tile.y * across + tile.x;
        atomicOr(marks[at * MARK_WORDS + int(name / 32u)], 1u << (name % 32u));
    }
}

void place_wire(uint name) {
    vec3 from = vec3(wires[7u * name], wires[7u * name + 1u], wires[7u * name + 2u]);
    vec3 to = vec3(wires[7u * name + 4u], wires[7u * name + 5u], wires[7u * name + 6u]);
    float radius = wires[7u * name + 3u] * views[view].samples_per_unit;
    vec4 a = views[view].to_clip * vec4(from, 1.0), b = views[view].to_clip * vec4(to, 1.0);
    if (min(a.w, b.w) < 0.05) return;
    // A wire is drawn at least about one sample wide, and more transparent instead of thinner.
    vec2 radii = radius / vec2(a.w, b.w), drawn = max(radii, 0.55);
    Sprite sprite = Sprite(vec4(on_screen(a), on_screen(b)), vec4(drawn, min(radii.y / drawn.y, 1.0), 0.0),
                           vec4(1.0 / a.w, 1.0 / b.w, 0.0, 0.0));
    if (gl_LocalInvocationIndex == 0u) sprites[uint(view) * SPRITES + name] = sprite;
    vec2 wide = vec2(max(drawn.x, drawn.y));
    vec2 a_end = sprite.place.xy, b_end = sprite.place.zw;
    mark(name, min(a_end, b_end) - wide, max(a_end, b_end) + wide, true, sprite);
}

void place_lamp(uint name, uint lamp, bool halo) {
    vec4 centre_and_radius = lamps[2u * lamp], radiance_and_phase = lamps[2u * lamp + 1u];
    vec4 clip = views[view].to_clip * vec4(centre_and_radius.xyz, 1.0);
    if (clip.w < NEAR || clip.w > FAR) return;
    float radius = centre_and_radius.w * views[view].samples_per_unit / clip.w;
    vec3 light = radiance_and_phase.rgb * (1.0 + 0.12 * sin(seconds * 2.1 + radiance_and_phase.w));
    if (halo) {
        light *= 0.010;
        radius *= 9.0;
    } else {
        // A lamp is drawn at least about two samples wide, and dimmer instead of smaller.
        float drawn = max(radius, 0.9);
        light *= (radius * radius) / (drawn * drawn);
        light = through_air(light, centre_and_radius.xyz - views[view].eye);
        radius = drawn;
    }
    Sprite sprite = Sprite(vec4(on_screen(clip), radius, 1.0 / clip.w), vec4(light, 0.0), vec4(0.0));
    if (gl_LocalInvocationIndex == 0u) sprites[uint(view) * SPRITES + name] = sprite;
    mark(name, sprite.place.xy - radius - 0.5, sprite.place.xy + radius + 0.5, false, sprite);
}

void main() {
    uint name = gl_WorkGroupID.x;
    view = int(gl_WorkGroupID.y);
    if (name < WIRES) place_wire(name);
    else if (name < WIRES + LAMPS) place_lamp(name, name - WIRES, false);
    else place_lamp(name, name - WIRES - LAMPS, true);
}
