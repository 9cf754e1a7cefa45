#version 450 core
// Houses, signs, posts: albedo times baked light, plus what shines by itself.
in vec3 way;
in vec2 texture_uv;
centroid in vec3 light;
centroid in vec3 emission;
flat in vec2 layer_and_seed;
out vec4 colour;

uniform sampler2DArray materials;

vec3 through_air(vec3 colour, vec3 way);

// Somebody is at home behind two windows of five; one in six of those has another lamp.
vec3 window_light(vec2 uv, float seed) {
    vec2 cell = floor(uv * vec2(4.0, 3.0)) + seed;
    vec3 chance = fract(sin(dot(cell, vec2(12.9898, 78.233))) * vec3(43758.5453, 22578.1459, 19642.3490));
    vec3 tint = chance.y < 0.16 ? vec3(0.45, 0.75, 1.15) : vec3(1.0, 0.72, 0.42);
    return tint * (chance.x < 0.42 ? 0.35 + 1.1 * chance.z : 0.012);
}

void main() {
    vec4 texel = texture(materials, vec3(texture_uv, layer_and_seed.x));
#ifdef SQUARE_ROOTS
    texel.rgb *= texel.rgb;
#endif
    vec3 shine = texel.rgb * texel.a * emission;
    if (layer_and_seed.y > 0.0) shine *= window_light(texture_uv, layer_and_seed.y);
    colour = vec4(through_air(texel.rgb * (1.0 - 0.85 * texel.a) * light + shine, way), 1.0);
}
