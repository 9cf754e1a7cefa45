// The weights of the dots (core/blocks/block_algebra.h), in fours: [line][T][2 R]. Line 0 is a block of the columns, 1 the
// last of them, 2 and 3 the same of the rows. Behind them are the sums of the weights of 2 and 3.
const int FOURS = (K + 3) / 4;
layout(std140, binding = weights_binding) uniform Weights { vec4 weights[(4 * T + 2) * FOURS]; };

float sum_of_weights(int q) {
    int n = q / K, number = q % K;
    return weights[(4 * T + (n == size.w - 1 ? 1 : 0)) * FOURS + number / 4][number % 4];
}
