#version 450 core
// The mean of the samples that are there: the filtered samples by their filtered weights, which
// core/engine/missing_samples.h divides for files. NaN stands for what is missing.
out vec4 mean;

uniform sampler2D filtered;
uniform sampler2D weight;   // of the filter, over the samples that are there
uniform sampler2D there;    // 1 or 0
uniform bool divides;       // otherwise the samples are means already
uniform bool fills;         // the mean of others stands for what is missing
uniform float least;        // weight of a mean

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    vec4 w = divides ? texelFetch(weight, p, 0) : vec4(1.0);
    bvec4 unknown = lessThan(w, vec4(least));
    bvec4 hole = fills ? bvec4(false) : lessThan(texelFetch(there, p, 0), vec4(0.5));
    vec4 value = texelFetch(filtered, p, 0) / mix(w, vec4(1.0), unknown);
    mean = mix(mix(value, vec4(uintBitsToFloat(0x7fc00000u)), unknown), vec4(uintBitsToFloat(0x7fc00000u)), hole);
}
