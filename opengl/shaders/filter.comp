// Step 7.4: filters each block down, up, right and left with the carries that enter it, and writes it.
//
//     B_mn(V) = R^T(F^T(P^T_{m,n-1}, R(F(P_{m-1,n}, B_mn(X)), E_{m+1,n})), E^T_{m,n+1})           [N16] 6.5
//
// Grid: a work group a block, in the reverse of step 7.1's order, T threads a channel. A thread owns a column, then a row,
// and holds it in registers; the block turns over in shared memory.
layout(local_size_x = T * C) in;

const int PITCH = T + 1, PLANE = T * PITCH + (C == 1 ? 0 : 32 / C);
shared float tile[C * PLANE];

void main() {
    int u = int(gl_LocalInvocationID.x), n = size.w - 1 - group().x, m = size.z - 1 - group().y;
    int x = int(uint(u) / uint(C)), k = u - x * C, height = rows_of(m), width = columns_of(n);
    float v[T], P[R], E[R], c = datum[k];
    int of_column = column_at(k, m, n * T + x);
    bool inside = x < width;
#if TEXTURE
    {
        int column = u & (T - 1), y = u >> LOG_T;
        vec4 p[T / C];
        for (int i = 0; i < T / C; ++i) {
            int at = y + i * C;
            p[i] = column < width && at < height ? pixel_at(m * T + at, n * T + column) : vec4(0.0);
        }
        for (int i = 0; i < R; ++i) P[i] = columns[of_column + i * T], E[i] = columns[of_column + (R + i) * T];
        for (int i = 0; i < T / C; ++i)
            for (int q = 0; q < C; ++q) tile[q * PLANE + (y + i * C) * PITCH + column] = p[i][q];
        barrier();
        for (int i = 0; i < T; ++i) v[i] = tile[k * PLANE + i * PITCH + x] - c;
    }
#else
    if (inside && height == T) {
        for (int i = 0; i < R; ++i) P[i] = columns[of_column + i * T], E[i] = columns[of_column + (R + i) * T];
        for (int i = 0; i < T; ++i) v[i] = sample_at(m * T + i, n * T + x, k) - c;
    } else {
        for (int i = 0; i < R; ++i) P[i] = columns[of_column + i * T], E[i] = columns[of_column + (R + i) * T];
        for (int i = 0; i < T; ++i) v[i] = inside && i < height ? sample_at(m * T + i, n * T + x, k) - c : 0.0;
    }
#endif
    filter_line(0, v, P, E, lines.z > 1, height);
    if (lines.z > 2) {
        for (int i = 0; i < T; ++i) tile[k * PLANE + i * PITCH + x] = v[i];
        int y = u & (T - 1), channel = u >> LOG_T;
        for (int i = 0; i < R; ++i) {
            P[i] = rows[row_at(channel, m, n * K + i) + y];
            E[i] = rows[row_at(channel, m, n * K + R + i) + y];
        }
        barrier();
        for (int i = 0; i < T; ++i) v[i] = tile[channel * PLANE + y * PITCH + i];
        filter_line(2, v, P, E, lines.z > 3, width);
        for (int i = 0; i < T; ++i) tile[channel * PLANE + y * PITCH + i] = v[i];
        barrier();
#if !PUTS_PIXELS
        for (int i = 0; i < T; ++i) v[i] = tile[k * PLANE + i * PITCH + x];
#endif
    }
#if !PUTS_PIXELS
    float offset = result.x * result.y * c;
    if (inside)
        for (int i = 0; i < T; ++i)
            if (i < height) put_result(m * T + i, n * T + x, k, fma(result.x, v[i], offset));
#else
    if (lines.z <= 2) {
        for (int i = 0; i < T; ++i) tile[k * PLANE + i * PITCH + x] = v[i];
        barrier();
    }
    vec4 all = vec4(datum[0], datum[1], datum[2], datum[3]) * (result.x * result.y);
    int column = u & (T - 1);
    for (int i = u >> LOG_T; i < height; i += C)
        if (column < width) {
            vec4 p;
            for (int q = 0; q < C; ++q) p[q] = tile[q * PLANE + i * PITCH + column];
            put_pixel(m * T + i, n * T + column, fma(vec4(result.x), p, all));
        }
#endif
}
