// Where the carries lie: 2 R numbers, of P and then of E, for each line and block.
//
//     columns [channel][m][x / T][2 R][x % T]     x: a column of the image, and behind N T columns the functionals
//     rows    [channel][m][q][T]                  q = n 2 R + number; behind these the row's first and last sample
//
// Behind the rows are the datums of the blocks, [channel][m][n], relative to which their numbers are.
//
// COLUMNS_ARE and ROWS_ARE say what a step does with them.
const int K = 2 * R;
layout(std430, binding = columns_binding) COLUMNS_ARE buffer Columns { float columns[]; };
layout(std430, binding = rows_binding) ROWS_ARE buffer Rows { float rows[]; };

int column_at(int k, int m, int x) {
    return ((k * size.z + m) * lines.x + (x >> LOG_T)) * K * T + (x & (T - 1));
}
int row_at(int k, int m, int q) { return ((k * size.z + m) * lines.y + q) * T; }
int datum_at(int k, int m, int n) { return C * size.z * lines.y * T + (k * size.z + m) * size.w + n; }
