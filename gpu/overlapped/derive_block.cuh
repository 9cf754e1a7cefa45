// The last line of derived pictures (gpu/plan/last_line.cuh) on a block that is filtered and not yet stored.
//
// A thread has samples of one column of the block in every few rows, or words of four of them. What it reads beside the
// result was read when the block came, and is still in L2.
#pragma once

#include "gpu/image/move_tile.cuh"
#include "gpu/plan/last_line.cuh"

namespace sweep::gpu {

// Derives block (m, n), whose channels lie in the planes of `tile`. Called by the whole thread block, T threads a
// channel; it stands for a barrier before, and needs one behind.
template <int T>
__device__ inline void derive_block(const LastLine& line, const Tiling& p, int m, int n, float* tile) {
    // Twice as many of 64 would cost step 7.4 registers that it has not (a spill more, order 5 with zeros).
    constexpr int at_once = T > 64 ? 8 : 4;
    const int C = may_have_channels<T> ? p.channels : 1;
    __syncthreads();
    if (C == 1 && in_words(p, 1)) {
        const WordsOfThread<T> own(p, 1, m, n);
        const auto* other = reinterpret_cast<const float4*>(line.other);
#pragma unroll 1
        for (int k0 = 0; k0 < own.count; k0 += at_once) {
            float4 x[at_once];
#pragma unroll
            for (int k = 0; k < at_once; ++k)
                x[k] = other && own.has(k0 + k) ? __ldcg(other + own.in_image(k0 + k)) : float4{0, 0, 0, 0};
#pragma unroll
            for (int k = 0; k < at_once; ++k) {
                auto& r = *reinterpret_cast<float4*>(tile + own.place(k0 + k, 0));
                r = {line.derived(x[k].x, r.x), line.derived(x[k].y, r.y), line.derived(x[k].z, r.z),
                     line.derived(x[k].w, r.w)};
            }
        }
        return;
    }
    const int sample = int(threadIdx.x), column = sample / C,
              rows = n * T + column < p.width ? p.rows_of<T>(m) : 0;
    const float* other = line.other ? line.other + first_sample<T>(p, C, m, n) : nullptr;
    float* plane = tile + sample % C * T * T;
#pragma unroll 1
    for (int below = 0; below < rows; below += at_once) {
        float x[at_once];
#pragma unroll
        for (int k = 0; k < at_once; ++k)
            x[k] = other && below + k < rows ? __ldcg(other + row_of_samples(p, C) * (below + k)) : 0;
#pragma unroll
        for (int k = 0; k < at_once; ++k) {
            float& r = plane[at<T>(below + k, column)];
            r = line.derived(x[k], r);
        }
    }
}

}  // namespace sweep::gpu
