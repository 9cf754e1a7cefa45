#version 450 core
// How large the circles are that reach a tile from near objects, which blur over what lies beside them: the largest
// whose tile is no farther than it is large, along the rows first, then along the columns. (The largest of those that
// reach a column reaches farther in it than the others.)
layout(local_size_x = 16, local_size_y = 8) in;
layout(r32f) uniform writeonly image2D result;

uniform sampler2D largest;  // in each tile; shaders/dof_layers.comp
uniform bool down;

void main() {
    ivec2 tile = ivec2(gl_GlobalInvocationID.xy), last = textureSize(largest, 0) - 1;
    if (any(greaterThan(tile, last))) return;
    ivec2 step = down ? ivec2(0, 1) : ivec2(1, 0);
    float most = 0.0;
    for (int i = -REACH; i <= REACH; ++i) {
        float circle = texelFetch(largest, clamp(tile + i * step, ivec2(0), last), 0).r;
        // One tile farther than the circle: between the tiles' centres their values are interpolated.
        if (circle + float(TILE) >= float(TILE * (abs(i) - 1))) most = max(most, circle);
    }
    imageStore(result, tile, vec4(most));
}
