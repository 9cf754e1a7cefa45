// Writes what step 7.1 has found of one block and channel to device memory (gpu/overlapped/layout.cuh).
#pragma once

#include "gpu/device/bulk_copy.cuh"
#include "gpu/overlapped/layout.cuh"

namespace sweep::gpu {

template <int R, int T>
struct PerimeterWriter {
    const Tiling& p;
    int channel, m, n;
    float *column_carries, *row_carries;
    L2Policy policy;

    // The places of functional k of column x and of row y; the next functional is T further.
    __device__ float* column_at(int k, int x) const {
        return column_carries + CarryLayout<R, T>(p).column(channel, m, n * T, k) + x;
    }
    __device__ float* row_at(int k, int y) const {
        return row_carries + CarryLayout<R, T>(p).row(channel, m, n, k) + y;
    }
    __device__ void store(float* to, float sum) const { store_with(policy, to, sum); }
    __device__ void store(float* to, float2 sums) const {
        store_with(policy, reinterpret_cast<float2*>(to), sums);
    }
    __device__ void column(int k, int x, float sum) const { store(column_at(k, x), sum); }
    __device__ void row(int k, int y, float sum) const { store(row_at(k, y), sum); }
    // Stores a corner: column functional k of row functional j.
    __device__ void corner(int k, int j, float sum) const {
        const std::size_t to = CarryLayout<R, T>(p).column(channel, m, p.N * T + n * 2 * R + j, k);
        store(column_carries + to, sum);
    }
};

}  // namespace sweep::gpu
