#version 450 core
// A wire, dark and more transparent where it is thin (shaders/scene/wire.vert).
in vec3 way;
flat in float opacity;
out vec4 colour;  // premultiplied

vec3 through_air(vec3 colour, vec3 way);

void main() {
    colour = vec4(through_air(vec3(0.012, 0.011, 0.014), way), 1.0) * opacity;
}
