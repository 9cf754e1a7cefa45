// Step 7.3: filters the row dots down and up, from the states found in 7.2, which makes them dots of the column-filtered
// rows; then scans right and left.
//
// Grid: a work group a block row of a channel; T lanes are its rows, with S threads a row. The functionals are lines of T numbers,
// each filtered by one thread. With ONCE threads hold the dots of their blocks, and pass AT_ONCE blocks of each segment through
// shared memory at a time, where lines are; otherwise lines lie in memory, and the threads take them by turns.
layout(local_size_x = LANES, local_size_y = S) in;

// The change of datum behind or before block n that joins number q of it (scan.glsl), which is the same in all rows.
float of_change(Line l, int n, int q) {
    int at = ONES_P + q;
    return q < K && ends.z > 0 ? scan[2 + at / 4][at % 4] * (q < R ? step_of_datum(l, n, 0) : step_of_datum(l, n, R)) : 0.0;
}

#if ONCE
const int LINES = AT_ONCE * S * K, PITCH = T + 1;  // and behind them the rows' first and last samples

void filter_lines(Line l, int m, int k, int first_block, int height) {
    barrier();
    for (int j = int(gl_LocalInvocationIndex); j < LINES + (first_block == 0 ? 2 : 0); j += LANES * S) {
        int at = j * PITCH, q = int(uint(j) % uint(K)), place = int(uint(j) / uint(K)),
            block = (place % S) * order_of_scans.w + first_block + place / S;
        if (j < LINES && (block >= size.w || first_block + place / S >= order_of_scans.w)) continue;
        int of_column = column_at(k, m, size.w * T + (j < LINES ? block * K + q : size.w * K + j - LINES));
        float v[T], P[R], E[R];
        for (int i = 0; i < R; ++i) P[i] = columns[of_column + i * T], E[i] = columns[of_column + (R + i) * T];
        for (int i = 0; i < T; ++i) v[i] = segment_ends[at + i];
        filter_line(0, v, P, E, true, height);
        float change = of_change(l, block, j < LINES ? q : K);
        for (int i = 0; i < T; ++i) segment_ends[at + i] = v[i] + change;
    }
    barrier();
}
#else
// `rows` again, four numbers at a time; as they are when the step begins, which caches of a multiprocessor may hold.
layout(std430, binding = old_rows_binding) readonly buffer OldRows { vec4 old_fours[]; };
layout(std430, binding = new_rows_binding) coherent writeonly buffer NewRows { vec4 new_fours[]; };
#endif

void main() {
    int lane = int(gl_LocalInvocationID.x), segment = int(gl_LocalInvocationID.y), m = group().x, k = group().z, height = rows_of(m);
    Line l = line_of(lane, segment, size.w, order_of_scans.w, row_at(k, m, 0) + lane, K * T, order_of_scans.y,
                     datum_at(k, m, 0), 1, 1.0);
    float c_first = 0.0, c_last = 0.0;
#if ONCE
    get_all(l, size.x > 0);
    int at_first = LINES * PITCH + lane, at_last = at_first + PITCH;
    if (segment == 0) {
        segment_ends[at_first] = rows[row_at(k, m, size.w * K) + lane];
        segment_ends[at_last] = rows[row_at(k, m, size.w * K + 1) + lane];
    }
    for (int first = 0; first < HELD; first += AT_ONCE) {
        int line = segment * K * PITCH + lane;
#define PUT(i) if (i - i % AT_ONCE == first) for (int q = 0; q < R; ++q) { \
    segment_ends[line + (i % AT_ONCE * S * K + q) * PITCH] = held_P[i][q]; \
    segment_ends[line + (i % AT_ONCE * S * K + R + q) * PITCH] = held_E[i][q]; \
}
        EACH_HELD(PUT)
#undef PUT
        filter_lines(l, m, k, first, height);
#define GET(i) if (i - i % AT_ONCE == first) for (int q = 0; q < R; ++q) { \
    held_P[i][q] = segment_ends[line + (i % AT_ONCE * S * K + q) * PITCH]; \
    held_E[i][q] = segment_ends[line + (i % AT_ONCE * S * K + R + q) * PITCH]; \
}
        EACH_HELD(GET)
#undef GET
    }
    if (ends.y == 2) c_first = segment_ends[at_first], c_last = segment_ends[at_last];
#else
    for (int q = int(gl_LocalInvocationIndex); q < lines.y; q += LANES * S) {
        int at = row_at(k, m, q) >> 2, of_column = column_at(k, m, size.w * T + q);
        float v[T], P[R], E[R];
        for (int i = 0; i < T / 4; ++i) {
            vec4 four = old_fours[at + i];
            v[4 * i] = four.x, v[4 * i + 1] = four.y, v[4 * i + 2] = four.z, v[4 * i + 3] = four.w;
        }
        for (int i = 0; i < R; ++i) P[i] = columns[of_column + i * T], E[i] = columns[of_column + (R + i) * T];
        filter_line(0, v, P, E, true, height);
        int n = int(uint(q) / uint(K));
        float change = of_change(l, n, n < size.w ? q - n * K : K);
        for (int i = 0; i < T / 4; ++i) new_fours[at + i] = vec4(v[4 * i], v[4 * i + 1], v[4 * i + 2], v[4 * i + 3]) + change;
    }
    memoryBarrierBuffer();
    barrier();
    if (ends.y == 2) {
        c_first = rows[row_at(k, m, size.w * K) + lane];
        c_last = rows[row_at(k, m, size.w * K + 1) + lane];
    }
#endif
    if (ends.y == 1) {
        c_first = result.z * (outside_rows[k] - datum_of(l, 0));
        c_last = result.z * (outside_rows[k] - datum_of(l, size.w - 1));
    }
    scan_line(l, c_first, c_last);
}
