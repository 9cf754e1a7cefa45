#version 450 core
// The largest circles of the near and of the middle layer that reach each tile: those layers blur over what
// lies beside them. A circle reaches as far as its radius. The maximum is taken along the rows first, then
// along the columns, which is enough because the largest circle that reaches a column also reaches farthest
// in it. A thread owns a tile.
layout(local_size_x = 16, local_size_y = 8) in;
layout(rg32f) uniform writeonly image2D result;

uniform sampler2D largest;  // in each tile; shaders/focus/layers.comp
uniform bool down;

void main() {
    ivec2 tile = ivec2(gl_GlobalInvocationID.xy), last = textureSize(largest, 0) - 1;
    if (any(greaterThan(tile, last))) return;
    ivec2 step = down ? ivec2(0, 1) : ivec2(1, 0);
    vec2 most = vec2(0.0);
    for (int i = -REACH; i <= REACH; ++i) {
        vec2 circle = texelFetch(largest, clamp(tile + i * step, ivec2(0), last), 0).rg;
        // The bound is one tile farther than the circle, because values are interpolated between the tiles'
        // centres.
        bvec2 reaches = greaterThanEqual(circle + float(TILE), vec2(TILE * (abs(i) - 1)));
        most = max(most, circle * vec2(reaches));
    }
    imageStore(result, tile, vec4(most, 0.0, 0.0));
}
