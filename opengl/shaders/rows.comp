// Step 7.3: filters the row dots down and up, from the states found in 7.2, which makes them dots of the column-filtered
// rows; then scans right and left.
//
// Grid: a work group a block row of a channel. Its threads take the functionals by turns, a line of T numbers each; then T
// lanes are the rows, with S threads a row.
layout(local_size_x = LANES, local_size_y = S) in;
// `rows` again, four numbers at a time; as they are when the step begins, which caches of a multiprocessor may hold.
layout(std430, binding = 4) readonly buffer OldRows { vec4 old_fours[]; };
layout(std430, binding = 7) coherent writeonly buffer NewRows { vec4 new_fours[]; };

void main() {
    int lane = int(gl_LocalInvocationID.x), m = group().x, k = group().z, height = rows_of(m);
    for (int q = int(gl_LocalInvocationIndex); q < lines.y; q += LANES * S) {
        int at = row_at(k, m, q) >> 2, of_column = column_at(k, m, size.w * T + q);
        float v[T], P[R], E[R];
        for (int i = 0; i < T / 4; ++i) {
            vec4 four = old_fours[at + i];
            v[4 * i] = four.x, v[4 * i + 1] = four.y, v[4 * i + 2] = four.z, v[4 * i + 3] = four.w;
        }
        for (int i = 0; i < R; ++i) P[i] = columns[of_column + i * T], E[i] = columns[of_column + (R + i) * T];
        filter_line(0, v, P, E, true, height);
        for (int i = 0; i < T / 4; ++i) new_fours[at + i] = vec4(v[4 * i], v[4 * i + 1], v[4 * i + 2], v[4 * i + 3]);
    }
    memoryBarrierBuffer();
    barrier();
    float c_first = 0.0, c_last = 0.0;
    if (ends.y == 1) c_first = c_last = result.z * (outside_rows[k] - datum[k]);
    if (ends.y == 2) {
        c_first = rows[row_at(k, m, size.w * K) + lane];
        c_last = rows[row_at(k, m, size.w * K + 1) + lane];
    }
    scan_line(line_of(lane, int(gl_LocalInvocationID.y), size.w, order_of_scans.w, row_at(k, m, 0) + lane, K * T),
              order_of_scans.y, c_first, c_last);
}
