// A block of the image in shared memory, one plane a channel.
//
// A plane is a row of 32-column boxes, each T rows of 128 bytes whose eight 16-byte chunks are permuted by
// row & 7. A warp that reads 4 bytes down a column's neighbours and one that reads 16 bytes along 32 rows
// both touch every bank once: no padding, no transposition.
#pragma once

#include <cuda_pipeline_primitives.h>

#include <type_traits>

#include "gpu/byte_tables.cuh"
#include "gpu/texture_pieces.cuh"

namespace sweep::gpu {

// Blocks are T x T; the last ones of a row or column may be shorter.
struct Tiling {
    int width, height, channels;
    int M, N;                      // block rows, block columns
    std::uint32_t reciprocal = 0;  // of N, in 2^32, rounded down

    static Tiling of(const Shape& shape, int T) {
        const int M = (shape.height + T - 1) / T, N = (shape.width + T - 1) / T;
        return {shape.width, shape.height, shape.channels, M, N, 0xffffffffu / std::uint32_t(N)};
    }

    struct Block {
        int m, n;
    };
    // Block (m, n) is number m N + n, of at most 2^31. (With divisions, on an H200, order 3, step 7.1 took 9.8 us in
    // place of 9.6 at 2048^2, 25.4 in place of 24.7 at 4096^2.)
    __device__ Block block(unsigned b) const {
        unsigned m = unsigned(std::uint64_t(b) * reciprocal >> 32), n = b - m * unsigned(N);
        if (n >= unsigned(N)) ++m, n -= unsigned(N);  // the quotient is right or one too small
        return {int(m), int(n)};
    }

    template <int T>
    __device__ int rows_of(int m) const {
        return min(T, height - m * T);
    }
    template <int T>
    __device__ int columns_of(int n) const {
        return min(T, width - n * T);
    }
};

// Offset of row r, column c in a plane.
template <int T>
__device__ inline int at(int r, int c) {
    return (c >> 5) * T * 32 + r * 32 + ((((c & 31) >> 2) ^ (r & 7)) << 2) + (c & 3);
}

// Keeps the compiler from working a number out again wherever it is used: it stays in its register.
__device__ inline void stay(int& x) {
    asm("" : "+r"(x));
}

// Column t, row t of the plane at `tile + offset`, a thread's: N samples from number i on, to and from registers. N is 1, 16
// or T, and i a multiple of N. Where rows and words lie is worked out once, 8 of the one and of the other: inside the
// passes over a line that was a fifth of all instructions.
template <int T>
class ColumnOfTile {
  public:
    __device__ ColumnOfTile(float* tile, int t_, int offset_ = 0) : base(tile), t(t_), offset(offset_) {
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            row[k] = (offset + at<T>(k, t)) * 4;
            stay(row[k]);
        }
    }
    template <int N>
    __device__ void get(int i, float (&v)[N]) const {
#pragma unroll
        for (int k = 0; k < N; ++k) v[k] = sample<N>(i, k);
    }
    template <int N>
    __device__ void put(int i, const float (&v)[N]) const {
#pragma unroll
        for (int k = 0; k < N; ++k) sample<N>(i, k) = v[k];
    }

  private:
    float* base;
    int t, offset;
    int row[8];  // bytes

