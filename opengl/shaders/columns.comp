// Step 7.2: scans down and up all columns, and with them the row dots, as if these were columns: filtering along rows and
// filtering along columns commute.
//
// Grid: a work group has LANES lines of a channel, and S threads a line.
layout(local_size_x = LANES, local_size_y = S) in;

void main() {
    int lane = int(gl_LocalInvocationID.x), x = group().x * LANES + lane, k = group().z, q = x - size.w * T;
    Line l = line_of(lane, int(gl_LocalInvocationID.y), size.z, order_of_scans.z, column_at(k, 0, x), lines.x * K * T);
#if ONCE
    get_all(l, size.x > 0);
#endif
    float c_first = 0.0, c_last = 0.0;
    if (q < 0 && x < size.x) {
        if (ends.x == 1) c_first = c_last = outside_columns[k] - datum[k];
        if (ends.x == 2) {
            c_first = sample_at(0, x, k) - datum[k];
            c_last = sample_at(size.y - 1, x, k) - datum[k];
        }
    } else if (q >= 0 && q < lines.y) {
        if (ends.x == 1)
            c_first = c_last = (outside_columns[k] - datum[k]) * (q < size.w * K ? sum_of_weights(q) : 1.0);
        if (ends.x == 2) {
            c_first = rows[row_at(k, 0, q)];
            c_last = rows[row_at(k, size.z - 1, q) + ((size.y - 1) & (T - 1))];
        }
    }
    scan_line(l, order_of_scans.x, c_first, c_last);
}
