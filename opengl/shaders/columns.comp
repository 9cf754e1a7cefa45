// Step 7.2: scans down and up all columns, and with them the row dots, as if these were columns: filtering along rows and
// filtering along columns commute.
//
// Grid: a work group has LANES lines of a channel, and S threads a line.
layout(local_size_x = LANES, local_size_y = S) in;

void main() {
    int lane = int(gl_LocalInvocationID.x), x = group().x * LANES + lane, k = group().z, q = x - size.w * T;
    // Whose datums count, and how often.
    int n = q < 0 ? x >> LOG_T : q < size.w * K ? int(uint(q) / uint(K)) : q == size.w * K ? 0 : size.w - 1;
    float ones = q < 0 || q >= size.w * K ? 1.0 : sum_of_weights(q);
    Line l = line_of(lane, int(gl_LocalInvocationID.y), size.z, order_of_scans.z, column_at(k, 0, x), lines.x * K * T,
                     order_of_scans.x, datum_at(k, 0, n), size.w, ones);
#if ONCE
    get_all(l, size.x > 0);
#endif
    float c_first = 0.0, c_last = 0.0, c_0 = datum_of(l, 0), c_M = datum_of(l, size.z - 1);
    if (ends.x > 0 && q < 0 && x < size.x) {
        c_first = (ends.x == 1 ? outside_columns[k] : sample_at(0, x, k)) - c_0;
        c_last = (ends.x == 1 ? outside_columns[k] : sample_at(size.y - 1, x, k)) - c_M;
    } else if (ends.x > 0 && q >= 0 && q < lines.y) {
        if (ends.x == 1) {
            c_first = (outside_columns[k] - c_0) * ones;
            c_last = (outside_columns[k] - c_M) * ones;
        } else {
            c_first = rows[row_at(k, 0, q)];
            c_last = rows[row_at(k, size.z - 1, q) + ((size.y - 1) & (T - 1))];
        }
    }
    scan_line(l, c_first, c_last);
}
