#version 450 core
// How large the circles are that reach a tile from near objects: they blur over what lies beside them.
// First the largest circle in each tile of TILE x TILE pixels, then the largest of those that reach it.
layout(local_size_x = 16, local_size_y = 8) in;
layout(r32f) uniform writeonly image2D result;

uniform sampler2D largest;  // of each tile
uniform bool spread;
uniform ivec2 picture_size;

float signed_circle(ivec2 pixel);

void main() {
    ivec2 tile = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(tile, imageSize(result)))) return;
    float most = 0.0;
    if (!spread) {
        ivec2 last = picture_size - 1;
        for (int y = 0; y < TILE; ++y)
            for (int x = 0; x < TILE; ++x)
                most = max(most, -signed_circle(min(tile * TILE + ivec2(x, y), last)));
        imageStore(result, tile, vec4(most));
        return;
    }
    ivec2 last = textureSize(largest, 0) - 1;
    for (int y = -REACH; y <= REACH; ++y)
        for (int x = -REACH; x <= REACH; ++x) {
            float circle = texelFetch(largest, clamp(tile + ivec2(x, y), ivec2(0), last), 0).r;
            // A tile farther than the circle: between the tiles' centres their values are interpolated.
            if (circle + float(TILE) >= float(TILE * (max(abs(x), abs(y)) - 1))) most = max(most, circle);
        }
    imageStore(result, tile, vec4(most));
}
