#version 450 core
// Draws cables and twigs as ribbons that face the camera, at least about one pixel wide, and more transparent
// instead of thinner.
layout(location = 0) in vec4 from_and_radius;
layout(location = 1) in vec3 to;

out vec3 way;
flat out float opacity;

uniform mat4 view_projection;
uniform vec3 eye;
uniform float mirror;
uniform float pixels_per_unit;
uniform vec2 pixel_size;

void main() {
    vec3 flipped = vec3(1.0, mirror, 1.0);
    vec4 a = view_projection * vec4(from_and_radius.xyz * flipped, 1.0);
    vec4 b = view_projection * vec4(to * flipped, 1.0);
    bool second = gl_VertexID >= 2;
    vec4 here = second ? b : a;
    vec2 along = (b.xy / max(b.w, 0.05) - a.xy / max(a.w, 0.05)) / pixel_size;
    vec2 across = normalize(vec2(-along.y, along.x) + 1e-6);
    float radius = from_and_radius.w * pixels_per_unit / max(here.w, 0.05);
    float drawn = max(radius, 0.55);
    opacity = min(radius / drawn, 1.0);
    float side = float(gl_VertexID & 1) * 2.0 - 1.0;
    gl_Position = here + vec4(across * side * drawn * 2.0 * pixel_size * here.w, 0.0, 0.0);
    vec3 world = (second ? to : from_and_radius.xyz);
    gl_ClipDistance[0] = world.y;
    way = world * flipped - eye;
    if (min(a.w, b.w) < 0.05) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
