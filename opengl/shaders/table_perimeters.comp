// Step S.1: the sums of each block alone: of its columns, and of all that stands in it up to each row.
//
// Grid: a work group a block, T threads a channel, which own a column and then a row.
layout(local_size_x = T * C) in;

const int PITCH = T + 1, PLANE = T * PITCH + (C == 1 ? 0 : 32 / C);
shared NUMBER tile[C * PLANE], of_rows[C * T];

void main() {
    int u = int(gl_LocalInvocationID.x), n = group().x, m = group().y;
    int x = int(uint(u) / uint(C)), k = u - x * C;
    bool inside = n * T + x < size.x;
    NUMBER v[T], sum = NUMBER(0);
    for (int i = 0; i < T; ++i)
        v[i] = inside && m * T + i < size.y ? number_at(m * T + i, n * T + x, k) : NUMBER(0);
    for (int i = 0; i < T; ++i) {
        sum += v[i];
        tile[k * PLANE + i * PITCH + x] = v[i];
    }
    columns[column_at(k, m, n * T + x)] = sum;
    barrier();
    int y = u & (T - 1), channel = u >> LOG_T;
    sum = NUMBER(0);
    for (int i = 0; i < T; ++i) sum += tile[channel * PLANE + y * PITCH + i];
    of_rows[u] = sum;
    barrier();
    sum = NUMBER(0);
    for (int i = 0; i <= y; ++i) sum += of_rows[channel * T + i];
    rows[row_at(channel, m, n) + y] = sum;
}
