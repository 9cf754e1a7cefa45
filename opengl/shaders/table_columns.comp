// Step S.2: adds up the columns' sums from block row to block row, and the carries of each block.
//
//     P_(m,n)(Y) = P_(m-1,n)(Y) + P_(m,n)(Ybar)                                             [N11] (41)
//
// Grid: a work group the columns of a block column of a channel, S threads a column, a segment of block rows each.
layout(local_size_x = T, local_size_y = S) in;
shared NUMBER of_segment[S * T];

void main() {
    int lane = int(gl_LocalInvocationID.x), s = int(gl_LocalInvocationID.y), n = group().x, k = group().z;
    int begin = min(s * order_of_scans.z, size.z), end = min(begin + order_of_scans.z, size.z), x = n * T + lane;
    NUMBER sum = NUMBER(0);
    for (int m = begin; m < end; ++m) sum += columns[column_at(k, m, x)];
    of_segment[s * T + lane] = sum;
    barrier();
    sum = NUMBER(0);
    for (int q = 0; q < s; ++q) sum += of_segment[q * T + lane];
    for (int m = begin; m < end; ++m) {
        NUMBER own = columns[column_at(k, m, x)];
        columns[column_at(k, m, x)] = sum;
        sum += own;
    }
    memoryBarrierBuffer();
    barrier();
    for (int m = int(gl_LocalInvocationIndex); m < size.z; m += S * T) {
        sum = NUMBER(0);
        for (int i = 0; i < T; ++i) sum += columns[column_at(k, m, n * T + i)];
        sums[sum_at(k, m, n)] = sum;
    }
}
