#version 450 core
// Draws one layer of the scene's material textures, once, at the start. A layer has albedo in rgb and an
// emission mask in alpha; `paving` has the tilt of the surface in rg, the albedo in b, and the wetness in
// alpha. The order of the layers is that of app/views/scene/mesh.h.
in vec2 uv;
out vec4 colour;

// LAYER is a definition and not a uniform, because software OpenGL computes every branch that it cannot rule
// out.
const int layer = LAYER;
const int paving = 0, brick = 1, plaster = 2, glass = 3, shop = 4, metal = 5, skyline = 6;

float hash(vec2 p) {
    vec3 q = fract(vec3(p.xyx) * 0.1031);
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
}

// Value noise that repeats after `period` cells.
float noise(vec2 p, float period) {
    vec2 cell = floor(p), f = p - cell;
    f = f * f * (3.0 - 2.0 * f);
    vec2 a = mod(cell, period), b = mod(cell + 1.0, period);
    return mix(mix(hash(a), hash(vec2(b.x, a.y)), f.x), mix(hash(vec2(a.x, b.y)), hash(b), f.x), f.y);
}

float fractal(vec2 p, float period) {
    float sum = 0.0, weight = 0.5;
    for (int octave = 0; octave < 5; ++octave) {
        sum += weight * noise(p * period, period);
        period *= 2.0;
        weight *= 0.5;
    }
    return sum;
}

// 1 inside [low, high], 0 outside, with edges `soft` wide on either side.
float band(float x, float low, float high, float soft) {
    return smoothstep(low - soft, low + soft, x) * (1.0 - smoothstep(high - soft, high + soft, x));
}
float box(vec2 p, vec2 low, vec2 high, float soft) {
    return band(p.x, low.x, high.x, soft) * band(p.y, low.y, high.y, soft);
}

// The height of the stones above the joints: 16 by 24 setts on a texture that is 4 m wide.
float sett_height(vec2 p) {
    vec2 q = p * vec2(16.0, 24.0);
    q.x += 0.5 * mod(floor(q.y), 2.0);
    vec2 cell = floor(q), f = abs(fract(q) - 0.5);
    cell.x = mod(cell.x, 16.0);
    float stone = 1.0 - smoothstep(0.38, 0.5, max(f.x, f.y));
    return stone * (0.75 + 0.5 * hash(cell + 5.0)) + 0.35 * fractal(p + 0.3, 16.0);
}

vec4 draw_paving(vec2 p) {
    const float e = 1.0 / 1024.0;
    float height = sett_height(p);
    vec2 tilt = vec2(height - sett_height(p + vec2(e, 0.0)), height - sett_height(p + vec2(0.0, e))) * 2.2;
    float wet = smoothstep(0.46, 0.60, fractal(p + 0.7, 3.0));
    float albedo = mix(0.055, 0.16, clamp(height, 0.0, 1.0)) * (0.7 + 0.6 * fractal(p, 8.0));
    return vec4(clamp(tilt, -0.5, 0.5) * (1.0 - 0.92 * wet) + 0.5, albedo * (1.0 - 0.55 * wet), wet);
}

// The view through a window: a lit room with curtain, lamp and furniture.
vec3 room(vec2 w, vec2 cell) {
    float wall = 0.55 + 0.25 * w.y;
    float curtain = hash(cell + 2.0) < 0.6 ? smoothstep(0.30, 0.42, abs(w.x - 0.5)) : 0.0;
    float folds = 0.75 + 0.25 * sin(w.x * 70.0);
    float lamp = exp(-18.0 * dot(w - vec2(0.3 + 0.4 * hash(cell), 0.72), w - vec2(0.3 + 0.4 * hash(cell), 0.72)));
    float furniture = step(w.y, 0.18 + 0.22 * hash(vec2(floor(w.x * 5.0), cell.x + cell.y)));
    vec3 light = vec3(1.0, 0.82, 0.60) * (wall + 1.2 * lamp) * (1.0 - 0.7 * furniture);
    return clamp(mix(light, vec3(0.75, 0.55, 0.38) * folds, 0.8 * curtain), 0.0, 1.0);
}

