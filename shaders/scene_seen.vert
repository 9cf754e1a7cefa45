#version 450 core
// Only where the triangles are; shaders/scene_shade.comp paints them.
layout(location = 0) in vec3 position;

uniform mat4 view_projection;
uniform float mirror;  // as shaders/scene.vert

void main() {
    gl_Position = view_projection * vec4(position.x, position.y * mirror, position.z, 1.0);
    gl_ClipDistance[0] = position.y;
}
