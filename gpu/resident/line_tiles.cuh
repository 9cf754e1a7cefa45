// The lines that a thread block of algorithm 8 along one axis holds: where they lie in the image and in shared
// memory, and how they come and go.
#pragma once

#include <cuda_pipeline_primitives.h>

#include "core/families/chip/resident.h"
#include "gpu/device/cluster.cuh"
#include "gpu/image/intermediate.cuh"
#include "gpu/image/pixels.cuh"
#include "gpu/resident/piece_line.cuh"

namespace sweep::gpu {

inline constexpr int most_line_threads = 32 * most_line_pieces;
static_assert(line_piece == piece_samples);

// The lines of an image, and how they are shared out. In shared memory the rows of a tile of columns follow each
// other; a row has 16 bytes behind each piece, and behind the last one where that makes its length an odd number of
// such words, so that threads that read 16 bytes of a piece each touch every bank once.
struct ChipLines {
    int width, height, channels;
    bool along_rows, wraps;
    int length, count;              // samples of a line, lines
    int pieces, blocks;             // of a line in a thread block; thread blocks of a line
    std::size_t in_step, out_step;  // bytes between the images of a batch

    static constexpr int padded_piece = piece_samples + 4;
    __host__ __device__ int row() const { return pieces * padded_piece + (pieces % 2 == 0 ? 4 : 0); }
    __host__ __device__ int tile_floats() const {
        return along_rows ? 32 * row() : 32 * pieces * piece_samples;
    }

    __device__ PixelSource image(PixelSource in, unsigned number) const {
        in.data = static_cast<const std::byte*>(in.data) + number * in_step;
        return in;
    }
    __device__ PixelSink image(PixelSink out, unsigned number) const {
        out.data = static_cast<std::byte*>(out.data) + number * out_step;
        return out;
    }
};

// What this thread holds: piece `piece`, counted in the thread block, of line first_line + lane.
struct LineTile {
    const ChipLines& p;
    float* const samples;
    const int lane = int(threadIdx.x) % 32, piece = int(threadIdx.x) / 32, rank = int(blockIdx.x) % p.blocks,
              first_line = int(blockIdx.x) / p.blocks * 32;

    __device__ LineTile(const ChipLines& lines, float* shared) : p(lines), samples(shared) {}

    // The place in its line of a sample of the thread's piece.
    __device__ int first_sample(int i = 0) const { return (rank * p.pieces + piece) * piece_samples + i; }
    __device__ int line() const { return min(first_line + lane, p.count - 1); }
    __device__ int channel() const { return line() % p.channels; }
    __device__ bool is_there() const { return first_line + lane < p.count; }
    __device__ int rest() const { return p.length - first_sample(); }

    // Starts to copy the tile to shared memory: it is there after __pipeline_wait_prior(0) and __syncthreads(). What
    // lies beyond the image's edges is some sample of it.
    __device__ void load(const PixelSource& in) const {
        if (in.format != PixelFormat::f32) return load_any(p, samples, in);
        const auto* image = static_cast<const float*>(in.data);
        const bool in_words = p.width * p.channels % 4 == 0;
        if (!p.along_rows)
            in_words ? copy_columns<4>(image) : copy_columns<1>(image);
        else if (p.channels == 1)
            in_words ? copy_rows<4>(image) : copy_rows<1>(image);
        else
            copy_rows_of_channels(image);
        __pipeline_commit();
    }

    // Continues the line behind its end, in the thread's own piece, by its last sample or by `beyond`.
    __device__ void fill(bool clamp, float beyond) const {
        if (rest() >= piece_samples) return;
        const float value =
            clamp ? samples[at(lane, p.length - 1 - rank * p.pieces * piece_samples)] : beyond;
#pragma unroll 1
        for (int i = max(rest(), 0); i < piece_samples; ++i)
            samples[at(lane, piece * piece_samples + i)] = value;
    }

    // Sample i of the thread's piece.
    __device__ float sample(int i) const {
        return samples[at(lane, piece * piece_samples + i)];
    }
    // Takes the piece.
    __device__ void take(float (&x)[piece_samples]) const {
        const float* own = samples + at(lane, piece * piece_samples);
        if (p.along_rows) {
#pragma unroll
            for (int i = 0; i < piece_samples; i += 4)
                *reinterpret_cast<float4*>(x + i) = *reinterpret_cast<const float4*>(own + i);
        } else {
#pragma unroll
            for (int i = 0; i < piece_samples; ++i) x[i] = own[32 * i];
        }
    }

    // Stores the thread's piece. Called by the whole thread block: rows go through shared memory.
    __device__ void store(const PixelSink& out, const float (&x)[piece_samples]) const {
        if (!p.along_rows) {
            if (!is_there()) return;
            if (out.format == PixelFormat::f32) {
                const std::size_t row = std::size_t(p.width) * p.channels;
                float* to = static_cast<float*>(out.data) + std::size_t(first_sample()) * row + line();
                const int there = rest();
#pragma unroll
                for (int i = 0; i < piece_samples; ++i, to += row)
                    if (i < there) __stcg(to, x[i]);
                return;
            }
#pragma unroll
            for (int i = 0; i < piece_samples; ++i)
                if (i < rest()) put_sample(out, line() / p.channels, first_sample(i), channel(), x[i]);
            return;
        }
        float* own = samples + at(lane, piece * piece_samples);
#pragma unroll
        for (int i = 0; i < piece_samples; i += 4)
            *reinterpret_cast<float4*>(own + i) = float4{x[i], x[i + 1], x[i + 2], x[i + 3]};
        __syncthreads();
        if (out.format != PixelFormat::f32 || p.channels > 1)
            store_any(p, samples, out);
        else if (p.width % 4 == 0)
            store_rows<4>(static_cast<float*>(out.data));
        else
            store_rows<1>(static_cast<float*>(out.data));
    }

