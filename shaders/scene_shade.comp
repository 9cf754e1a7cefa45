#version 450 core
// Paints every pixel whose triangle is known. The same surfaces as shaders/scene.frag and its like paint, but by compute
// shaders: all of a GPU works on them, where the units that run fragment shaders are few on some; and each pixel is
// painted once. A thread owns a pixel.
//
// Its weights on the triangle's corners, whose clip coordinates are c0, c1, c2: solve (c0 c1 c2) b ~ (x, y, 1) in x, y
// and w, then divide by the sum. That needs no clipping, and its derivatives choose the mip level.
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform writeonly image2D result;
layout(std430, binding = 0) readonly buffer Vertices { float vertices[]; };  // STRIDE floats: app/scene_mesh.h
layout(std430, binding = 1) readonly buffer Indices { uint indices[]; };

uniform usampler2D seen;         // shaders/scene_seen.frag
uniform int ground;              // the first triangle of the ground
uniform sampler2DArray materials;
uniform mat4 view_projection;
uniform vec3 eye;
uniform float pulse[6];
uniform float mirror;
uniform vec2 ray_scale;          // as shaders/scene_sky.frag
uniform mat4 view_to_world;

vec3 sky(vec3 direction);
vec3 solid_colour(vec4 texel, vec2 uv, float window_seed, vec3 light, vec3 emission, vec3 way);
vec3 ground_colour(vec4 texel, vec2 at, vec3 light, vec3 way);

vec3 triple(uint at) {
    return vec3(vertices[at], vertices[at + 1u], vertices[at + 2u]);
}

void main() {
    ivec2 pixel = ivec2(gl_GlobalInvocationID.xy), size = textureSize(seen, 0);
    if (any(greaterThanEqual(pixel, size))) return;
    vec2 at = (vec2(pixel) + 0.5) / vec2(size), screen = at * 2.0 - 1.0;
    int triangle = int(texelFetch(seen, pixel, 0).r) - 1;
    if (triangle < 0) {
        vec3 direction = normalize(mat3(view_to_world) * vec3(screen * ray_scale, -1.0));
        imageStore(result, pixel, vec4(sky(direction), 1.0));
        return;
    }

    uint v[3];
    vec3 world[3], c[3];
    for (int i = 0; i < 3; ++i) {
        v[i] = indices[3 * triangle + i] * uint(STRIDE);
        world[i] = triple(v[i]) * vec3(1.0, mirror, 1.0);
        c[i] = (view_projection * vec4(world[i], 1.0)).xyw;
    }
    // Columns: what x, y and 1 add to each weight.
    mat3 plane = transpose(mat3(cross(c[1], c[2]), cross(c[2], c[0]), cross(c[0], c[1])));
    vec3 weight = plane * vec3(screen, 1.0);
    float sum = 1.0 / (weight.x + weight.y + weight.z);
    weight *= sum;
    vec3 along = (plane[0] - weight * (plane[0].x + plane[0].y + plane[0].z)) * (sum * 2.0 / float(size.x));
    vec3 down = (plane[1] - weight * (plane[1].x + plane[1].y + plane[1].z)) * (sum * 2.0 / float(size.y));

    mat3x2 corners;
    vec3 way = -eye, light = vec3(0.0), glow = vec3(0.0);
    for (int i = 0; i < 3; ++i) {
        corners[i] = vec2(vertices[v[i] + UV], vertices[v[i] + UV + 1u]);
        way += weight[i] * world[i];
        light += weight[i] * triple(v[i] + LIGHT);
        glow += weight[i] * triple(v[i] + GLOW);
    }
    vec3 kind = triple(v[2] + KIND);  // material layer, pulse, window seed: the same at all corners
    vec2 uv = corners * weight;
    vec4 texel = textureGrad(materials, vec3(uv, kind.x), corners * along, corners * down);
    vec3 colour = triangle < ground ? solid_colour(texel, uv, kind.z, light, glow * pulse[int(kind.y)], way)
                                    : ground_colour(texel, at, light, way);
    imageStore(result, pixel, vec4(colour, 1.0));
}
