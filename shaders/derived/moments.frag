#version 450 core
// What the runs of local means and deviations filter, in the steps of app/views/derived/moments.cpp: a datum, a mean of each channel
// over a lattice of pixels; the samples less that datum, and their squares; slopes and intercepts of the guided filter.
layout(location = 0) out vec4 one;
layout(location = 1) out vec4 two;

uniform sampler2D first;   // the picture; in the last step the mean of the samples
uniform sampler2D second;  // the datum; in the last step the mean of the squares
uniform int step;
uniform bool decodes;      // the picture is encoded as sRGB
uniform bool takes_datum;
uniform float eps;

vec4 light(vec4 pixel) {
    vec3 linear = mix(pixel.rgb / 12.92, pow((pixel.rgb + 0.055) / 1.055, vec3(2.4)), greaterThan(pixel.rgb, vec3(0.04045)));
    return decodes ? vec4(linear, pixel.a) : pixel;
}

// Pixels that are not finite have no part in it.
vec4 mean_of_lattice() {
    const int points = 32;
    ivec2 size = textureSize(first, 0);
    vec3 sum = vec3(0), count = vec3(0);
    for (int y = 0; y < points; ++y)
        for (int x = 0; x < points; ++x) {
            vec3 at = light(texelFetch(first, (2 * ivec2(x, y) + 1) * size / (2 * points), 0)).rgb;
            for (int c = 0; c < 3; ++c)
                if (!isnan(at[c]) && !isinf(at[c])) {
                    sum[c] += at[c];
                    count[c] += 1.0;
                }
        }
    return takes_datum ? vec4(sum / max(count, vec3(1)), 0) : vec4(0);
}

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    if (step == 0) {
        one = two = mean_of_lattice();
    } else if (step == 1) {
        one = light(texelFetch(first, p, 0)) - texelFetch(second, ivec2(0), 0);
        two = vec4(one.rgb * one.rgb, one.a);
    } else {
        vec4 mean = texelFetch(first, p, 0), variance = max(texelFetch(second, p, 0) - mean * mean, vec4(0));
        one = variance / (variance + eps);
        two = mean * (1.0 - one);
    }
}
