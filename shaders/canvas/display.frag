#version 450 core
// Draws shown() of shaders/canvas/display.glsl into a framebuffer.
out vec4 colour;

bool shown(vec2 fragment, out vec3 colour);

void main() {
    vec3 value;
    if (!shown(gl_FragCoord.xy, value)) discard;
    colour = vec4(value, 1.0);
}
