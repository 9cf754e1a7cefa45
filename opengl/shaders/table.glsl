// What the steps of a summed-area table share: its sums, and the numbers that are added up.
//
//     columns [channel][m][x]        P_(m-1,n)(Y): column x added up over all rows above block row m
//     rows    [channel][m][n][T]     P^T_(m,n-1)(V): the table at each row, left of block column n
//     sums    [channel][m][n]        s(P_(m-1,n)(Y)): the columns' carries of block (m, n) added up
//
// until step S.2 and S.3 the first two are those of the block alone. `result.x` is the scale of whole numbers made of floats,
// `result.y` their limit before it; 0: there are none.
layout(std430, binding = columns_binding) COLUMNS_ARE buffer Columns { NUMBER columns[]; };
layout(std430, binding = rows_binding) ROWS_ARE buffer Rows { NUMBER rows[]; };
layout(std430, binding = sums_binding) SUMS_ARE buffer Sums { NUMBER sums[]; };

int column_at(int k, int m, int x) { return (k * size.z + m) * size.w * T + x; }
int row_at(int k, int m, int n) { return ((k * size.z + m) * size.w + n) * T; }
int sum_at(int k, int m, int n) { return (k * size.z + m) * size.w + n; }

NUMBER number_of(float x) {
#if UINTS
    float positive = x > 0.0 ? x : 0.0;
    return uint(roundEven((positive < result.y ? positive : result.y) * result.x));
#else
    return x;
#endif
}

// Tables of bytes add these up as they are, those of boxes (OF_BOXES) the colours that they stand for.
#if OF_BOXES || !BYTES
NUMBER number_at(int y, int x, int k) { return number_of(sample_at(y, x, k)); }
#elif !TEXTURE
NUMBER number_at(int y, int x, int k) {
    uint i = uint((y * size.x + x) * C + k);
    return NUMBER((words[i >> 2] >> (8u * (i & 3u))) & 255u);
}
#else
NUMBER number_at(int y, int x, int k) { return NUMBER(texelFetch(picture, ivec2(x, y), 0)[k] * 255.0 + 0.5); }
#endif
