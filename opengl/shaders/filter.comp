// Step 7.4: filters each block down, up, right and left with the carries that enter it, and writes it.
//
//     B_mn(V) = R^T(F^T(P^T_{m,n-1}, R(F(P_{m-1,n}, B_mn(X)), E_{m+1,n})), E^T_{m,n+1})           [N16] 6.5
//
// With QUADS rows of the result are whole vectors of four numbers, which are written as such.
//
// Grid: a work group a block, in the reverse of step 7.1's order, T threads a channel. A thread owns a column, then a row,
// and holds it in registers; the block turns over in shared memory.
layout(local_size_x = T * C) in;
#if QUADS
layout(std430, binding = OUT) restrict writeonly buffer OutFours { vec4 out_fours[]; };  // the result, four numbers at a time
#endif

const int PITCH = T + 1, PLANE = T * PITCH + (C == 1 ? 0 : 32 / C);
shared float tile[C * PLANE];

void main() {
    int u = int(gl_LocalInvocationID.x), n = size.w - 1 - group().x, m = size.z - 1 - group().y;
    int x = int(uint(u) / uint(C)), k = u - x * C, height = rows_of(m), width = columns_of(n);
    int y = u & (T - 1), channel = u >> LOG_T;  // of the row
    float v[T], P[R], E[R], P_row[R], E_row[R], c;
    int of_column = column_at(k, m, n * T + x), of_row = row_at(channel, m, n * K) + y;
    // All loads are in a branch that all take, because a compiler moves each of them to where it is used otherwise, and then
    // they wait one after the other. What is behind the ends of the picture is its last sample again.
    if (size.x > 0) {
        c = rows[datum_at(k, m, n)];
        for (int i = 0; i < R; ++i) P[i] = columns[of_column + i * T], E[i] = columns[of_column + (R + i) * T];
        if (lines.z > 2)
            for (int i = 0; i < R; ++i) P_row[i] = rows[of_row + i * T], E_row[i] = rows[of_row + (R + i) * T];
#if !TEXTURE
        int column = min(n * T + x, size.x - 1);
        for (int i = 0; i < T; ++i) v[i] = sample_at(min(m * T + i, size.y - 1), column, k);
    }
    for (int i = 0; i < T; ++i) v[i] -= c;
#else
        int column = min(n * T + y, size.x - 1);
        for (int i = 0; i < T / C; ++i) {
            vec4 p = pixel_at(min(m * T + channel + i * C, size.y - 1), column);
            for (int q = 0; q < C; ++q) v[i * C + q] = p[q];
        }
    }
    for (int i = 0; i < T / C; ++i)
        for (int q = 0; q < C; ++q) tile[q * PLANE + (channel + i * C) * PITCH + y] = v[i * C + q];
    barrier();
    for (int i = 0; i < T; ++i) v[i] = tile[k * PLANE + i * PITCH + x] - c;
#endif
    filter_line(0, v, P, E, lines.z > 1, height);
    if (lines.z > 2) {
        for (int i = 0; i < T; ++i) tile[k * PLANE + i * PITCH + x] = v[i];
        barrier();
        for (int i = 0; i < T; ++i) v[i] = tile[channel * PLANE + y * PITCH + i];
        filter_line(2, v, P_row, E_row, lines.z > 3, width);
        for (int i = 0; i < T; ++i) tile[channel * PLANE + y * PITCH + i] = v[i];
        barrier();
#if !PUTS_PIXELS && !QUADS
        for (int i = 0; i < T; ++i) v[i] = tile[k * PLANE + i * PITCH + x];
#endif
    }
#if PUTS_PIXELS || QUADS
    if (lines.z <= 2) {
        for (int i = 0; i < T; ++i) tile[k * PLANE + i * PITCH + x] = v[i];
        barrier();
    }
#endif
#if QUADS
    // The threads have four rows at once.
    float all[C];
    for (int q = 0; q < C; ++q) all[q] = result.x * result.y * rows[datum_at(q, m, n)];
    const int A_ROW = T * C / 4;
    int row = int(uint(u) / uint(A_ROW)), four = u - row * A_ROW, pitch = (size.x * C) >> 2, at = n * A_ROW + four;
    if (at < pitch)
        for (int i = 0; i < T; i += 4) {
            int line = i + row;
            if (line >= height) continue;
            vec4 r;
            for (int j = 0; j < 4; ++j) {
                int of_row = 4 * four + j, column = int(uint(of_row) / uint(C)), q = of_row - column * C;
                r[j] = fma(result.x, tile[q * PLANE + line * PITCH + column], all[q]);
            }
            out_fours[(m * T + line) * pitch + at] = r;
        }
#elif !PUTS_PIXELS
    float offset = result.x * result.y * c;
    if (x < width)
        for (int i = 0; i < T; ++i)
            if (i < height) put_result(m * T + i, n * T + x, k, fma(result.x, v[i], offset));
#else
    vec4 all = vec4(0.0);
    for (int q = 0; q < C; ++q) all[q] = result.x * result.y * rows[datum_at(q, m, n)];
    for (int i = channel; i < height; i += C)
        if (y < width) {
            vec4 p;
            for (int q = 0; q < C; ++q) p[q] = tile[q * PLANE + i * PITCH + y];
            put_pixel(m * T + i, n * T + y, fma(vec4(result.x), p, all));
        }
#endif
}
