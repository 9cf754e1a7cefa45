#version 450 core
// The wet street: stones under baked light, and the mirrored scene, sharp in the puddles and drawn out into
// streaks on the wet stones.
in vec3 way;
in vec2 texture_uv;
centroid in vec3 light;
centroid in vec3 emission;
flat in vec2 layer_and_seed;
out vec4 colour;

uniform sampler2DArray materials;
uniform sampler2D reflection;
uniform vec2 pixel_size;  // of the whole picture: 1 / width, 1 / height

vec3 through_air(vec3 colour, vec3 way);

void main() {
    vec4 texel = texture(materials, vec3(texture_uv, layer_and_seed.x));
#ifdef SQUARE_ROOTS
    texel.rgb *= texel.rgb;
#endif
    vec2 tilt = texel.rg - 0.5;
    float wet = texel.a;

    float far = length(way);
    float cosine = clamp(-way.y / far, 0.0, 1.0);
    float rough = 1.0 - wet;
    vec2 at = gl_FragCoord.xy * pixel_size + tilt * vec2(0.035, 0.09) / (1.0 + 0.06 * far);
    float blur = 0.4 + 2.6 * rough;
    float streak = 0.030 * rough;
    vec3 mirrored = 0.4 * textureLod(reflection, at, blur).rgb +
                    0.3 * textureLod(reflection, at + vec2(0.0, streak), blur + 0.5).rgb +
                    0.3 * textureLod(reflection, at - vec2(0.0, streak), blur + 0.5).rgb;

    float fresnel = 0.03 + 0.97 * pow(1.0 - cosine, 5.0);
    float gloss = fresnel * mix(0.62, 0.95, wet);
    colour = vec4(through_air(vec3(texel.b) * light * (1.0 - gloss) + mirrored * gloss, way), 1.0);
}