// A wall of three storeys with four windows each.
vec4 windowed_wall(vec2 p, vec3 wall, vec3 frame, vec2 low, vec2 high, vec2 panes) {
    vec2 grid = p * vec2(4.0, 3.0), cell = floor(grid), f = fract(grid);
    vec2 w = (f - low) / (high - low);
    float opening = box(f, low, high, 0.004);
    float surround = box(f, low - vec2(0.035, 0.028), high + vec2(0.035, 0.028), 0.004) - opening;
    float sill = box(f, vec2(low.x - 0.06, low.y - 0.055), vec2(high.x + 0.06, low.y - 0.015), 0.004);
    vec2 bar = abs(fract(w * panes + 0.5) - 0.5) / panes * (high - low);
    float bars = 1.0 - smoothstep(0.006, 0.011, min(bar.x * 0.8, bar.y));
    float edge = 1.0 - box(w, vec2(0.05, 0.035), vec2(0.95, 0.965), 0.008);
    float pane = opening * (1.0 - max(bars, edge));
    vec3 albedo = mix(wall, frame, max(max(surround, sill), opening));
    return vec4(mix(albedo, room(w, mod(cell, vec2(4.0, 3.0))), pane), pane);
}

vec4 draw_brick(vec2 p) {
    vec2 q = p * vec2(44.0, 126.0);  // bricks of 22 by 7.6 cm on 9.6 m
    q.x += 0.5 * mod(floor(q.y), 2.0);
    vec2 cell = floor(q), f = fract(q);
    cell.x = mod(cell.x, 44.0);
    float mortar = 1.0 - box(f, vec2(0.04, 0.10), vec2(0.96, 0.90), 0.04);
    vec3 clay = mix(vec3(0.30, 0.10, 0.065), vec3(0.46, 0.20, 0.13), hash(cell)) * (0.75 + 0.5 * fractal(p, 32.0));
    vec3 wall = mix(clay, vec3(0.38, 0.35, 0.31), mortar * 0.8);
    return windowed_wall(p, wall, vec3(0.55, 0.52, 0.46), vec2(0.27, 0.20), vec2(0.73, 0.80), vec2(2.0, 3.0));
}

vec4 draw_plaster(vec2 p) {
    float stain = fractal(p * vec2(1.0, 1.0), 8.0);
    vec3 wall = vec3(0.56, 0.46, 0.34) * (0.65 + 0.55 * stain) * (0.9 + 0.2 * fractal(p, 64.0));
    vec2 f = fract(p * vec2(4.0, 3.0));
    wall *= 1.0 - 0.35 * band(f.y, 0.955, 0.985, 0.004);  // a moulding under each storey
    // Louvred shutters beside the windows.
    float shutter = box(f, vec2(0.13, 0.17), vec2(0.295, 0.83), 0.004) + box(f, vec2(0.705, 0.17), vec2(0.87, 0.83), 0.004);
    float louvre = 0.55 + 0.45 * smoothstep(0.25, 0.75, abs(fract(f.y * 42.0) - 0.5) * 2.0);
    wall = mix(wall, vec3(0.10, 0.22, 0.20) * louvre, shutter);
    return windowed_wall(p, wall, vec3(0.62, 0.58, 0.50), vec2(0.31, 0.17), vec2(0.69, 0.83), vec2(2.0, 4.0));
}

vec4 draw_glass(vec2 p) {
    vec3 wall = vec3(0.10, 0.11, 0.13) * (0.8 + 0.4 * fractal(p, 16.0));
    return windowed_wall(p, wall, vec3(0.20, 0.21, 0.23), vec2(0.05, 0.14), vec2(0.95, 0.90), vec2(3.0, 2.0));
}

