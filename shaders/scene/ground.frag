#version 450 core
// The wet ground of the scene, which reads the reflection (shaders/scene/surface.glsl).
in vec3 way;
in vec2 texture_uv;
centroid in vec3 light;
flat in vec2 layer_and_seed;
out vec4 colour;

uniform sampler2DArray materials;
uniform vec2 pixel_size;  // of the whole picture: 1 / width, 1 / height

vec3 ground_colour(vec4 texel, vec2 at, vec3 light, vec3 way);

void main() {
    vec4 texel = texture(materials, vec3(texture_uv, layer_and_seed.x));
    colour = vec4(ground_colour(texel, gl_FragCoord.xy * pixel_size, light, way), 1.0);
}
