#version 450 core
// A film's frame as floats. The sampler decodes the bytes to linear light where it looks at them as sRGB.
out vec4 light;

uniform sampler2D frame;
uniform bool multiplies;  // its colours by its alpha

void main() {
    light = texelFetch(frame, ivec2(gl_FragCoord.xy), 0);
    if (multiplies) light.rgb *= light.a;
}
