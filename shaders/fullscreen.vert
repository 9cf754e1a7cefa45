#version 450 core
// One triangle that covers the viewport; `uv` runs from 0 to 1 over the viewport, with the origin at the
// lower left.
out vec2 uv;

void main() {
    uv = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(uv * 2.0 - 1.0, 0.0, 1.0);
}
