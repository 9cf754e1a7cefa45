#version 450 core
// Everything at infinity.
in vec2 uv;
out vec4 colour;

uniform vec2 ray_scale;  // tangents of half the field of view; y negative: row 0 is the top
uniform mat4 view_to_world;

vec3 sky(vec3 direction);

float hash(vec2 p) {
    vec3 q = fract(vec3(p.xyx) * 0.1031);
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
}

void main() {
    vec3 ray = vec3((uv * 2.0 - 1.0) * ray_scale, -1.0);
    vec3 direction = normalize(mat3(view_to_world) * ray);
    // Stars: one cell in thirty holds one.
    vec2 cell = direction.xy / max(-direction.z, 0.2) * 90.0;
    float chance = hash(floor(cell));
    vec2 offset = fract(cell) - 0.5;
    float star = step(0.967, chance) * exp(-dot(offset, offset) * 60.0) * smoothstep(0.15, 0.5, direction.y);
    colour = vec4(sky(direction) + star * 1.5 * (chance - 0.95) * 20.0, 1.0);
}
