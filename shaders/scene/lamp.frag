#version 450 core
// A lamp is a disc with a soft edge; its halo in the damp air is added to what is behind.
in vec3 way;
in vec2 corner;
in float soft;
flat in vec3 radiance;
out vec4 colour;  // premultiplied

uniform float halo;

vec3 through_air(vec3 colour, vec3 way);

void main() {
    float distance = length(corner);
    if (halo > 0.0) {
        float fall = max(1.0 - distance, 0.0);
        colour = vec4(radiance * 0.010 * fall * fall * fall, 0.0);
        return;
    }
    float coverage = clamp((1.0 - distance) / soft + 0.5, 0.0, 1.0);
    if (coverage < 0.02) discard;
    colour = vec4(through_air(radiance, way) * coverage, coverage);
}
