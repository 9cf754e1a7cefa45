// Step S.4: the table of each block, from the sums that enter it at its columns and at its rows.
//
// Grid: a work group a block, in the reverse of step S.1's order, T threads a channel, which own a column and then a row.
layout(local_size_x = T * C) in;

const int PITCH = T + 1, PLANE = T * PITCH + (C == 1 ? 0 : 32 / C);
shared NUMBER tile[C * PLANE];

void main() {
    int u = int(gl_LocalInvocationID.x), n = size.w - 1 - group().x, m = size.z - 1 - group().y;
    int x = int(uint(u) / uint(C)), k = u - x * C, height = rows_of(m);
    bool inside = x < columns_of(n);
    NUMBER v[T], sum = columns[column_at(k, m, n * T + x)];
    for (int i = 0; i < T; ++i)
        v[i] = inside && i < height ? number_at(m * T + i, n * T + x, k) : NUMBER(0);
    for (int i = 0; i < T; ++i) {
        sum += v[i];
        tile[k * PLANE + i * PITCH + x] = sum;
    }
    barrier();
    int y = u & (T - 1), channel = u >> LOG_T, at = channel * PLANE + y * PITCH;
    sum = rows[row_at(channel, m, n) + y];
    for (int i = 0; i < T; ++i) {
        sum += tile[at + i];
        tile[at + i] = sum;
    }
    barrier();
#if PUTS_PIXELS
    int column = u & (T - 1);
    for (int i = u >> LOG_T; i < height; i += C)
        if (column < columns_of(n)) {
            FOUR p;
            for (int q = 0; q < C; ++q) p[q] = tile[q * PLANE + i * PITCH + column];
            put_pixel(m * T + i, n * T + column, p);
        }
#else
    if (inside)
        for (int i = 0; i < T; ++i)
            if (i < height) put_result(m * T + i, n * T + x, k, tile[k * PLANE + i * PITCH + x]);
#endif
}