// A shop front of four bays: shelves with goods of many colours, and a door in the third bay.
vec4 draw_shop(vec2 p) {
    vec2 grid = vec2(p.x * 4.0, p.y), cell = floor(grid), f = vec2(fract(grid.x), grid.y);
    vec3 frame = vec3(0.07, 0.075, 0.085) * (0.8 + 0.4 * fractal(p, 32.0));
    bool door = mod(cell.x, 4.0) == 2.0;
    float low = door ? 0.03 : 0.16;
    float pane = box(f, vec2(0.05, low), vec2(0.95, 0.74), 0.004);
    if (door) pane *= 1.0 - band(f.x, 0.48, 0.52, 0.004);
    vec2 w = (f - vec2(0.05, low)) / vec2(0.90, 0.74 - low);

    // The back wall is brighter under the ceiling; before it are three shelves of goods, and spotlights
    // above.
    vec3 inside = vec3(0.95, 0.80, 0.62) * (0.10 + 0.42 * w.y * w.y);
    float level = floor(w.y * 4.5), shelf = fract(w.y * 4.5);
    vec2 item = vec2(floor(w.x * 17.0), level) + cell * 5.0;
    float tall = 0.30 + 0.55 * hash(item);
    float goods = step(shelf, tall) * band(fract(w.x * 17.0), 0.10, 0.90, 0.04) * step(0.16, hash(item + 31.0));
    vec3 paint = 0.5 + 0.5 * cos(6.2831 * (hash(item + 57.0) + vec3(0.0, 0.33, 0.67)));
    float label = step(0.10, shelf) * step(shelf, 0.5 * tall) * band(fract(w.x * 17.0), 0.25, 0.75, 0.03);
    paint = mix(paint * (0.35 + 0.5 * shelf / tall), vec3(0.85), 0.55 * label * step(0.5, hash(item + 77.0)));
    if (!door && level < 3.0) inside = mix(inside, paint, goods * 0.9);
    inside *= 1.0 - 0.8 * (1.0 - smoothstep(0.02, 0.06, shelf)) * step(w.y, 0.7);
    vec2 spot = (vec2(fract(w.x * 3.0), w.y) - vec2(0.5, 0.93)) * vec2(0.33, 0.6);
    inside += vec3(1.0, 0.88, 0.68) * (exp(-220.0 * dot(spot, spot)) + 0.30 * exp(-14.0 * dot(spot, spot)));
    // A person stands in two of five windows.
    vec2 head = (w - vec2(0.25 + 0.5 * hash(cell + 13.0), 0.64)) * vec2(1.25, 1.0);
    float person = hash(cell + 21.0) < 0.4 ? max(1.0 - smoothstep(0.060, 0.068, length(head)), box(head + vec2(0.0, 0.36), vec2(-0.13, -0.36), vec2(0.13, 0.28), 0.02)) : 0.0;
    inside *= 1.0 - 0.88 * person;
    return vec4(mix(frame, clamp(inside, 0.0, 1.0), pane), pane);
}

vec4 draw_metal(vec2 p) {
    return vec4(vec3(0.075, 0.08, 0.09) * (0.6 + 0.8 * fractal(p, 16.0)), 0.0);
}

// Far buildings of 9 storeys with 12 windows each, which are only points of light.
vec4 draw_skyline(vec2 p) {
    vec2 grid = p * vec2(12.0, 9.0), cell = floor(grid), f = fract(grid);
    float pane = box(f, vec2(0.22, 0.25), vec2(0.78, 0.75), 0.03) * step(0.62, hash(cell + 3.0));
    vec3 tint = mix(vec3(1.0, 0.70, 0.40), vec3(0.75, 0.88, 1.0), step(0.7, hash(cell + 9.0)));
    return vec4(mix(vec3(0.05, 0.06, 0.09), tint, pane), pane);
}

void main() {
    if (layer == paving) colour = draw_paving(uv);
    else if (layer == brick) colour = draw_brick(uv);
    else if (layer == plaster) colour = draw_plaster(uv);
    else if (layer == glass) colour = draw_glass(uv);
    else if (layer == shop) colour = draw_shop(uv);
    else if (layer == metal) colour = draw_metal(uv);
    else colour = draw_skyline(uv);
#ifdef SQUARE_ROOTS
    colour.rgb = sqrt(max(colour.rgb, 0.0));
#endif
}
