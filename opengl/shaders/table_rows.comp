// Step S.3: the table at the right end of each block, from block column to block column.
//
//     P^T_(m,n)(V) = P^T_(m,n-1)(V) + P^T_(m,n)(Vbar) + s(P_(m-1,n)(Y))                     [N11] (45)
//
// Grid: a work group a block row of a channel, S threads a row, a segment of block columns each.
layout(local_size_x = T, local_size_y = S) in;
shared NUMBER of_segment[S * T];

void main() {
    int lane = int(gl_LocalInvocationID.x), s = int(gl_LocalInvocationID.y), m = group().x, k = group().z;
    int begin = min(s * order_of_scans.w, size.w), end = min(begin + order_of_scans.w, size.w);
    NUMBER sum = NUMBER(0);
    for (int n = begin; n < end; ++n) sum += rows[row_at(k, m, n) + lane] + sums[sum_at(k, m, n)];
    of_segment[s * T + lane] = sum;
    barrier();
    sum = NUMBER(0);
    for (int q = 0; q < s; ++q) sum += of_segment[q * T + lane];
    for (int n = begin; n < end; ++n) {
        NUMBER own = rows[row_at(k, m, n) + lane] + sums[sum_at(k, m, n)];
        rows[row_at(k, m, n) + lane] = sum;
        sum += own;
    }
}
