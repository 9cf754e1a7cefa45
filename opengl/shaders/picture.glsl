// What every step knows of the picture and its blocks, and how a sample is read and written.
//
// Defined before: R order, T side of a block, C channels, BYTES 1 where samples are bytes, TEXTURE 1 where they lie in a
// texture of four channels; TARGET: the result goes into a buffer (0), whose binding is OUT, or into an image of rgba32f (1),
// rgba16f (2), r32f (3), rgba32ui (4) or r32ui (5); UINTS 1 where it is of whole numbers. Letters and words are those of
// ARCHITECTURE.md; block (m, n) is one of M x N.
#if UINTS
#define NUMBER uint
#define FOUR uvec4
#else
#define NUMBER float
#define FOUR vec4
#endif
const int LOG_T = T == 64 ? 6 : 5;  // drivers divide signed numbers, by powers of two, too
layout(std140, binding = picture_binding) uniform Picture {
    ivec4 size;           // width, height, M, N
    ivec4 lines;          // NX, functionals of a row Q, 0 unless rows are filtered, passes
    ivec4 order_of_scans; // of the columns, of the rows: 0 once, 1 repeat, 2 mirror; blocks a segment
    ivec4 ends;           // of columns, of rows: 0 nothing, 1 a constant, 2 the line's own end; datums: 0 are 0, 1 a block's own, 2 the picture's where near
    vec4 outside_columns, outside_rows;  // the constants, a channel each
    vec4 least;           // of `halo`: the constant of least magnitude outside, beside which a datum is chosen
    vec4 result;          // gain; response of all passes, and of the columns' two; 1 where `least` counts
};
// Added to the number of each group: a dispatch may be a part of the step.
layout(location = 0) uniform ivec3 first_group;
ivec3 group() { return ivec3(gl_WorkGroupID) + first_group; }

layout(std430, binding = small_binding) restrict readonly buffer Small {
    float of_byte[2 * 256];  // of a colour, of alpha
};

#if TEXTURE
layout(binding = 0) uniform sampler2D picture;
vec4 pixel_at(int y, int x) {
    vec4 p = texelFetch(picture, ivec2(x, y), 0);
#if BYTES
    uvec4 b = uvec4(p * 255.0 + 0.5);
    p = vec4(of_byte[b.x], of_byte[b.y], of_byte[b.z], of_byte[256u + b.w]);
#endif
    return p;
}
float sample_at(int y, int x, int k) { return pixel_at(y, x)[k]; }
#elif BYTES
layout(std430, binding = in_binding) restrict readonly buffer In { uint words[]; };
float sample_at(int y, int x, int k) {
    uint i = uint((y * size.x + x) * C + k), byte = (words[i >> 2] >> (8u * (i & 3u))) & 255u;
    return of_byte[(C % 2 == 0 && k == C - 1 ? 256u : 0u) + byte];
}
#else
layout(std430, binding = in_binding) restrict readonly buffer In { float samples[]; };
float sample_at(int y, int x, int k) { return samples[(y * size.x + x) * C + k]; }
#endif
#if TARGET == 0
layout(std430, binding = OUT) restrict writeonly buffer Out { NUMBER results[]; };
void put_result(int y, int x, int k, NUMBER value) { results[(y * size.x + x) * C + k] = value; }
#else
#if TARGET == 1
layout(binding = 0, rgba32f) writeonly restrict uniform image2D results;
#elif TARGET == 2
layout(binding = 0, rgba16f) writeonly restrict uniform image2D results;
#elif TARGET == 3
layout(binding = 0, r32f) writeonly restrict uniform image2D results;
#elif TARGET == 4
layout(binding = 0, rgba32ui) writeonly restrict uniform uimage2D results;
#else
layout(binding = 0, r32ui) writeonly restrict uniform uimage2D results;
#endif
void put_pixel(int y, int x, FOUR value) { imageStore(results, ivec2(x, y), value); }
void put_result(int y, int x, int k, NUMBER value) { put_pixel(y, x, FOUR(value)); }  // of one channel
#endif
#define PUTS_PIXELS (TARGET == 1 || TARGET == 2 || TARGET == 4)

// The samples of a block of which the picture has something: rows of block row m, columns of block column n.
int rows_of(int m) { return min(T, size.y - m * T); }
int columns_of(int n) { return min(T, size.x - n * T); }
