#version 450 core
// Maps linear light to the screen: places the picture, exposes it, rolls off highlights, encodes, dithers,
// and marks values that no screen can show. Differences become two colours, one for each sign.
// shaders/canvas/display.frag and shaders/canvas/display.comp call shown() for each pixel.
uniform sampler2D picture;
uniform usampler2D table;
// 0: picture; 1: `picture` is a summed-area table; 2: `table` is one; 3: differences around 0; 4: a
// comparison
uniform int content;
uniform float table_scale;   // the light of 1 in the table
uniform vec2 picture_size;
uniform vec2 origin;         // window position of the picture's upper left corner
uniform float zoom;          // window pixels per picture pixel
uniform float window_height;
// A value is exposed by raised + (value - black) * exposure: then 0 is black and 1 is white.
uniform float black, exposure, raised;
uniform bool has_map;
uniform sampler2D colour_map;   // colours of the screen, from black to white
uniform bool even_map;   // it is indexed by the exposed value, otherwise by its encoding as light
uniform bool soft_highlights;
uniform bool encoded;        // the values are sRGB already
uniform bool dither;
uniform float gain;          // of a comparison: a difference of 1 / gain is the end of the map
uniform bool nearest;        // pixels are squares from 2x on
uniform bool mark_not_finite;
uniform bool has_missing;   // NaN stands for samples that are missing
uniform bool mark_clipping;
uniform bool over_checker;   // light is associated with alpha, and a checkerboard shines through
uniform bool has_alpha;      // that of another picture of this size
uniform sampler2D alpha;
uniform float dimmed;        // factor
uniform vec3 side;           // shown where dot(side.xy, window position) >= side.z

bool bad(vec3 x) {
    return any(isnan(x)) || any(isinf(x));
}

vec4 texel(vec2 p) {
    return texelFetch(picture, ivec2(p), 0);
}

// The magnified picture, whose pixels are squares with edges one window pixel wide.
vec4 magnified(vec2 p) {
    vec2 border = floor(p + 0.5);  // the nearest line between two pixels
    vec2 at = border + clamp((p - border) * zoom, -0.5, 0.5);
    vec4 value = textureLod(picture, (zoom >= 2.0 && nearest ? at : p) / picture_size, 0.0);
    // A neighbour that is not finite spoils the interpolation, even with weight 0.
    return bad(value.rgb) ? texel(p) : value;
}

// The mean of all pixels above and to the left: the table's own numbers are far too large to be shown.
vec3 mean_of_table(vec2 p) {
    ivec2 pixel = ivec2(p);
    float area = float(pixel.x + 1) * float(pixel.y + 1);
    vec3 sum = content == 2 ? vec3(texelFetch(table, pixel, 0).rgb) : texelFetch(picture, pixel, 0).rgb;
    return sum * table_scale / area;
}

// The channel that differs most, with its sign: channels must not cancel each other.
float largest_of(vec3 d) {
    if (bad(d)) return d.r + d.g + d.b;
    vec3 size = abs(d);
    return size.r >= max(size.g, size.b) ? d.r : size.g >= size.b ? d.g : d.b;
}

// The largest difference among the pixels that share a window pixel (at most 16 are tried): a mean would hide
// it.
float difference_at(vec2 p) {
    int count = int(clamp(ceil(1.0 / zoom), 1.0, 4.0));
    float found = 0.0;
    for (int y = 0; y < count; ++y) {
        for (int x = 0; x < count; ++x) {
            vec2 at = p + ((vec2(x, y) + 0.5) / float(count) - 0.5) / zoom * (count > 1 ? 1.0 : 0.0);
            float d = largest_of(texel(clamp(at, vec2(0.0), picture_size - 1.0)).rgb);
            if (isnan(d) || isinf(d)) return d;
            if (abs(d) > abs(found)) found = d;
        }
    }
    return found;
}

// The colour map from dark blue (-1) over grey to bright orange (+1). Its lightness rises all the way, so
// that the sign is visible without colour vision. app/views/compare/draw.cpp draws the scale with the same numbers.
vec3 signed_map(float v) {
    const vec3 grey = vec3(0.5);
    v = clamp(v, -1.0, 1.0);
    vec3 half_way = v < 0.0 ? vec3(0.20, 0.40, 0.78) : vec3(0.95, 0.62, 0.25);
    vec3 end = v < 0.0 ? vec3(0.02, 0.10, 0.50) : vec3(1.00, 0.90, 0.62);
    float t = 2.0 * abs(v);
    return t < 1.0 ? mix(grey, half_way, t) : mix(half_way, end, t - 1.0);
}

