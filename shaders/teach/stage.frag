#version 450 core
// Draws a pass under way: its input on one side of the front, its output on the other; and beyond the
// picture's edge, on the side from which the pass comes, the extension that the boundary prescribes.
out vec4 colour;

uniform sampler2D before;
uniform sampler2D after;
uniform sampler2D beyond;    // the causal pass continued beyond the picture, where the anticausal pass starts
uniform vec2 picture_size;
uniform vec2 origin;         // window position of the picture's upper left corner
uniform float zoom;          // window pixels per picture pixel
uniform float window_height;
uniform bool columns;        // the pass runs down or up
uniform bool forward;        // down or right
uniform int lines;           // how many rows or columns are done; with blocks: how many blocks, row by row
uniform int block;           // the side of a block; 0: the pass runs by rows or columns
uniform float margin;        // picture pixels that are shown beyond the edge
uniform int boundary;        // 0 none, 1 a constant, 2 clamp, 3 repeat, 4 mirror, 5: in `beyond`, 6 reflect101
uniform vec3 outside;        // the constant
uniform vec3 background;     // beyond what the boundary shows
uniform vec2 gains;          // of `before` and `after`
uniform ivec2 differences;   // not 0: `before` or `after` has values around zero
uniform float dim;           // brightness of what the pass has not reached; 1 leaves it as it is
uniform float exposure;      // factor
uniform bool soft_highlights;
uniform bool encoded;        // the values are sRGB already

vec3 magnified(sampler2D picture, vec2 p) {
    vec2 border = floor(p + 0.5);
    vec2 at = border + clamp((p - border) * zoom, -0.5, 0.5);
    return texture(picture, at / picture_size).rgb;
}

vec3 sampled(sampler2D picture, vec2 p) {
    return zoom > 1.0 ? magnified(picture, p) : texture(picture, p / picture_size).rgb;
}

vec3 roll_off(vec3 x) {
    const float knee = 0.6;
    return mix(x, knee + (1.0 - knee) * (1.0 - exp((knee - x) / (1.0 - knee))), greaterThan(x, vec3(knee)));
}

vec3 encode(vec3 x) {
    return mix(12.92 * x, 1.055 * pow(max(x, 0.0031308), vec3(1.0 / 2.4)) - 0.055, greaterThan(x, vec3(0.0031308)));
}

// The colour on the screen. Values that light never has are marked: negative ones are blue, and those above 1
// are amber unless highlights roll off.
vec3 shown(vec3 value, float gain, bool around_zero) {
    value *= gain * exposure;
    if (around_zero) return clamp(0.5 + value, 0.0, 1.0);
    float least = min(value.r, min(value.g, value.b)), most = max(value.r, max(value.g, value.b));
    vec3 light = max(value, 0.0);
    if (soft_highlights) light = roll_off(light);
    light = clamp(encoded ? light : encode(light), 0.0, 1.0);
    if (least < 0.0) {
        float depth = encode(vec3(min(-least, 1.0))).r;
        light = mix(light, vec3(0.10, 0.42, 1.0) * max(depth, 0.25), smoothstep(0.02, 0.15, depth));
    }
    if (!soft_highlights) light = mix(light, vec3(1.0, 0.66, 0.20), 0.85 * smoothstep(1.02, 1.5, most));
    return light;
}

// The position from which the boundary takes a sample before number 0 or after number n - 1.
float taken_from(float at, float n) {
    if (boundary == 2) return clamp(at, 0.5, n - 0.5);
    if (boundary == 3) return mod(at, n);
    if (boundary == 6) {  // mirrored at the middles of the outermost pixels
        float turn = mod(at - 0.5, max(2.0 * n - 2.0, 1.0));
        return 0.5 + min(turn, max(2.0 * n - 2.0 - turn, 0.0));
    }
    float k = mod(at, 2.0 * n);
    return k < n ? k : 2.0 * n - k;
}

vec3 continued(vec2 p, float at, float n) {
    if (boundary == 1) return outside;
    vec2 from = p;
    if (boundary == 5) {
        float step_out = at < 0.0 ? -at : at - n;
        ivec2 size = textureSize(beyond, 0);
        ivec2 pixel = columns ? ivec2(int(p.x), int(step_out)) : ivec2(int(step_out), int(p.y));
        return texelFetch(beyond, clamp(pixel, ivec2(0), size - 1), 0).rgb;
    }
    if (columns) from.y = taken_from(at, n); else from.x = taken_from(at, n);
    return textureLod(before, from / picture_size, 0.0).rgb;
}

void main() {
    vec2 window = vec2(gl_FragCoord.x, window_height - gl_FragCoord.y), p = (window - origin) / zoom;
    float at = columns ? p.y : p.x, across = columns ? p.x : p.y;
    float n = columns ? picture_size.y : picture_size.x, m = columns ? picture_size.x : picture_size.y;
    if (across < 0.0 || across >= m) discard;
    float out_by = forward ? -at : at - n;  // before the first sample that the pass meets
    if (out_by > 0.0) {
        if (out_by > margin || boundary == 0) discard;
        vec3 faint = shown(continued(p, at, n), gains.x, differences.x != 0);
        // Slanted stripes show that this is no part of the picture.
        float stripe = step(0.5, fract((window.x + window.y) / 9.0));
        float fade = 1.0 - smoothstep(0.55, 1.0, out_by / margin);
        colour = vec4(mix(background, faint, (0.26 + 0.12 * stripe) * fade), 1.0);
        return;
    }
    if (at < 0.0 || at >= n) discard;
    int number = forward ? int(at) : int(n) - 1 - int(at);
    if (block > 0) number = int(p.y) / block * ((int(picture_size.x) + block - 1) / block) + int(p.x) / block;
    bool done = number < lines;
    vec3 value = done ? shown(sampled(after, p), gains.y, differences.y != 0)
                      : shown(sampled(before, p), gains.x, differences.x != 0);
    if (!done && dim < 1.0) {
        float grey = dot(value, vec3(0.30, 0.59, 0.11));
        value = mix(vec3(grey), value, 0.55) * dim * vec3(0.92, 1.0, 1.10);
    }
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    colour = vec4(value + (noise - 0.5) / 255.0, 1.0);
}
