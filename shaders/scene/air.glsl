#version 450 core
// The sky and the haze of the built-in scene; linked into every program that draws it.

float hash(vec2 p) {
    vec3 q = fract(vec3(p.xyx) * 0.1031);
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
}

// The radiance of the sky in a direction: dusk behind the tower, stars above.
vec3 sky(vec3 direction) {
    float up = max(direction.y, 0.0);
    vec3 dusk = mix(vec3(0.55, 0.22, 0.17), vec3(0.13, 0.10, 0.24), smoothstep(0.0, 0.24, up));
    vec3 night = mix(dusk, vec3(0.010, 0.022, 0.075), smoothstep(0.10, 0.62, up));
    float west = 0.5 - 0.5 * direction.z;  // the street runs towards the sunset
    // Stars: one cell in thirty holds one.
    vec2 cell = direction.xy / max(-direction.z, 0.2) * 90.0;
    float chance = hash(floor(cell));
    vec2 offset = fract(cell) - 0.5;
    float star = step(0.967, chance) * exp(-dot(offset, offset) * 60.0) * smoothstep(0.15, 0.5, direction.y);
    return night * (0.25 + 0.75 * west * west) + star * 1.5 * (chance - 0.95) * 20.0;
}

// `colour` attenuated by the haze along `way` (from the eye to the point, metres), plus the light of the
// haze.
vec3 through_air(vec3 colour, vec3 way) {
    float far = length(way);
    float haze = 1.0 - exp(-far * 0.006 - far * far * 0.00003);
    vec3 tint = vec3(0.125, 0.072, 0.105) * (0.3 + 0.7 * clamp(-way.z / far, 0.0, 1.0));
    return mix(colour, tint, haze);
}
