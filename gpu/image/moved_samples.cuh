// The samples of a block that a thread moves between the image and its planes in shared memory
// (gpu/image/tile.cuh): words of four samples where rows are whole words, otherwise single samples, or pixels
// of four channels. They always lie in one column of the block, at equal distances, so that what depends on
// the column is computed once.
#pragma once

#include "gpu/image/tile.cuh"

namespace sweep::gpu {

// Moves a block of one channel of 4-byte samples in rows of 16-byte words. Each of `threads` threads moves
// the same 4 columns of every `rows`-th row, so that the loop computes no index. It calls move(y, x, offset
// in the plane), or outside(offset) beyond the edge of the image.
template <int T, int threads, class Move, class Outside>
__device__ inline void for_each_word(const Tiling& p, int m, int n, Move move, Outside outside) {
    constexpr int words = T / 4, rows = threads / words;
    const int c = threadIdx.x % words * 4, r0 = threadIdx.x / words, x = n * T + c, y0 = m * T + r0;
    if (p.rows_of<T>(m) == T && p.columns_of<T>(n) == T) {
#pragma unroll
        for (int r = 0; r < T; r += rows) move(y0 + r, x, at<T>(r0 + r, c));
    } else {
#pragma unroll 4
        for (int r = 0; r < T; r += rows) {
            if (y0 + r < p.height && x < p.width)
                move(y0 + r, x, at<T>(r0 + r, c));
            else
                outside(at<T>(r0 + r, c));
        }
    }
}

// True if blocks of C channels can be moved in words of four samples: no word may straddle two rows.
__device__ inline bool in_words(const Tiling& p, int C) {
    return p.width * C % 4 == 0;
}

// The words of four samples that a thread moves of a block of C channels, where rows are whole words and each
// channel has `threads` threads. The words of a thread lie below each other, in every `step`-th row, so that what
// a warp writes into a plane at once lies in different columns, and in different banks. Neighbouring samples of
// three channels in neighbouring threads would meet in a bank by threes.
template <int T, int threads = T>
class WordsOfThread {
  public:
    static constexpr int step = 4 * threads / T, count = T / step;

    __device__ WordsOfThread(const Tiling& p, int C, int m, int n) {
        const int words = T / 4 * C, word = threadIdx.x % words, row = threadIdx.x / words,
                  x = n * words + word;
        a_row = p.width * C / 4;
        rows = x < a_row ? p.rows_of<T>(m) - row : 0;
        first = std::ptrdiff_t(m * T + row) * a_row + x;
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            channel[i] = (4 * word + i) % C;
            near[i] = channel[i] * T * T + at<T>(row, (4 * word + i) / C);
        }
    }
    // has(k) says that the image has word k; in_image(k) is the number of that word in the image, and
    // place(k, i) the place of its sample i in the planes.
    __device__ bool has(int k) const {
        return k * step < rows;
    }
    __device__ std::ptrdiff_t in_image(int k) const {
        return first + std::ptrdiff_t(a_row) * (k * step);
    }
    __device__ int place(int k, int i) const {
        return (near[i] ^ (k * step & 4) << 2) + k * step * 32;
    }

    int channel[4];  // of the samples of each word

  private:
    int a_row, rows, near[4];
    std::ptrdiff_t first;
};

// Moves C channels in rows of any length: neighbouring threads move neighbouring samples, `threads` threads a
// channel, and each thread one channel of one column. Calls move(rows below the first, offset in the planes),
// or outside(offset) beyond the edge of the image.
template <int T, int threads, class Move, class Outside>
__device__ inline void for_each_sample(const Tiling& p, int C, int m, int n, Move move, Outside outside) {
    constexpr int step = threads / T;
    const int sample = threadIdx.x % (T * C), c = sample / C, first = threadIdx.x / (T * C),
              rows = n * T + c < p.width ? p.rows_of<T>(m) : 0;
#pragma unroll 8
    for (int below = 0; below < T; below += step) {
        const int offset = sample % C * T * T + at<T>(first + below, c);
        if (first + below < rows)
            move(below, offset);
        else
            outside(offset);
    }
}
// The place in the image of the first sample that a thread moves so; and the distance of the next row.
template <int T>
__device__ inline std::ptrdiff_t first_sample(const Tiling& p, int C, int m, int n) {
    return (std::ptrdiff_t(m * T + int(threadIdx.x) / (T * C)) * p.width + n * T) * C +
           int(threadIdx.x) % (T * C);
}
__device__ inline std::ptrdiff_t row_of_samples(const Tiling& p, int C) {
    return std::ptrdiff_t(p.width) * C;
}

// The pixels of four channels that a thread moves, where each channel has `threads` threads: those of one
// column, in every `step`-th row. All indices but two are known when this is compiled.
template <int T, int threads = T>
class PixelsOfThread {
  public:
    static constexpr int step = 4 * threads / T, count = T / step;

    __device__ PixelsOfThread(const Tiling& p, int m, int n)
        : c(threadIdx.x % T),
          first(threadIdx.x / T),
          x(n * T + c),
          y(m * T + first),
          rows(x < p.width ? p.rows_of<T>(m) - first : 0),
          near(at<T>(first, c)),
          far(at<T>(first + 4, c)) {}
    // has(k) says that the image has pixel k; below(k) is the number of rows between (x, y) and it, and
    // place(k) its place in the tile.
    __device__ bool has(int k) const { return k * step < rows; }
    __device__ static constexpr int below(int k) { return k * step; }
    __device__ int place(int k) const { return (k * step % 8 == 0 ? near : far - 4 * 32) + k * step * 32; }

    const int c, first, x, y, rows;

  private:
    const int near, far;
};

}  // namespace sweep::gpu
