#version 450 core
// The circles that reach each tile: the layers in front blur over what lies beside them. A circle reaches as
// far as its radius. Their mean is what counts, for whose sake sums of weights are kept. The tiles of a row are
// combined first, then those of a column. A thread owns a tile.
layout(local_size_x = 16, local_size_y = 8) in;
layout(rgba32f) uniform writeonly image2D result;

uniform sampler2D circles;  // of each tile; shaders/focus/layers.comp
uniform bool down;

// One tile farther than the circle's radius, because values are interpolated between the tiles' centres.
bool reaches(vec2 circle, int tiles) {
    return circle.y > 0.0 && circle.x / circle.y >= float(TILE * (tiles - 2));
}

void main() {
    ivec2 tile = ivec2(gl_GlobalInvocationID.xy), last = textureSize(circles, 0) - 1;
    if (any(greaterThan(tile, last))) return;
    ivec2 step = down ? ivec2(0, 1) : ivec2(1, 0);
    vec4 all = vec4(0.0);
    for (int i = -REACH; i <= REACH; ++i) {
        ivec2 at = tile + i * step;
        if (any(lessThan(at, ivec2(0))) || any(greaterThan(at, last))) continue;
        vec4 one = texelFetch(circles, at, 0);
        if (reaches(one.rg, abs(i))) all.rg += one.rg;
        if (reaches(one.ba, abs(i))) all.ba += one.ba;
    }
    imageStore(result, tile, all);
}
