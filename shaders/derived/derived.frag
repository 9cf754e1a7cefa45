#version 450 core
// The arithmetic of derive() in core/problem/derived.cpp, on the textures of a picture and of what filters made of it. Alpha
// is that of the picture.
out vec4 derived;

uniform sampler2D original;
uniform sampler2D first;
uniform sampler2D second;
uniform int kind;       // DerivedKind
uniform bool decodes;   // the original is encoded as sRGB
uniform float amount;
uniform float threshold;
uniform vec2 weights;   // of first and second

vec3 light(vec3 encoded) {
    return mix(encoded / 12.92, pow((encoded + 0.055) / 1.055, vec3(2.4)), greaterThan(encoded, vec3(0.04045)));
}

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    vec4 pixel = texelFetch(original, p, 0);
    vec3 x = decodes ? light(pixel.rgb) : pixel.rgb;
    vec3 r = texelFetch(first, p, 0).rgb, s = texelFetch(second, p, 0).rgb;
    vec3 fine = x - r, result = r;
    if (kind == 1)  // unsharp
        result = mix(x, x + amount * fine, greaterThan(abs(fine), vec3(threshold)));
    else if (kind == 2)  // high-pass
        result = fine;
    else if (kind == 3)  // dog
        result = r - s;
    else if (kind == 4)  // log
        result = weights.x * r + weights.y * s;
    else if (kind == 5)  // gradient
        result = weights.y == 0.0 ? abs(r) : sqrt(r * r + s * s);
    derived = vec4(result, pixel.a);
}
