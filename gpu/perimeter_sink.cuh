// Where step 7.1 leaves what it has found of one block and channel (gpu/layout.cuh).
#pragma once

#include "gpu/bulk_copy.cuh"
#include "gpu/layout.cuh"

namespace sweep::gpu {

// Addresses are worked out when they are needed: before, registers hold the block.
template <int R, int T>
struct PerimeterSink {
    const Tiling& p;
    int channel, m, n;
    float *column_carries, *row_carries;
    L2Policy policy;

    // Functional k of the block's column x, of its row y.
    __device__ void column(int k, int x, float sum) const {
        float* to = column_carries + CarryLayout<R, T>(p).column(channel, m, n * T, 0);
        store_with(policy, to + (k * T + x), sum);
    }
    __device__ void row(int k, int y, float sum) const {
        float* to = row_carries + CarryLayout<R, T>(p).row(channel, m, n, 0);
        store_with(policy, to + (k * T + y), sum);
    }
    // Column functional k of the dots j of the rows.
    __device__ void corner(int k, int j, float sum) const {
        const std::size_t to = CarryLayout<R, T>(p).column(channel, m, p.N * T + n * 2 * R + j, k);
        store_with(policy, column_carries + to, sum);
    }
};

}  // namespace sweep::gpu
