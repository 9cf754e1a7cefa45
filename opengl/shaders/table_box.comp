// The box blur: the mean over the box around each sample, from the table of the image.
//
// The sum over a box of a line, whatever continues the line, is a sum of at most five of its prefix sums with whole weights
// (core/blocks/box_sum.h), and along both axes the weights multiply; in whole numbers that wrap around it is exact. `across`
// and `down` have six pairs for each column and row: (index, weight) five times, and how many samples of the box are the
// picture's own beside how many it has.
//
// Grid: 256 samples of a row a work group, or 256 pixels where the result is a texture, by rows.
layout(local_size_x = 256) in;
layout(std430, binding = across_binding) restrict readonly buffer Across { ivec2 across[]; };
layout(std430, binding = down_binding) restrict readonly buffer Down { ivec2 down[]; };
layout(std430, binding = table_binding) restrict readonly buffer Table { uint table[]; };
const int PAIRS = 6, COUNTS = 5;

float mean_of_box(int y, int x, int k) {
    uint sum = 0u;
    for (int r = 0; r < COUNTS; ++r) {
        ivec2 row = down[y * PAIRS + r];
        if (row.y == 0) continue;
        for (int q = 0; q < COUNTS; ++q) {
            ivec2 column = across[x * PAIRS + q];
            if (column.y != 0) sum += uint(row.y * column.y) * table[(row.x * size.x + column.x) * C + k];
        }
    }
    vec2 counts = vec2(across[x * PAIRS + COUNTS]) * vec2(down[y * PAIRS + COUNTS]);
    return float(sum) / (counts.y * result.x) + outside_columns[k] * ((counts.y - counts.x) / counts.y);
}

void main() {
    int i = group().x * 256 + int(gl_LocalInvocationID.x), y = group().y;
#if PUTS_PIXELS
    if (i >= size.x) return;
    vec4 p;
    for (int k = 0; k < C; ++k) p[k] = mean_of_box(y, i, k);
    put_pixel(y, i, p);
#else
    int x = int(uint(i) / uint(C)), k = i - x * C;
    if (x < size.x) put_result(y, x, k, mean_of_box(y, x, k));
#endif
}
