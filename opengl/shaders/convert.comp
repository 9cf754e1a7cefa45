// The filter `none`: samples are decoded and copied. Grid: 256 threads a work group, four pixels a thread, by rows of groups.
layout(local_size_x = 256) in;

void main() {
    int y = group().y;
    for (int i = 0; i < 4; ++i) {
        int x = group().x * 1024 + i * 256 + int(gl_LocalInvocationID.x);
        if (x >= size.x) continue;
#if PUTS_PIXELS
        put_pixel(y, x, vec4(sample_at(y, x, 0), sample_at(y, x, 1), sample_at(y, x, 2), sample_at(y, x, 3)));
#else
        for (int k = 0; k < C; ++k) put_result(y, x, k, sample_at(y, x, k));
#endif
    }
}
