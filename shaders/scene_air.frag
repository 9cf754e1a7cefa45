#version 450 core
// Sky and haze of the built-in scene; linked into every program of it.

// Radiance of the sky in a direction: the last light behind the tower, the first stars above.
vec3 sky(vec3 direction) {
    float up = max(direction.y, 0.0);
    vec3 dusk = mix(vec3(0.62, 0.26, 0.20), vec3(0.16, 0.13, 0.26), smoothstep(0.0, 0.22, up));
    vec3 night = mix(dusk, vec3(0.018, 0.034, 0.095), smoothstep(0.08, 0.75, up));
    float west = 0.5 - 0.5 * direction.z;  // the street looks to where the sun went down
    return night * (0.25 + 0.75 * west * west);
}

// What is left of `colour` after `way` (from the eye to the point, metres), with the haze added.
vec3 through_air(vec3 colour, vec3 way) {
    float far = length(way);
    float haze = 1.0 - exp(-far * 0.0085 - far * far * 0.000018);
    vec3 tint = vec3(0.20, 0.115, 0.13) * (0.35 + 0.65 * clamp(-way.z / far, 0.0, 1.0));
    return mix(colour, tint, haze);
}
