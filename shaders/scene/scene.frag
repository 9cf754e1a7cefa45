#version 450 core
// The solid parts of the scene (shaders/scene/surface.glsl).
in vec3 way;
in vec2 texture_uv;
centroid in vec3 light;
centroid in vec3 emission;
flat in vec2 layer_and_seed;
out vec4 colour;

uniform sampler2DArray materials;

vec3 solid_colour(vec4 texel, vec2 uv, float window_seed, vec3 light, vec3 emission, vec3 way);

void main() {
    vec4 texel = texture(materials, vec3(texture_uv, layer_and_seed.x));
    colour = vec4(solid_colour(texel, texture_uv, layer_and_seed.y, light, emission, way), 1.0);
}
