// Step 7.1: the perimeters of each block, from its raw samples, each block by itself.
//
//     Pbar_m,n = T(A_FB) X      Ebar_m,n = H(A_RB A_FB) X        2 r dots a column    ([N16] 6.1)
//     row dots: the same functionals on the raw rows             2 r dots a row
//     corners:  the column functionals of the row dots           (2 r)^2 dots
//
// Grid: a work group a block, 2 T threads a channel: T for its columns and T for its rows. All load the block into shared
// memory, neighbours neighbouring samples, and four at a time with QUADS, where rows of the image are whole vectors.
layout(local_size_x = 2 * T * C) in;
#if QUADS
layout(std430, binding = in_fours_binding) restrict readonly buffer InFours { vec4 in_fours[]; };  // the image, four samples at a time
#endif

// Those of a block of the columns where they are the same: a cache of constants holds so many.
const int WEIGHTS_OF_ROWS = (SAME_WEIGHTS == 1 ? 0 : 2) * T * FOURS;
const int PITCH = T + 1, PLANE = T * PITCH + (C == 1 ? 0 : 32 / C);  // so that channels lie in other banks
shared float tile[C * PLANE], dots_of_rows[C * K * PITCH];
shared uint greatest_of[2 * C];  // keys: of the block, of the picture

// The dots of a line, in fours, to which sample x adds. Written out, with constant indices of the weights, which are then
// operands where they lie: as loops, blocks of 64 take half as long again. The compiler drops numbers behind 2 R.
vec4 d[FOURS];
#define ADD_FOUR(first, i, f) d[f] = fma(weights[(first) + (i) * FOURS + f], vec4(x), d[f]);
#if R <= 2
#define ADD(first, i) ADD_FOUR(first, i, 0)
#elif R <= 4
#define ADD(first, i) ADD_FOUR(first, i, 0) ADD_FOUR(first, i, 1)
#elif R <= 6
#define ADD(first, i) ADD_FOUR(first, i, 0) ADD_FOUR(first, i, 1) ADD_FOUR(first, i, 2)
#else
#define ADD(first, i) ADD_FOUR(first, i, 0) ADD_FOUR(first, i, 1) ADD_FOUR(first, i, 2) ADD_FOUR(first, i, 3)
#endif
#define EACH_4(F, i) F(i) F(i + 1) F(i + 2) F(i + 3)
#define EACH_16(F, i) EACH_4(F, i) EACH_4(F, i + 4) EACH_4(F, i + 8) EACH_4(F, i + 12)
#define EACH_32(F, i) EACH_16(F, i) EACH_16(F, i + 16)
#if T == 32
#define EACH_LINE(F) EACH_32(F, 0)
#else
#define EACH_LINE(F) EACH_32(F, 0) EACH_32(F, 32)
#endif

void clear_dots() {
    for (int f = 0; f < FOURS; ++f) d[f] = vec4(0.0);
}
float dot_of(int q) { return d[q / 4][q % 4]; }

// What is behind the ends of the picture is its last sample again. The loads are in a branch that all take, `always`, because
// a compiler moves each of them to where it is used otherwise, and then they wait one after the other.
void load_block(int u, int m, int n, bool always) {
#if TEXTURE
    int x = u & (T - 1), y = u >> LOG_T;
    vec4 v[T / (2 * C)];
    if (always)
        for (int i = 0; i < T / (2 * C); ++i)
            v[i] = pixel_at(min(m * T + y + i * 2 * C, size.y - 1), min(n * T + x, size.x - 1));
    for (int i = 0; i < T / (2 * C); ++i)
        for (int k = 0; k < C; ++k) tile[k * PLANE + (y + i * 2 * C) * PITCH + x] = v[i][k];
#elif QUADS
    // The threads have 8 rows at once.
    const int A_ROW = T * C / 4;
    int y = int(uint(u) / uint(A_ROW)), four = u - y * A_ROW, pitch = (size.x * C) >> 2, at = min(n * A_ROW + four, pitch - 1);
    vec4 v[T / 8];
    if (always)
        for (int i = 0; i < T / 8; ++i) v[i] = in_fours[min(m * T + y + i * 8, size.y - 1) * pitch + at];
    for (int j = 0; j < 4; ++j) {
        int x = int(uint(4 * four + j) / uint(C)), to = (4 * four + j - x * C) * PLANE + y * PITCH + x;
        for (int i = 0; i < T / 8; ++i) tile[to + i * 8 * PITCH] = v[i][j];
    }
#else
    int of_rows = u < T * C ? 0 : 1, j = u - of_rows * T * C, x = int(uint(j) / uint(C)), k = j - x * C,
        column = min(n * T + x, size.x - 1);
    float v[T / 2];
    if (always)
        for (int i = 0; i < T / 2; ++i) v[i] = sample_at(min(m * T + of_rows + 2 * i, size.y - 1), column, k);
    for (int i = 0; i < T / 2; ++i) tile[k * PLANE + (2 * i + of_rows) * PITCH + x] = v[i];
#endif
}

