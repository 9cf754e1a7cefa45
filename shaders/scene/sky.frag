#version 450 core
// The sky, at infinity.
in vec2 uv;
out vec4 colour;

uniform vec2 ray_scale;  // tangents of half the field of view; y negative: row 0 is the top
uniform mat4 view_to_world;

vec3 sky(vec3 direction);

void main() {
    vec3 ray = vec3((uv * 2.0 - 1.0) * ray_scale, -1.0);
    colour = vec4(sky(normalize(mat3(view_to_world) * ray)), 1.0);
}
