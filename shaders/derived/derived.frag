#version 450 core
// The arithmetic of derive() in core/derived/derived.cpp, on the textures of a picture and of what filters made of it. Alpha
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
uniform sampler2D taken; // of local means and deviations: a pixel with what was taken off the original
uniform vec2 values;     // and the values of the kind, in the order of its row in derived_kinds()

vec3 light(vec3 encoded) {
    return mix(encoded / 12.92, pow((encoded + 0.055) / 1.055, vec3(2.4)), greaterThan(encoded, vec3(0.04045)));
}

// What is made of a local mean and deviation (core/derived/local_statistics.h), or of the two means of the guided filter.
vec3 of_moments(vec3 x, vec3 mean, vec3 second) {
    vec3 datum = texelFetch(taken, ivec2(0), 0).rgb, deviation = sqrt(max(second - mean * mean, vec3(0)));
    if (kind == 7) {  // normalize
        vec3 divisor = max(deviation, vec3(values.x));
        return mix(vec3(0), (x - mean) / divisor, greaterThan(divisor, vec3(0)));
    }
    if (kind == 8)  // bradley
        return vec3(greaterThan(x + datum, (mean + datum) * (1.0 - values.x)));
    if (kind == 9)  // niblack
        return vec3(greaterThan(x, mean - values.x * deviation));
    if (kind == 10)  // sauvola
        return vec3(greaterThan(x + datum, (mean + datum) * (1.0 + values.x * (deviation / values.y - 1.0))));
    return kind == 11 ? mean * x + second + datum : deviation;  // guided
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
    else if (kind > 5)
        result = of_moments(x, r, s);
    derived = vec4(result, pixel.a);
}