    template <int N>
    __device__ float& sample(int i, int k) const {
        if constexpr (N % 8 != 0) return base[offset + at<T>(i + k, t)];
        return *reinterpret_cast<float*>(reinterpret_cast<char*>(base) + row[k & 7] + (i + (k & ~7)) * 128);
    }
};
template <int T>
class RowOfTile {
  public:
    __device__ RowOfTile(float* tile, int t_, int offset_ = 0) : base(tile), t(t_), offset(offset_) {
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            word[k] = (offset + at<T>(t, 4 * k)) * 4;
            stay(word[k]);
        }
    }
    template <int N>
    __device__ void get(int i, float (&v)[N]) const {
        if constexpr (N == 1) v[0] = base[offset + at<T>(t, i)];
#pragma unroll
        for (int k = 0; k + 3 < N; k += 4) *reinterpret_cast<float4*>(v + k) = samples<N>(i, k);
    }
    template <int N>
    __device__ void put(int i, const float (&v)[N]) const {
        if constexpr (N == 1) base[offset + at<T>(t, i)] = v[0];
#pragma unroll
        for (int k = 0; k + 3 < N; k += 4) samples<N>(i, k) = *reinterpret_cast<const float4*>(v + k);
    }

  private:
    float* base;
    int t, offset;
    int word[8];  // bytes, in the first box

    // Of the two halves of a box, i begins one: their words differ in one bit of the address.
    template <int N>
    __device__ float4& samples(int i, int k) const {
        const int c = N == 16 ? word[k / 4] ^ ((i & 16) << 2) : word[k / 4 & 7] + (k >> 5) * T * 128;
        return *reinterpret_cast<float4*>(reinterpret_cast<char*>(base) + c + (i >> 5) * T * 128);
    }
};

// Blocks of one channel of 4-byte samples in rows of 16-byte words: each of `threads` threads moves the same 4 columns
// of every so many rows, so that no index is worked out in the loop. `move(y, x, offset in the plane)`, or
// `outside(offset)` where the image has ended.
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

// Whether a block can be moved so: 16-byte words must not straddle rows.
__device__ inline bool in_words(const Tiling& p) {
    return p.channels == 1 && p.width % 4 == 0;
}

// Starts the copy of such a block; it is there after arrive_tile() and __syncthreads().
template <int T, int threads = T>
__device__ inline void copy_words(const void* from, const Tiling& p, int m, int n, void* tile) {
    const float* image = static_cast<const float*>(from);
    float* to = static_cast<float*>(tile);
    for_each_word<T, threads>(
        p, m, n,
        [&](int y, int x, int offset) {
            __pipeline_memcpy_async(to + offset, image + std::size_t(y) * p.width + x, 16);
        },
        [&](int offset) {
            *reinterpret_cast<float4*>(to + offset) = {0, 0, 0, 0};
        });
    __pipeline_commit();
}

// Stores such a block, times `scale`. By T threads.
template <int T>
__device__ inline void store_words(float* image, const Tiling& p, int m, int n, const float* tile,
                                   float scale) {
    for_each_word<T, T>(
        p, m, n,
        [&](int y, int x, int offset) {
            float4 v = *reinterpret_cast<const float4*>(tile + offset);
            v = {v.x * scale, v.y * scale, v.z * scale, v.w * scale};
            *reinterpret_cast<float4*>(image + std::size_t(y) * p.width + x) = v;
        },
        [](int) {});
}

// One channel of 4-byte samples in rows of any length: threads beside each other move samples beside each other.
// `move(rows below the first, offset in the plane)` of the thread's column, or `outside(offset)` where the image has ended.
template <int T, int threads, class Move, class Outside>
__device__ inline void for_each_sample(const Tiling& p, int m, int n, Move move, Outside outside) {
    constexpr int step = threads / T;
    const int c = threadIdx.x % T, first = threadIdx.x / T, rows = n * T + c < p.width ? p.rows_of<T>(m) : 0;
#pragma unroll 8
    for (int below = 0; below < T; below += step) {
        const int offset = at<T>(first + below, c);
        if (first + below < rows)
            move(below, offset);
        else
            outside(offset);
    }
}
// Where the first sample of a thread is that moves them so.
template <int T>
__device__ inline std::ptrdiff_t first_sample(const Tiling& p, int m, int n) {
    return std::ptrdiff_t(m * T + int(threadIdx.x) / T) * p.width + n * T + int(threadIdx.x) % T;
}