// Compresses all values above the knee to below 1. Half of the result keeps the ratio of the channels:
// coloured lights stay coloured, and very bright ones still turn white.
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

// The light of the checkerboard behind what is transparent: greys of 8 window pixels.
float checker(vec2 at) {
    bool odd = (int(floor(at.x / 8.0)) + int(floor(at.y / 8.0))) % 2 == 1;
    float grey = odd ? 0.75 : 0.55;
    return encoded ? grey : pow(grey, 2.2);
}

// The colour of a window pixel; false where there is no picture. `fragment` is the middle of the pixel, from
// the window's lower left corner.
bool shown(vec2 fragment, out vec3 colour) {
    vec2 at = vec2(fragment.x, window_height - fragment.y);
    vec2 p = (at - origin) / zoom;
    colour = vec3(0.0);
    if (any(lessThan(p, vec2(0.0))) || any(greaterThanEqual(p, picture_size))) return false;
    if (dot(side.xy, at) < side.z) return false;

    bool sums = content == 1 || content == 2;
    vec4 sampled = sums             ? vec4(mean_of_table(p), 1.0)
                   : content == 4   ? vec4(vec3(difference_at(p)), 1.0)
                   : zoom > 1.0     ? magnified(p)
                                    : textureLod(picture, p / picture_size, max(-log2(zoom), 0.0));
    vec3 value = sampled.rgb;
    if (has_missing && any(isnan(value))) {  // two dark greys, leaning right
        colour = vec3(fract((at.x + at.y) / 12.0) < 0.5 ? 0.16 : 0.24) * dimmed;
        return true;
    }
    if (mark_not_finite && bad(value)) {
        // A checkerboard of magenta and black for NaN, of magenta and white for infinities: its squares are 6
        // window pixels wide, or a sixth of a magnified pixel.
        float square = max(6.0, zoom / 6.0);
        bool odd = (int(floor(at.x / square)) + int(floor(at.y / square))) % 2 == 1;
        colour = odd ? vec3(1.0, 0.0, 1.0) : vec3(any(isnan(value)) ? 0.0 : 1.0);
        return true;
    }
    vec3 exposed = raised + (value - black) * exposure;
    bool above = any(greaterThan(exposed, vec3(1.0))), below = any(lessThan(exposed, vec3(0.0)));
    if (content == 4) {
        value = signed_map(value.r * gain);
    } else if (has_map) {
        float place = exposed.r;
        if (content != 3 && !encoded && !even_map) place = encode(max(exposed, 0.0)).r;
        value = textureLod(colour_map, vec2((255.0 * clamp(place, 0.0, 1.0) + 0.5) / 256.0, 0.5), 0.0).rgb;
    } else if (content == 3) {  // zero is the middle grey of the screen
        value = clamp(exposed, 0.0, 1.0);
    } else {
        value = max(exposed, 0.0);
        if (over_checker) {
            float covers = has_alpha ? textureLod(alpha, p / picture_size, max(-log2(zoom), 0.0)).a : sampled.a;
            value += (1.0 - clamp(covers, 0.0, 1.0)) * checker(at);
        }
        if (soft_highlights) value = roll_off(value);
        if (!encoded) value = encode(value);
    }
    if (mark_clipping && content != 4 && (above || below)) {
        // Stripes, orange and leaning right above white, blue and leaning left below black.
        float across = above ? at.x + at.y : at.x - at.y;
        bool stripe = fract(across / 10.0) < 0.5;
        value = above ? (stripe ? vec3(1.0, 0.55, 0.0) : value) : (stripe ? vec3(0.1, 0.45, 1.0) : value);
    }
    value *= dimmed;
    if (dither) {
        // Interleaved gradient noise, as wide as one step of an 8-bit screen, keeps gradients free of bands.
        float noise = fract(52.9829189 * fract(dot(fragment, vec2(0.06711056, 0.00583715))));
        value += (noise - 0.5) / 255.0;
    }
    colour = value;
    return true;
}
