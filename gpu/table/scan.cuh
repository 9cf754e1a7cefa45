// The scan between two passes over the image: of one sum for each line of each block (SumLayout).
#pragma once

#include "gpu/table/sums.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// sums[channel][block][line] becomes the sum over the blocks before it. Grid (lines / 32, channels): a thread
// block owns 32 lines, with threads (32, sat_segments()). Unless `groups` is null,
// groups[channel][block][line / 32] gets the sum over 32 lines of what the block then holds.
template <class V>
__global__ __launch_bounds__(tuning::Tables::scan_threads) void scan_sums_kernel(
    V* sums, int blocks, int lines, V* groups, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int L = sat_blocks_a_thread;
    extern __shared__ __align__(16) unsigned char raw[];
    V* ends = reinterpret_cast<V*>(raw);
    const int group = blockIdx.x, channel = blockIdx.y, s = threadIdx.y, segments = blockDim.y;
    V* line = sums + std::size_t(channel) * blocks * lines + group * 32 + threadIdx.x;
    V carry = 0;
    for (int first = 0; first < blocks; first += segments * L) {
        const int block = first + s * L;
        V own[L], v[L];
#pragma unroll
        for (int l = 0; l < L; ++l) own[l] = block + l < blocks ? line[std::size_t(block + l) * lines] : V(0);
        scan_chunk<V, L, 32>(v, carry, ends, s, segments, threadIdx.x, [&](int l) { return own[l]; });
#pragma unroll
        for (int l = 0; l < L; ++l) {
            if (block + l < blocks) line[std::size_t(block + l) * lines] = v[l];
            if (!groups) continue;
            const V total = warp_sum(v[l]);
            if (threadIdx.x == 0 && block + l < blocks)
                groups[(std::size_t(channel) * blocks + block + l) * (lines / 32) + group] = total;
        }
    }
}

template <class V>
void launch_scan_sums(LaunchOn on, V* sums, unsigned channels, int blocks, int lines, V* groups = nullptr) {
    const unsigned segments = sat_segments(blocks, 32);
    launch(on, scan_sums_kernel<V>, dim3(unsigned(lines) / 32, channels), dim3(32, segments),
           segments * 32 * sizeof(V), sums, blocks, lines, groups);
}

}  // namespace sweep::gpu
