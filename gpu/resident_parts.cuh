// What algorithm 8's kernel is made of: its shapes and parameters, the strip and the sums in shared memory, and the dots.
#pragma once

#include "core/algorithms.h"
#include "gpu/chunk_scan.cuh"
#include "gpu/pixels.cuh"
#include "gpu/thread_filter.cuh"

namespace sweep::gpu {

inline constexpr int strip_unit = 16, most_strip_units = 4, strip_segments = 32;
// Strips of a thread in 8.3: registers.
template <int R>
inline constexpr int most_each = R <= 3 ? 8 : 5;

struct StripShape {
    int width, height, channels;
    int strips, row_groups;  // W columns, W rows each
    int units;               // of a segment, b / 16: 1, 2 or 4
    int segment_shift;       // log2(b)

    __host__ __device__ int segment_rows() const { return units * strip_unit; }
};

template <int R, int W, ThreadForm form>
struct ResidentFilter {
    ThreadFilter<R, form> down, up, right, left;
    ChunkMatrices<R> columns, rows;
    // tail_A_FB and head_A_RB_A_FB of a unit of a column and of a strip's piece of a row; and of the last ones.
    float column_weights[2][strip_unit][2 * R], row_weights[2][W][2 * R];
    float scale, response;
    int passes;
    bool clamp;
};

struct ResidentMemory {
    float* row_carries;  // [channel][strip][2 r][most_resident_rows]: dots, then the states that enter
    float* row_ends;     // [channel][2][most_resident_rows]: columns 0 and w - 1 of Z
    unsigned* barrier;
};

// The strip in shared memory. Segments lie b + 1 rows apart, and the 16-byte words of a row are permuted by the row: a
// warp's threads that each go down a column, and those that each read 16 bytes of a row, touch every bank once.
template <int W>
__device__ inline int strip_at(int place, int c) {
    const int row = place * W;
    return row + (c ^ (row >> 3 & (W - 4)));
}
__host__ __device__ constexpr int strip_floats(int W, int units) {
    return strip_segments * (units * strip_unit + 1) * W;
}
// The sums of lines' chunks, number k of chunk c of line i of W.
template <int W>
__device__ inline int sum_at(int k, int c, int i) {
    return (k * 32 + c) * (W + 1) + i;
}

template <int R, int W>
struct ResidentShared {
    float *strip, *sums, *ends, *origin;  // ends: [2][W], first and last sample of each column

    __device__ ResidentShared(float* memory, int units)
        : strip(memory),
          sums(strip + strip_floats(W, units)),
          ends(sums + 2 * R * 32 * (W + 1)),
          origin(ends + 2 * W) {}
    static std::size_t bytes(int units) {
        return sizeof(float) * std::size_t(strip_floats(W, units) + 2 * R * 32 * (W + 1) + 2 * W + 4);
    }

    __device__ void put_sums(int chunk, int line, const Vec<float, R>& P, const Vec<float, R>& E) const {
#pragma unroll
        for (int k = 0; k < R; ++k) {
            sums[sum_at<W>(k, chunk, line)] = P[k];
            sums[sum_at<W>(R + k, chunk, line)] = E[k];
        }
    }
    __device__ void get_sums(int chunk, int line, Vec<float, R>& P, Vec<float, R>& E) const {
#pragma unroll
        for (int k = 0; k < R; ++k) {
            P[k] = sums[sum_at<W>(k, chunk, line)];
            E[k] = sums[sum_at<W>(R + k, chunk, line)];
        }
    }
    // P and E of the thread's line and chunk: from what the chunk does itself to what enters it. Barriers inside.
    __device__ void scan(const ChunkMatrices<R>& m, int chunk, int line, float c_first, float c_last,
                         Vec<float, R>& P, Vec<float, R>& E) const {
        put_sums(chunk, line, P, E);
        __syncthreads();
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        get_sums(lane, warp, P, E);
        Vec<float, R> P_in, E_in;
        scan_chunks(m, P, E, c_first, c_last, P_in, E_in);
        put_sums(lane, warp, P_in, E_in);
        __syncthreads();
        get_sums(chunk, line, P, E);
    }
};

// Parameters come from a cache that the first to ask finds empty: while the image is on its way, the warps ask for a line
// each.
template <class Parameters>
__device__ inline void touch(const Parameters& parameters) {
#ifdef __CUDA_ARCH__
    const float* words = reinterpret_cast<const float*>(&parameters);
    for (int i = threadIdx.x / 32 * 16; i < int(sizeof(Parameters) / sizeof(float));
         i += blockDim.x / 32 * 16)
        asm volatile("" ::"f"(words[i]));
#endif
}

// The 2 r dots of lines from .. to - 1, N samples each: d[l][k] = sum_i weights[i][k] x[l][i].
template <int from, int to, int N, int K, int L>
__device__ inline void dots(const float (&weights)[N][K], const float (&x)[L][N], float (&d)[L][K]) {
#pragma unroll
    for (int l = from; l < to; ++l)
#pragma unroll
        for (int k = 0; k < K; ++k) d[l][k] = 0;
#pragma unroll
    for (int i = 0; i < N; ++i)
#pragma unroll
        for (int k = 0; k < K; ++k)
#pragma unroll
            for (int l = from; l < to; ++l) d[l][k] = fmaf(weights[i][k], x[l][i], d[l][k]);
}

__device__ inline float sample_of(const PixelSource& in, int x, int y, int channel) {
    if (in.format == PixelFormat::f32)
        return __ldg(static_cast<const float*>(in.data) + (std::size_t(y) * in.width + x) * in.channels +
                     channel);
    if (!in.is_bytes()) return in.sample(x, y, channel);
    const uchar4 b = in.bytes(x, y);
    return in.decode(channel == 0 ? b.x : channel == 1 ? b.y : channel == 2 ? b.z : b.w, channel);
}

}  // namespace sweep::gpu
