#version 450 core
// How large the circles are that reach a tile from near objects and from those between, which blur over what lies beside
// them: the largest whose tile is no farther than it is large, along the rows first, then along the columns. (The largest of those that
// reach a column reaches farther in it than the others.)
layout(local_size_x = 16, local_size_y = 8) in;
layout(rg32f) uniform writeonly image2D result;

uniform sampler2D largest;  // in each tile; shaders/dof_layers.comp
uniform bool down;

void main() {
    ivec2 tile = ivec2(gl_GlobalInvocationID.xy), last = textureSize(largest, 0) - 1;
    if (any(greaterThan(tile, last))) return;
    ivec2 step = down ? ivec2(0, 1) : ivec2(1, 0);
    vec2 most = vec2(0.0);
    for (int i = -REACH; i <= REACH; ++i) {
        vec2 circle = texelFetch(largest, clamp(tile + i * step, ivec2(0), last), 0).rg;
        // One tile farther than the circle: between the tiles' centres their values are interpolated.
        bvec2 reaches = greaterThanEqual(circle + float(TILE), vec2(TILE * (abs(i) - 1)));
        most = max(most, circle * vec2(reaches));
    }
    imageStore(result, tile, vec4(most, 0.0, 0.0));
}
