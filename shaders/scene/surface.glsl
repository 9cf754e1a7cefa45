#version 450 core
// The shading of the scene's surfaces; linked into the programs that draw them by fragment shaders
// (shaders/scene/scene.frag, ground.frag) and by compute shaders (shade.comp). Texels come as they are in the
// texture.
uniform sampler2D reflection;  // the mirrored scene, which the ground reads

vec3 through_air(vec3 colour, vec3 way);

vec4 decoded(vec4 texel) {
#ifdef SQUARE_ROOTS
    texel.rgb *= texel.rgb;
#endif
    return texel;
}

// The light of a window: two of five windows are lit, and about one in six has a bluish lamp.
vec3 window_light(vec2 uv, float seed) {
    vec2 cell = floor(uv * vec2(4.0, 3.0)) + seed;
    vec3 chance = fract(sin(dot(cell, vec2(12.9898, 78.233))) * vec3(43758.5453, 22578.1459, 19642.3490));
    vec3 tint = chance.y < 0.16 ? vec3(0.45, 0.75, 1.15) : vec3(1.0, 0.72, 0.42);
    return tint * (chance.x < 0.42 ? 0.35 + 1.1 * chance.z : 0.012);
}

// Houses, signs and posts: albedo times baked light, plus emission.
vec3 solid_colour(vec4 texel, vec2 uv, float window_seed, vec3 light, vec3 emission, vec3 way) {
    texel = decoded(texel);
    vec3 shine = texel.rgb * texel.a * emission;
    if (window_seed > 0.0) shine *= window_light(uv, window_seed);
    return through_air(texel.rgb * (1.0 - 0.85 * texel.a) * light + shine, way);
}

// The wet street: stones under baked light, and the reflection, which is sharp in the puddles and drawn out
// into streaks on the drier stones. `at`: the position on the screen, 0 .. 1.
vec3 ground_colour(vec4 texel, vec2 at, vec3 light, vec3 way) {
    texel = decoded(texel);
    vec2 tilt = texel.rg - 0.5;
    float wet = texel.a;

    float far = length(way);
    float cosine = clamp(-way.y / far, 0.0, 1.0);
    float rough = 1.0 - wet;
    at += tilt * vec2(0.035, 0.09) / (1.0 + 0.06 * far);
    float blur = 0.4 + 2.6 * rough;
    float streak = 0.030 * rough;
    vec3 mirrored = 0.4 * textureLod(reflection, at, blur).rgb +
                    0.3 * textureLod(reflection, at + vec2(0.0, streak), blur + 0.5).rgb +
                    0.3 * textureLod(reflection, at - vec2(0.0, streak), blur + 0.5).rgb;

    float fresnel = 0.03 + 0.97 * pow(1.0 - cosine, 5.0);
    float gloss = fresnel * mix(0.62, 0.95, wet);
    return through_air(vec3(texel.b) * light * (1.0 - gloss) + mirrored * gloss, way);
}
