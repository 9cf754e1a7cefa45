#version 450 core
// The difference result - other, pixel by pixel; alpha is not compared.
out vec4 difference;

uniform sampler2D result;
uniform sampler2D other;

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    difference = vec4(texelFetch(result, p, 0).rgb - texelFetch(other, p, 0).rgb, 0.0);
}
