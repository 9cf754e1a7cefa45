#version 450 core
// Draws shown() of shaders/canvas/display.glsl into the image of the whole window, under the panels. A thread
// owns a pixel and writes it once: background, picture and panels together.
layout(local_size_x = 16, local_size_y = 8) in;
layout(rgba8, binding = 0) uniform writeonly image2D result;

uniform vec4 region;  // the part of the image that is written: its lower left corner, width and height
uniform vec4 area;    // the window positions that may show the picture: upper left corner, lower right corner
uniform float window_height;
uniform bool fills;   // pixels without picture become the background
uniform vec3 background;
uniform bool has_layer;
uniform sampler2D layer;  // premultiplied

bool shown(vec2 fragment, out vec3 colour);

void main() {
    ivec2 offset = ivec2(gl_GlobalInvocationID.xy), pixel = ivec2(region.xy) + offset;
    if (any(greaterThanEqual(offset, ivec2(region.zw)))) return;
    vec2 fragment = vec2(pixel) + 0.5, at = vec2(fragment.x, window_height - fragment.y);
    vec4 over = has_layer ? texelFetch(layer, pixel, 0) : vec4(0.0);
    vec3 value = background;
    if (over.a < 1.0 || !fills) {
        bool inside = all(greaterThanEqual(at, area.xy)) && all(lessThan(at, area.zw));
        vec3 colour;
        if (inside && shown(fragment, colour))
            value = clamp(colour, 0.0, 1.0);
        else if (!fills)
            return;
    }
    imageStore(result, pixel, vec4(over.rgb + (1.0 - over.a) * value, 1.0));
}
