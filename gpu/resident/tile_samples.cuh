// The tiles of algorithm 8: their shape, their samples in shared memory,
// and how these come from the image and go there.
#pragma once

#include <type_traits>

#include <cuda_pipeline_primitives.h>

#include "core/families/chip/resident.h"
#include "gpu/image/intermediate.cuh"
#include "gpu/image/pixels.cuh"
#include "gpu/resident/piece_line.cuh"

namespace sweep::gpu {

inline constexpr int tile_rows = resident_tile_rows, tile_columns = resident_tile_columns,
                     resident_threads = tile_rows * tile_columns / piece_samples,
                     pieces_of_row = tile_columns / piece_samples;
static_assert(tile_rows == 2 * piece_samples && pieces_of_row == 4);

struct ResidentImage {
    int width, height, channels;
    int tiles_down, tiles_across;
    bool wraps;  // its lines are continued by their other ends
};

// In shared memory each piece of a row has 16 bytes behind it, so that threads that read 16 bytes of a piece each touch
// every bank once.
struct TileSamples {
    static constexpr int piece = piece_samples + 4, row = pieces_of_row * piece;
    __device__ static int at(int y, int x) { return y * row + x / piece_samples * piece + x % piece_samples; }
    alignas(16) float samples[tile_rows * row];
};

inline constexpr int rows_of_warp = tile_rows / (resident_threads / 32);

// Reads a tile of any format. Like write_samples() it is a call, whose code lies apart.
[[gnu::noinline]] __device__ inline void read_samples(const PixelSource& in, const ResidentImage& p, int m,
                                                      int n, TileSamples& tile) {
#pragma unroll 4
    for (int i = threadIdx.x; i < tile_rows * tile_columns; i += resident_threads) {
        const int y = i / tile_columns, x = i % tile_columns;
        tile.samples[TileSamples::at(y, x)] = in.sample(min(n * tile_columns + x, p.width - 1),
                                                        min(m * tile_rows + y, p.height - 1), blockIdx.y);
    }
}

// Stores the rows of the warp in any format.
[[gnu::noinline]] __device__ inline void write_samples(const PixelSink& out, const ResidentImage& p, int m,
                                                       int n, const TileSamples& tile) {
    const int y0 = threadIdx.x / 32 * rows_of_warp;
#pragma unroll 4
    for (int i = threadIdx.x % 32; i < rows_of_warp * tile_columns; i += 32) {
        const int y = y0 + i / tile_columns, x = i % tile_columns;
        if (m * tile_rows + y < p.height && n * tile_columns + x < p.width)
            put_sample(out, n * tile_columns + x, m * tile_rows + y, blockIdx.y,
                       tile.samples[TileSamples::at(y, x)]);
    }
}

// Copies the rows of the warp of an image of one channel of float32, N samples a lane. Beyond the image's edges they
// are the last row, and some samples of each row.
template <int N>
__device__ inline void copy_rows(const float* image, const ResidentImage& p, int m, int n,
                                 TileSamples& tile) {
    const int lane = threadIdx.x % 32, y0 = threadIdx.x / 32 * rows_of_warp;
#pragma unroll
    for (int i = 0; i < rows_of_warp; ++i)
#pragma unroll
        for (int j = 0; j < tile_columns; j += 32 * N) {
            const int x = j + lane * N;
            const float* from = image + std::size_t(min(m * tile_rows + y0 + i, p.height - 1)) * p.width;
            __pipeline_memcpy_async(&tile.samples[TileSamples::at(y0 + i, x)],
                                    from + min(n * tile_columns + x, p.width - N), N * sizeof(float));
        }
    __pipeline_commit();
}

// Stores the rows of the warp into an image of one channel of float32, N samples a lane.
template <int N>
__device__ inline void store_rows(float* image, const ResidentImage& p, int m, int n,
                                  const TileSamples& tile) {
    using Word = std::conditional_t<N == 4, float4, float>;
    const int lane = threadIdx.x % 32, y0 = threadIdx.x / 32 * rows_of_warp,
              rows = min(rows_of_warp, p.height - (m * tile_rows + y0));
    float* to = image + std::size_t(m * tile_rows + y0) * p.width + n * tile_columns + lane * N;
#pragma unroll
    for (int i = 0; i < rows_of_warp; ++i, to += p.width)
#pragma unroll
        for (int j = 0; j < tile_columns; j += 32 * N) {
            const int x = j + lane * N;
            if (i < rows && n * tile_columns + x < p.width)
                __stcg(reinterpret_cast<Word*>(to + j),
                       *reinterpret_cast<const Word*>(&tile.samples[TileSamples::at(y0 + i, x)]));
        }
}

}  // namespace sweep::gpu
