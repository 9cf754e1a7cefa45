#version 450 core
// Draws lamps as billboards, one instance each. A lamp smaller than a pixel is drawn about one pixel wide and
// dimmer, so that it neither flickers nor loses energy.
layout(location = 0) in vec4 centre_and_radius;
layout(location = 1) in vec4 radiance_and_phase;

out vec3 way;
out vec2 corner;       // -1 .. 1 over the quad
out float soft;        // one pixel in units of `corner`
flat out vec3 radiance;

uniform mat4 view_projection;
uniform vec3 eye;
uniform float mirror;
uniform float pixels_per_unit;  // height of the picture / (2 tan(field of view / 2))
uniform vec2 pixel_size;
uniform float halo;             // 0: the lamp itself; otherwise the radius of its halo in lamp radii
uniform float seconds;

void main() {
    vec3 centre = centre_and_radius.xyz * vec3(1.0, mirror, 1.0);
    vec4 clip = view_projection * vec4(centre, 1.0);
    float radius = centre_and_radius.w * pixels_per_unit / max(clip.w, 1e-3);
    float drawn = max(radius, 0.9);
    corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    float reach = halo > 0.0 ? radius * halo : drawn + 0.5;
    corner *= halo > 0.0 ? 1.0 : reach / drawn;
    soft = 1.0 / drawn;
    float dimmed = halo > 0.0 ? 1.0 : (radius * radius) / (drawn * drawn);
    float twinkle = 1.0 + 0.12 * sin(seconds * 2.1 + radiance_and_phase.w);
    radiance = radiance_and_phase.rgb * dimmed * twinkle;
    way = centre - eye;
    vec2 quad = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    gl_Position = clip + vec4(quad * reach * 2.0 * pixel_size * clip.w, 0.0, 0.0);
    gl_ClipDistance[0] = centre_and_radius.y;
    if (clip.w < 0.05) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);  // behind the eye
}
