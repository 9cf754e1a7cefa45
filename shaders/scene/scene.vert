#version 450 core
// The solid parts of the scene and its ground. Light is baked into the vertices.
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 coordinates;
layout(location = 2) in vec3 baked;
layout(location = 3) in vec3 glow;
layout(location = 4) in vec3 kind;  // material layer, pulse, window seed

out vec3 way;  // from the eye
out vec2 texture_uv;
centroid out vec3 light;  // centroid: extrapolated beyond the triangle it could become negative
centroid out vec3 emission;
flat out vec2 layer_and_seed;

uniform mat4 view_projection;
uniform vec3 eye;
uniform float pulse[6];
uniform float mirror;  // -1 draws the world upside down for the reflection in the street; otherwise 1

void main() {
    vec3 world = vec3(position.x, position.y * mirror, position.z);
    gl_Position = view_projection * vec4(world, 1.0);
    gl_ClipDistance[0] = position.y;
    way = world - eye;
    texture_uv = coordinates;
    light = baked;
    emission = glow * pulse[int(kind.y)];
    layer_and_seed = kind.xz;
}
