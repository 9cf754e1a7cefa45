// How threads move a block between an image and its planes in shared memory (gpu/tile.cuh).
//
// Of one channel words of four samples, where rows are whole ones; of fewer than four, samples (of bytes, words of four where rows
// are whole ones); of four, pixels. All that a thread moves lies in one column, in every so many rows, so that what depends on the
// column is worked out once.
#pragma once

#include <cuda_pipeline_primitives.h>

#include <type_traits>

#include "gpu/byte_tables.cuh"
#include "gpu/texture_pieces.cuh"
#include "gpu/tile.cuh"

namespace sweep::gpu {

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

// Called by the whole thread block. When it returns, what its threads have started to copy to shared memory is there, and
// what they have written there before.
__device__ inline void arrive_tile() {
    __pipeline_wait_prior(0);
    __syncthreads();
}

// Starts the copy of such a block; it is there after arrive_tile().
template <int T, int threads = T>
__device__ inline void copy_words(const float* image, const Tiling& p, int m, int n, float* to) {
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

// C channels in rows of any length: threads beside each other move samples beside each other, `threads` a channel, each one
// channel of one column. `move(rows below the first, offset in the planes)`, or `outside(offset)` where the image has ended.
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
// Where the first sample of a thread is that moves them so; and how far the next row is.
template <int T>
__device__ inline std::ptrdiff_t first_sample(const Tiling& p, int C, int m, int n) {
    return (std::ptrdiff_t(m * T + int(threadIdx.x) / (T * C)) * p.width + n * T) * C +
           int(threadIdx.x) % (T * C);
}
__device__ inline std::ptrdiff_t row_of_samples(const Tiling& p, int C) {
    return std::ptrdiff_t(p.width) * C;
}

// copy_words() and store_words() of such rows. By as many threads a channel.
template <int T, int threads = T>
__device__ inline void copy_samples(const float* from, const Tiling& p, int C, int m, int n, float* tile) {
    const float* image = from + first_sample<T>(p, C, m, n);
    for_each_sample<T, threads>(
        p, C, m, n,
        [&](int below, int offset) {
            __pipeline_memcpy_async(tile + offset, image + row_of_samples(p, C) * below, 4);
        },
        [&](int offset) { tile[offset] = 0; });
    __pipeline_commit();
}
template <int T>
__device__ inline void store_samples(float* to, const Tiling& p, int C, int m, int n, const float* tile,
                                     float scale) {
    float* image = to + first_sample<T>(p, C, m, n);
    for_each_sample<T, T>(
        p, C, m, n,
        [&](int below, int offset) { image[row_of_samples(p, C) * below] = tile[offset] * scale; },
        [](int) {});
}

// One channel of float32 in rows of any length.
template <int T, int threads = T>
__device__ inline void copy_floats(const float* from, const Tiling& p, int m, int n, float* tile) {
    if (in_words(p))
        copy_words<T, threads>(from, p, m, n, tile);
    else
        copy_samples<T, threads>(from, p, 1, m, n, tile);
}
template <int T>
__device__ inline void store_floats(float* image, const Tiling& p, int m, int n, const float* tile,
                                    float scale) {
    if (in_words(p))
        store_words<T>(image, p, m, n, tile, scale);
    else
        store_samples<T>(image, p, 1, m, n, tile, scale);
}

// Blocks that are of one channel or of more.
template <int T>
inline constexpr bool may_have_channels = T < 128;

// Puts one pixel of four channels into the planes of a tile, at `to` in the first.
template <int T>
__device__ inline void put_pixel(const float4& v, float* to) {
    to[0] = v.x, to[T * T] = v.y, to[2 * T * T] = v.z, to[3 * T * T] = v.w;
}

// Bytes, as floats: words of four samples or of a pixel or, where rows are no whole words, single samples. What a thread asks
// for at once is in registers before the tables are there. (Order 3 at 4096^2 on an H200, ms of a run, byte by byte and so: one
// channel 0.225 and 0.088, three 0.466 and 0.309.)
template <int T, int threads>
__device__ inline void load_bytes(const PixelSource& in, const Tiling& p, int m, int n, float* tile) {
    __shared__ ByteTables tables;
    const auto* bytes = static_cast<const std::uint8_t*>(in.data);
    const int C = may_have_channels<T> ? p.channels : 1;
    // A thread moves what lies in one column of the block, in rows first, first + rows_a_step, ..: fetch(row), put(row, word).
    auto move = [&]<int rows_a_step>(int first, bool is_inside, auto fetch, auto put) {
        constexpr int count = T / rows_a_step, at_once = count < 16 ? count : 16;
        const int rows = is_inside ? p.rows_of<T>(m) : 0;
        std::uint32_t words[at_once];
        auto ask = [&](int k0) {
#pragma unroll
            for (int k = 0; k < at_once; ++k) {
                const int row = first + (k0 + k) * rows_a_step;
                words[k] = row < rows ? fetch(row) : 0;
            }
        };
        ask(0);
        tables.fill(in);
        __syncthreads();
#pragma unroll 1
        for (int k0 = 0; k0 < count; k0 += at_once) {
            if (k0 > 0) ask(k0);
#pragma unroll
            for (int k = 0; k < at_once; ++k) put(first + (k0 + k) * rows_a_step, words[k]);
        }
    };
    constexpr int rows_of_words = 4 * threads / T;  // a step's, as many threads a channel
    if (C == 4) {
        const int c = threadIdx.x % T, x = n * T + c;
        move.template operator()<rows_of_words>(
            threadIdx.x / T, x < p.width, [&](int row) { return word_of(in.bytes(x, m * T + row)); },
            [&](int row, std::uint32_t word) { put_pixel<T>(tables.look_up(word), tile + at<T>(row, c)); });
        return;
    }
    const int width = p.width * C, x0 = n * T * C;  // in samples
    const auto* block = bytes + std::size_t(m) * T * width + x0;
    if (width % 4 == 0) {
        const int s = threadIdx.x % (T / 4 * C) * 4;
        move.template operator()<rows_of_words>(
            threadIdx.x / (T / 4 * C), x0 + s < width,
            [&](int row) {
                return __ldg(reinterpret_cast<const std::uint32_t*>(block + std::ptrdiff_t(width) * row + s));
            },
            [&](int row, std::uint32_t word) {
                const float* value = tables.values[0];
                if (C == 1) {
                    *reinterpret_cast<float4*>(tile + at<T>(row, s)) = {
                        value[word & 255], value[word >> 8 & 255], value[word >> 16 & 255],
                        value[word >> 24]};
                } else {
#pragma unroll
                    for (int i = 0; i < 4; ++i) {
                        const int channel = (s + i) % C;
                        tile[channel * T * T + at<T>(row, (s + i) / C)] =
                            value[channel * 256 + (word >> 8 * i & 255)];
                    }
                }
            });
    } else {
        const int s = threadIdx.x % (T * C), channel = s % C;
        move.template operator()<threads / T>(
            threadIdx.x / (T * C), x0 + s < width,
            [&](int row) { return __ldg(block + std::ptrdiff_t(width) * row + s); },
            [&](int row, std::uint32_t byte) {
                tile[channel * T * T + at<T>(row, s / C)] = tables.values[channel][byte];
            });
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
        for (int k = 0; k < own.count; ++k) put_pixel<T>(floats(coming.pixels[k]), tile + own.place(k));
    };
    if constexpr (of_bytes) {
        __shared__ ByteTables tables;
        tables.fill(in);
        __syncthreads();
        put([&](std::uint32_t pixel) { return tables.look_up(pixel); });
    } else {
        put([](const float4& pixel) { return pixel; });
    }
}

// Starts to load block (m, n), all channels; zeros where the image ends. Called by the whole thread block, `threads` threads a
// channel; the block is there after arrive_tile().
template <int T, int threads = T>
__device__ inline void load_tile(const PixelSource& in, const Tiling& p, int m, int n, float* tile) {
    if (in.is_bytes()) return load_bytes<T, threads>(in, p, m, n, tile);
    const float* image = static_cast<const float*>(in.data);
    if (!may_have_channels<T> || p.channels == 1) return copy_floats<T, threads>(image, p, m, n, tile);
    if (p.channels < 4) return copy_samples<T, threads>(image, p, p.channels, m, n, tile);
    const int y0 = m * T, x0 = n * T;
#pragma unroll 8
    for (int i = threadIdx.x; i < T * T; i += blockDim.x) {
        const int r = i / T, c = i % T, y = y0 + r, x = x0 + c;
        const float4 v = y < p.height && x < p.width ? in.floats(x, y) : float4{0, 0, 0, 0};
        put_pixel<T>(v, tile + at<T>(r, c));
    }
}

// Stores block (m, n) of four channels: pixel(offset) is what lies at `offset` in their planes. Called by the whole thread block, T
// threads a channel, after __syncthreads(). A texture takes pixels of 16 bytes, whatever they hold.
template <int T, class PixelAt>
__device__ inline void store_pixels(const PixelSink& out, const Tiling& p, int m, int n, PixelAt pixel) {
    using Pixel = decltype(pixel(0));
    if constexpr (sizeof(Pixel) == 16)
        if (out.format == PixelFormat::texture_f32) {
            for_each_in_pieces<T, T, 4 * T>([&](int r, int c, int below) {
                const int x = n * T + c, y = m * T + r + below;
                const Pixel v = pixel(at<T>(r, c) + below * 32);
                uint4 words;
                memcpy(&words, &v, 16);
                if (x < p.width && y < p.height) surf2Dwrite(words, out.surface, x * 16, y);
            });
            return;
        }
    using Pixels = PixelsOfThread<T>;
    const Pixels own(p, m, n);
    Pixel* to = static_cast<Pixel*>(out.data) + std::size_t(own.y) * p.width + own.x;
#pragma unroll
    for (int k = 0; k < Pixels::count; ++k, to += Pixels::step * p.width) {
        const Pixel v = pixel(own.place(k));
        if (own.has(k)) *to = v;
    }
}
// Of floats, times `scale`.
template <int T>
__device__ inline void store_pixels(const PixelSink& out, const Tiling& p, int m, int n, const float* tile,
                                    float scale) {
    store_pixels<T>(out, p, m, n, [tile, scale](int offset) -> float4 {
        const float* v = tile + offset;
        return {v[0] * scale, v[T * T] * scale, v[2 * T * T] * scale, v[3 * T * T] * scale};
    });
}

// Stores block (m, n) times `scale`. Called by the whole thread block, T threads a channel, after __syncthreads().
template <int T>
__device__ inline void store_tile(const PixelSink& out, const Tiling& p, int m, int n, const float* tile,
                                  float scale) {
    if (!may_have_channels<T> || p.channels == 1)
        store_floats<T>(static_cast<float*>(out.data), p, m, n, tile, scale);
    else if (p.channels == 4)
        store_pixels<T>(out, p, m, n, tile, scale);
    else
        store_samples<T>(static_cast<float*>(out.data), p, p.channels, m, n, tile, scale);
}

}  // namespace sweep::gpu
