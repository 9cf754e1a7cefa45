#version 450 core
// From linear light to the screen: places the picture, exposes, rolls off highlights, encodes, dithers.
out vec4 colour;

uniform sampler2D picture;
uniform usampler2D table;
uniform int content;         // 0: picture; 1: `picture` is a summed-area table; 2: `table` is one; 3: differences around 0
uniform float table_scale;   // what 1 in the table is worth
uniform vec2 picture_size;
uniform vec2 origin;         // window position of the picture's upper left corner
uniform float zoom;          // window pixels per picture pixel
uniform float window_height;
uniform float exposure;      // factor
uniform bool soft_highlights;
uniform bool encoded;        // the values are sRGB already
uniform bool dither;

// Pixels stay square and sharp when magnified, with edges one window pixel wide.
vec3 magnified(vec2 p) {
    vec2 border = floor(p + 0.5);  // the nearest line between two pixels
    vec2 at = border + clamp((p - border) * zoom, -0.5, 0.5);
    return texture(picture, at / picture_size).rgb;
}

// The mean of everything above and to the left: a table's own numbers are far too large to be seen.
vec3 mean_of_table(vec2 p) {
    ivec2 pixel = ivec2(p);
    float area = float(pixel.x + 1) * float(pixel.y + 1);
    vec3 sum = content == 2 ? vec3(texelFetch(table, pixel, 0).rgb) : texelFetch(picture, pixel, 0).rgb;
    return sum * table_scale / area;
}

// Bends everything above the knee towards 1. Half of it keeps the ratio of the channels: coloured lights stay
// coloured, and very bright ones still turn white.
vec3 roll_off(vec3 x) {
    const float knee = 0.6;
    float largest = max(x.r, max(x.g, x.b));
    if (largest <= knee) return x;
    vec4 bent = knee + (1.0 - knee) * (1.0 - exp((knee - vec4(x, largest)) / (1.0 - knee)));
    vec3 each = mix(x, bent.rgb, greaterThan(x, vec3(knee)));
    return mix(each, x * (bent.a / largest), 0.5);
}

vec3 encode(vec3 x) {
    return mix(12.92 * x, 1.055 * pow(max(x, 0.0031308), vec3(1.0 / 2.4)) - 0.055, greaterThan(x, vec3(0.0031308)));
}

void main() {
    vec2 p = (vec2(gl_FragCoord.x, window_height - gl_FragCoord.y) - origin) / zoom;
    if (any(lessThan(p, vec2(0.0))) || any(greaterThanEqual(p, picture_size))) discard;

    bool sums = content == 1 || content == 2;
    vec3 value = sums ? mean_of_table(p) : zoom > 1.0 ? magnified(p) : texture(picture, p / picture_size).rgb;
    if (content == 3) {  // zero is the grey in the middle of the screen's range
        value = clamp(0.5 + value * exposure, 0.0, 1.0);
    } else {
        value = max(value * exposure, 0.0);
        if (soft_highlights) value = roll_off(value);
        if (!encoded) value = encode(value);
    }
    if (dither) {
        // Interleaved gradient noise, one step of an 8-bit screen wide: gradients show no bands.
        float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
        value += (noise - 0.5) / 255.0;
    }
    colour = vec4(value, 1.0);
}