// copy_words() and store_words() of such rows.
template <int T, int threads = T>
__device__ inline void copy_samples(const void* from, const Tiling& p, int m, int n, float* tile) {
    const float* image = static_cast<const float*>(from) + first_sample<T>(p, m, n);
    for_each_sample<T, threads>(
        p, m, n,
        [&](int below, int offset) {
            __pipeline_memcpy_async(tile + offset, image + std::ptrdiff_t(p.width) * below, 4);
        },
        [&](int offset) { tile[offset] = 0; });
    __pipeline_commit();
}
template <int T>
__device__ inline void store_samples(float* to, const Tiling& p, int m, int n, const float* tile,
                                     float scale) {
    float* image = to + first_sample<T>(p, m, n);
    for_each_sample<T, T>(
        p, m, n,
        [&](int below, int offset) { image[std::ptrdiff_t(p.width) * below] = tile[offset] * scale; },
        [](int) {});
}

// Puts one pixel into the planes of a tile, at `to` in the first.
template <int T>
__device__ inline void put_pixel(int channels, const float4& v, float* to) {
    to[0] = v.x;
    if (channels > 1) to[T * T] = v.y;
    if (channels > 2) to[2 * T * T] = v.z;
    if (channels > 3) to[3 * T * T] = v.w;
}

// Pixels of bytes, as floats: a thread, of a multiple of T, takes pixels of one column, eight at a time.
template <int T>
__device__ inline void load_bytes(const PixelSource& in, const Tiling& p, int m, int n, float* tile) {
    constexpr int at_once = 8;
    __shared__ ByteTables tables;
    const int c = threadIdx.x % T, first = threadIdx.x / T, step = blockDim.x / T, x = n * T + c, y0 = m * T,
              rows = x < p.width ? p.rows_of<T>(m) : 0;
    std::uint32_t pixels[at_once];
    auto fetch = [&](int r) {
#pragma unroll
        for (int k = 0; k < at_once; ++k)
            pixels[k] = r + k * step < rows ? word_of(in.bytes(x, y0 + r + k * step)) : 0;
    };
    fetch(first);
    tables.fill(in);
    __syncthreads();
    for (int r = first; r < T; r += at_once * step) {
        if (r > first) fetch(r);
#pragma unroll
        for (int k = 0; k < at_once; ++k)
            if (const int row = r + k * step; row < T)
                put_pixel<T>(p.channels, tables.look_up(pixels[k], p.channels), tile + at<T>(row, c));
    }
}

// Of the pixels of four channels that a thread moves, of `threads` a channel, one column's, every `step`-th row's: all
// indices but two are known when this is compiled.
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
    // Whether the image has pixel k, how many rows it lies below (x, y), and where it is in the tile.
    __device__ bool has(int k) const { return k * step < rows; }
    __device__ static constexpr int below(int k) { return k * step; }
    __device__ int place(int k) const { return (k * step % 8 == 0 ? near : far - 4 * 32) + k * step * 32; }

    const int c, first, x, y, rows;

  private:
    const int near, far;
};

// The same pixels on their way to the thread, all together: words of four bytes, or floats. Zeros where the image has ended.
template <bool of_bytes, int T, int threads = T>
struct ComingPixels {
    using Own = PixelsOfThread<T, threads>;
    std::conditional_t<of_bytes, std::uint32_t, float4> pixels[Own::count];

    __device__ ComingPixels(const PixelSource& in, const Tiling& p, int m, int n) {
        const Own own(p, m, n);
        auto fetch = [&](auto pixel) {
#pragma unroll
            for (int k = 0; k < own.count; ++k) pixels[k] = pixel(own.x, own.y, own.below(k), own.has(k));
        };
        if constexpr (of_bytes)
            in.words_by_format(fetch);
        else
            in.floats_by_format(fetch);
    }
};

// Loads block (m, n) of them, as floats; it is there after __syncthreads(). For kernels of four channels alone: where load_tile()
// called it, one channel of order 3 at 4096^2 by threads took 0.0935 ms in place of 0.0834.
template <bool of_bytes, int T, int threads>
__device__ inline void load_four(const PixelSource& in, const Tiling& p, int m, int n, float* tile) {
    const PixelsOfThread<T, threads> own(p, m, n);
    const ComingPixels<of_bytes, T, threads> coming(in, p, m, n);
    auto put = [&](auto floats) {
#pragma unroll
        for (int k = 0; k < own.count; ++k) put_pixel<T>(4, floats(coming.pixels[k]), tile + own.place(k));
    };
    if constexpr (of_bytes) {
        __shared__ ByteTables tables;
        tables.fill(in);
        __syncthreads();
        put([&](std::uint32_t pixel) { return tables.look_up(pixel, 4); });
    } else {
        put([](const float4& pixel) { return pixel; });
    }
}