  private:
    // The place of sample i of the tile's part of a line.
    __device__ int at(int of_line, int i) const {
        return p.along_rows
                   ? of_line * p.row() + i / piece_samples * ChipLines::padded_piece + i % piece_samples
                   : i * 32 + of_line;
    }
    __device__ int tile_samples() const {
        return p.pieces * piece_samples;
    }

    // Copies N samples at a time; as many threads as there are words of a row of the tile have one.
    template <int N>
    __device__ void copy_columns(const float* image) const {
        constexpr int words = 32 / N;
        const int row = p.width * p.channels, word = int(threadIdx.x) % words * N,
                  x = min(first_line + word, row - N), y0 = rank * tile_samples();
#pragma unroll
        for (int k = 0; k < words; ++k) {
            const int y = int(threadIdx.x) / words + k * p.pieces * N;
            __pipeline_memcpy_async(samples + y * 32 + word,
                                    image + std::size_t(min(y0 + y, p.height - 1)) * row + x,
                                    N * sizeof(float));
        }
    }
    template <int N>
    __device__ void copy_rows(const float* image) const {
        const int words = tile_samples() / N, x = int(threadIdx.x) % words * N,
                  in_row = min(rank * tile_samples() + x, p.width - N);
#pragma unroll
        for (int k = 0; k < 32 / N; ++k) {
            const int y = int(threadIdx.x) / words + k * N;
            __pipeline_memcpy_async(samples + at(y, x),
                                    image + std::size_t(min(first_line + y, p.height - 1)) * p.width + in_row,
                                    N * sizeof(float));
        }
    }
    __device__ void copy_rows_of_channels(const float* image) const {
        for_pixels([&](int of_line, int i, int x, int y, int c) {
            __pipeline_memcpy_async(samples + at(of_line, i),
                                    image + (std::size_t(y) * p.width + x) * p.channels + c, sizeof(float));
        });
    }
    // The reads of any format are a call, whose code lies apart, as are the writes; each makes its own LineTile,
    // which would otherwise lie in memory.
    [[gnu::noinline]] __device__ static void load_any(const ChipLines& lines, float* samples,
                                                      const PixelSource& in) {
        const LineTile tile(lines, samples);
        tile.for_pixels([&](int of_line, int i, int x, int y, int c) {
            samples[tile.at(of_line, i)] = in.sample(x, y, c);
        });
        __pipeline_commit();
    }
    [[gnu::noinline]] __device__ static void store_any(const ChipLines& lines, float* samples,
                                                       const PixelSink& out) {
        const LineTile tile(lines, samples);
        tile.for_pixels([&](int of_line, int i, int x, int y, int c) {
            if (tile.rank * tile.tile_samples() + i < lines.length && tile.first_line + of_line < lines.count)
                put_sample(out, x, y, c, samples[tile.at(of_line, i)]);
        });
    }
    // Calls move(line of the tile, sample of it, x, y, channel) for the samples of the tile, a thread's share,
    // neighbours in the image by neighbouring threads. Beyond the image's edges it is a sample at the edge.
    template <class Move>
    __device__ void for_pixels(Move move) const {
        const int threads = 32 * p.pieces, C = p.channels;
        for (int k = int(threadIdx.x); k < 32 * tile_samples(); k += threads) {
            int of_line, i;
            if (!p.along_rows) {
                of_line = k % 32, i = k / 32;
            } else {
                const int row_lines =
                    C == 3 ? 1 : C;  // neighbours along x, and, if they do not straddle rows, the channels
                of_line = k / (tile_samples() * row_lines) * row_lines + k % row_lines;
                i = k / row_lines % tile_samples();
            }
            const int line = min(first_line + of_line, p.count - 1),
                      n = min(rank * tile_samples() + i, p.length - 1), across = line / C;
            move(of_line, i, p.along_rows ? n : across, p.along_rows ? across : n, line % C);
        }
    }
    template <int N>
    __device__ void store_rows(float* image) const {
        using Word = std::conditional_t<N == 4, float4, float>;
        const int words = tile_samples() / N, x = int(threadIdx.x) % words * N,
                  in_row = rank * tile_samples() + x;
        if (in_row >= p.width) return;
#pragma unroll
        for (int k = 0; k < 32 / N; ++k)
            if (const int y = int(threadIdx.x) / words + k * N; first_line + y < p.height)
                __stcg(reinterpret_cast<Word*>(image + std::size_t(first_line + y) * p.width + in_row),
                       *reinterpret_cast<const Word*>(samples + at(y, x)));
    }
};

}  // namespace sweep::gpu