// The datum of this block: the least of every fourth sample of a row, another fourth each row. Slow filters have states far larger
// than what a block adds to them, which each change of the datum rounds: there it is that of 64 points of the picture, unless
// that is large beside the block's own.
float datum_of_block(int k, int t, int of_rows) {
    uint greatest = 0u;
    for (int i = 0; i < T / 8; ++i)
        greatest = max(greatest, key_of(tile[k * PLANE + t * PITCH + ((5 * t + 4 * of_rows + 8 * i) & (T - 1))]));
    atomicMax(greatest_of[k], greatest);
    if (ends.z == 2) {
        int point = of_rows * 32 + (t & 31), y = ((point >> 3) * 2 + 1) * size.y / 16, x = ((point & 7) * 2 + 1) * size.x / 16;
        atomicMax(greatest_of[C + k], key_of(sample_at(y, x, k)));
    }
    barrier();
    float own = of_key(greatest_of[k]), of_picture = of_key(greatest_of[C + k]);
    return within_datums(ends.z == 2 && abs(of_picture) <= 4.0 * abs(own) ? of_picture : own);
}

void main() {
    int u = int(gl_LocalInvocationID.x), of_rows = u < T * C ? 0 : 1, j = u - of_rows * T * C, n = group().x,
        m = group().y, t = j & (T - 1), k = j >> LOG_T, width = columns_of(n), height = rows_of(m);
    float c = 0.0, x;
    load_block(u, m, n, size.x > 0);
    if (u < 2 * C) greatest_of[u] = 0u;
    barrier();
    if (ends.z > 0) c = datum_of_block(k, t, of_rows);
    if (of_rows == 0 && t == 0) rows[datum_at(k, m, n)] = c;

    clear_dots();
    if (of_rows == 0) {
        int at = k * PLANE + t;
        if (height == T) {
#define DOT(i) x = tile[at + (i) * PITCH] - c; ADD(0, i)
            EACH_LINE(DOT)
#undef DOT
        }
        for (int i = height == T ? T : 0; i < height; ++i) {
            x = tile[at + i * PITCH] - c;
            ADD(T * FOURS, i)
        }
        at = column_at(k, m, n * T + t);
        for (int q = 0; q < K; ++q) columns[at + q * T] = dot_of(q);
        // The first and the last sample of a row are functionals, too.
        if (lines.y > 0 && n == 0 && t == 0) {
            at = column_at(k, m, size.w * T + size.w * K);
            for (int q = 0; q < K; ++q) columns[at + q * T] = dot_of(q);
        }
        if (lines.y > 0 && n == size.w - 1 && t == width - 1) {
            at = column_at(k, m, size.w * T + size.w * K + 1);
            for (int q = 0; q < K; ++q) columns[at + q * T] = dot_of(q);
        }
    } else if (lines.y > 0) {
        int at = k * PLANE + t * PITCH;
        if (width == T) {
#define DOT(i) x = tile[at + (i)] - c; ADD(WEIGHTS_OF_ROWS, i)
            EACH_LINE(DOT)
#undef DOT
        }
        for (int i = width == T ? T : 0; i < width; ++i) {
            x = tile[at + i] - c;
            ADD(3 * T * FOURS, i)
        }
        for (int q = 0; q < K; ++q) {
            rows[row_at(k, m, n * K + q) + t] = dot_of(q);
            dots_of_rows[(k * K + q) * PITCH + t] = dot_of(q);
        }
        if (n == 0) rows[row_at(k, m, size.w * K) + t] = tile[at] - c;
        if (n == size.w - 1) rows[row_at(k, m, size.w * K + 1) + t] = tile[at + width - 1] - c;
    }
    if (lines.y == 0) return;
    barrier();

    // Corners: 32 threads have 16 rows of a channel, each of them the dots of one functional; then the parts are added up,
    // where the block has been.
    const int PARTS = T / 16;
    int lane = u & 31, part = u >> 5, channel = part / PARTS, y = (part & (PARTS - 1)) * 16;
    if (lane < K) {
        int at = (channel * K + lane) * PITCH + y, from = ((height == T ? 0 : T) + y) * FOURS;
        clear_dots();
#define DOT(i) x = dots_of_rows[at + (i)]; ADD(from, i)
        EACH_16(DOT, 0)
#undef DOT
        for (int q = 0; q < K; ++q) tile[(part * K + lane) * K + q] = dot_of(q);
    }
    barrier();
    for (int i = u; i < C * K * K; i += 2 * T * C) {
        int of_channel = int(uint(i) / uint(K * K)), corner = i - of_channel * K * K;
        int dot_of_row = int(uint(corner) / uint(K)), q = corner - dot_of_row * K;
        float sum = 0.0;
        for (int p = 0; p < PARTS; ++p) sum += tile[(of_channel * PARTS + p) * K * K + corner];
        columns[column_at(of_channel, m, size.w * T + n * K + dot_of_row) + q * T] = sum;
    }
}