// Starts to load block (m, n), all channels; zeros where the image ends. Called by the whole thread block;
// the block is there after arrive_tile() and __syncthreads().
template <int T, int threads = T>
__device__ inline void load_tile(const PixelSource& in, const Tiling& p, int m, int n, float* tile) {
    if (in.format == PixelFormat::f32 && p.channels == 1) {
        if (in_words(p)) return copy_words<T, threads>(in.data, p, m, n, tile);
        return copy_samples<T, threads>(in.data, p, m, n, tile);
    }
    if (in.is_bytes()) return load_bytes<T>(in, p, m, n, tile);
    const int y0 = m * T, x0 = n * T;
#pragma unroll 8
    for (int i = threadIdx.x; i < T * T; i += blockDim.x) {
        const int r = i / T, c = i % T, y = y0 + r, x = x0 + c;
        const float4 v = y < p.height && x < p.width ? in.floats(x, y) : float4{0, 0, 0, 0};
        put_pixel<T>(p.channels, v, tile + at<T>(r, c));
    }
}

__device__ inline void arrive_tile() {
    __pipeline_wait_prior(0);
}

// Stores block (m, n) of four channels times `scale`. Called by the whole thread block, T threads a channel, after
// __syncthreads().
template <int T>
__device__ inline void store_pixels(const PixelSink& out, const Tiling& p, int m, int n, const float* tile,
                                    float scale) {
    auto pixel = [scale](const float* from) -> float4 {
        return {from[0] * scale, from[T * T] * scale, from[2 * T * T] * scale, from[3 * T * T] * scale};
    };
    if (out.format == PixelFormat::texture_f32) {
        for_each_in_pieces<T, T, 4 * T>([&](int r, int c, int below) {
            const int x = n * T + c, y = m * T + r + below;
            const float4 v = pixel(tile + at<T>(r, c) + below * 32);
            if (x < p.width && y < p.height) surf2Dwrite(v, out.surface, x * 16, y);
        });
        return;
    }
    using Pixels = PixelsOfThread<T>;
    const Pixels own(p, m, n);
    float4* to = static_cast<float4*>(out.data) + std::size_t(own.y) * p.width + own.x;
#pragma unroll
    for (int k = 0; k < Pixels::count; ++k, to += Pixels::step * p.width) {
        const float4 v = pixel(tile + own.place(k));
        if (own.has(k)) *to = v;
    }
}

// Stores block (m, n) times `scale`. Called by the whole thread block, after __syncthreads().
template <int T>
__device__ inline void store_tile(const PixelSink& out, const Tiling& p, int m, int n, const float* tile,
                                  float scale) {
    const int threads = blockDim.x, y0 = m * T, x0 = n * T;
    if (in_words(p)) {
        store_words<T>(static_cast<float*>(out.data), p, m, n, tile, scale);
    } else if (p.channels == 1) {
        store_samples<T>(static_cast<float*>(out.data), p, m, n, tile, scale);
    } else if (T < 128 && p.channels == 4) {
        store_pixels<T>(out, p, m, n, tile, scale);
    } else {
        const int C = p.channels, row = T * C;
        float* to = static_cast<float*>(out.data);
        for (int i = threadIdx.x; i < T * row; i += threads) {
            const int r = i / row, c = i % row / C, k = i % C, y = y0 + r, x = x0 + c;
            if (y < p.height && x < p.width)
                to[(std::size_t(y) * p.width + x) * C + k] = tile[k * T * T + at<T>(r, c)] * scale;
        }
    }
}

}  // namespace sweep::gpu
