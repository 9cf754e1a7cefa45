// How threads move a block between an image and its planes in shared memory (gpu/image/tile.cuh). Blocks of
// one to three channels are moved in words of four samples where rows are whole words, otherwise sample by
// sample; blocks of four channels pixel by pixel.
#pragma once

#include <type_traits>

#include <cuda_pipeline_primitives.h>

#include "gpu/image/byte_tables.cuh"
#include "gpu/image/moved_samples.cuh"
#include "gpu/image/texture_pieces.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// Called by the whole thread block. When it returns, what its threads have started to copy to shared memory
// has arrived, and what they wrote there before is visible to all.
__device__ inline void arrive_tile() {
    __pipeline_wait_prior(0);
    __syncthreads();
}

// Starts the copy of a block of one channel in rows of whole words; it is there after arrive_tile().
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

// Stores such a block, multiplied by `scale`. Called by T threads.
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

// Copy (`threads` threads a channel) and store (T threads a channel) C channels in rows of any length.
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

// Moves two or three channels in rows of whole words through registers, by `threads` threads a channel. Loads
// put of(sample, channel) into the planes and zeros beyond the edge of the image, visible after
// __syncthreads(); stores write of(sample).
template <int T, int threads, class V, class Word, class Of>
__device__ inline void load_channel_words(const Word* image, const Tiling& p, int C, int m, int n, V* tile,
                                          Of of) {
    const WordsOfThread<T, threads> own(p, C, m, n);
    constexpr int at_once = own.count < tuning::Moves::words ? own.count : tuning::Moves::words;
#pragma unroll 1
    for (int k0 = 0; k0 < own.count; k0 += at_once) {
        Word words[at_once];
#pragma unroll
        for (int k = 0; k < at_once; ++k)
            words[k] = own.has(k0 + k) ? __ldg(image + own.in_image(k0 + k)) : Word{};
#pragma unroll
        for (int k = 0; k < at_once; ++k) {
            auto put = [&](int i, auto sample) {
                tile[own.place(k0 + k, i)] = own.has(k0 + k) ? of(sample, own.channel[i]) : V(0);
            };
            put(0, words[k].x), put(1, words[k].y), put(2, words[k].z), put(3, words[k].w);
        }
    }
}
template <int T, class V, class Of>
__device__ inline void store_channel_words(V* image, const Tiling& p, int C, int m, int n, const V* tile,
                                           Of of) {
    const WordsOfThread<T> own(p, C, m, n);
#pragma unroll 4
    for (int k = 0; k < own.count; ++k) {
        auto sample = [&](int i) { return of(tile[own.place(k, i)]); };
        if (own.has(k)) quad(image + 4 * own.in_image(k)) = {sample(0), sample(1), sample(2), sample(3)};
    }
}

// Moves one to three channels of float32 in rows of any length. What is loaded is there after arrive_tile().
template <int T, int threads = T>
__device__ inline void copy_floats(const float* from, const Tiling& p, int C, int m, int n, float* tile) {
    if (!in_words(p, C))
        copy_samples<T, threads>(from, p, C, m, n, tile);
    else if (C == 1)
        copy_words<T, threads>(from, p, m, n, tile);
    else
        load_channel_words<T, threads>(reinterpret_cast<const float4*>(from), p, C, m, n, tile,
                                       [](float v, int) { return v; });
}
template <int T>
__device__ inline void store_floats(float* image, const Tiling& p, int C, int m, int n, const float* tile,
                                    float scale) {
    if (!in_words(p, C))
        store_samples<T>(image, p, C, m, n, tile, scale);
    else if (C == 1)
        store_words<T>(image, p, m, n, tile, scale);
    else
        store_channel_words<T>(image, p, C, m, n, tile, [scale](float v) { return v * scale; });
}

// True if a block of side T may have more than one channel.
template <int T>
inline constexpr bool may_have_channels = T < 128;

// Puts one pixel of four channels into the planes of a tile; `to` is its place in the first plane.
template <int T>
__device__ inline void put_pixel(const float4& v, float* to) {
    to[0] = v.x, to[T * T] = v.y, to[2 * T * T] = v.z, to[3 * T * T] = v.w;
}

// Loads one to three channels of bytes as floats. The first words that a thread asks for are in flight while
// the tables are filled.
template <int T, int threads>
__device__ inline void load_bytes(const PixelSource& in, const Tiling& p, int C, int m, int n, float* tile) {
    ByteTables& tables = shared_byte_tables();
    const auto* bytes = static_cast<const std::uint8_t*>(in.data);
    // A thread moves `count` words: fetch(k) loads word k, put(k, word) stores what it stands for.
    auto move = [&]<int count>(auto fetch, auto put) {
        constexpr int at_once = count < tuning::Moves::words_of_bytes ? count : tuning::Moves::words_of_bytes;
        std::uint32_t words[at_once];
        auto ask = [&](int k0) {
#pragma unroll
            for (int k = 0; k < at_once; ++k) words[k] = fetch(k0 + k);
        };
        ask(0);
        tables.fill(in);
        __syncthreads();
#pragma unroll 1
        for (int k0 = 0; k0 < count; k0 += at_once) {
            if (k0 > 0) ask(k0);
#pragma unroll
            for (int k = 0; k < at_once; ++k) put(k0 + k, words[k]);
        }
    };
    if (in_words(p, C)) {
        const WordsOfThread<T, threads> own(p, C, m, n);
        move.template operator()<own.count>(
            [&](int k) {
                return own.has(k) ? __ldg(reinterpret_cast<const std::uint32_t*>(bytes) + own.in_image(k))
                                  : 0;
            },
            [&](int k, std::uint32_t word) {
                float v[4];
#pragma unroll
                for (int i = 0; i < 4; ++i) v[i] = tables.values[own.channel[i]][word >> 8 * i & 255];
                if (C == 1) {
                    *reinterpret_cast<float4*>(tile + own.place(k, 0)) = {v[0], v[1], v[2], v[3]};
                } else {
#pragma unroll
                    for (int i = 0; i < 4; ++i) tile[own.place(k, i)] = v[i];
                }
            });
    } else {
        const int s = threadIdx.x % (T * C), channel = s % C, row = threadIdx.x / (T * C), step = threads / T,
                  rows = n * T * C + s < p.width * C ? p.rows_of<T>(m) - row : 0;
        const auto* from = bytes + first_sample<T>(p, C, m, n);
        float* to = tile + channel * T * T;
        move.template operator()<T / step>(
            [&](int k) { return k * step < rows ? __ldg(from + row_of_samples(p, C) * (k * step)) : 0; },
            [&](int k, std::uint32_t byte) {
                to[at<T>(row + k * step, s / C)] = tables.values[channel][byte];
            });
    }
}

// The pixels that a thread has asked for, from number k0 on: words of four bytes, or floats. They are zeros
// beyond the edge of the image.
template <bool of_bytes, int T, int threads = T, int at_once = PixelsOfThread<T, threads>::count>
struct ComingPixels {
    std::conditional_t<of_bytes, std::uint32_t, float4> pixels[at_once];

    __device__ ComingPixels(const PixelSource& in, const Tiling& p, int m, int n, int k0 = 0) {
        const PixelsOfThread<T, threads> own(p, m, n);
        auto fetch = [&](auto pixel) {
#pragma unroll
            for (int k = 0; k < at_once; ++k)
                pixels[k] = pixel(own.x, own.y, own.below(k0 + k), own.has(k0 + k));
        };
        if constexpr (of_bytes)
            in.words_by_format(fetch);
        else
            in.floats_by_format(fetch);
    }
};

// Loads block (m, n) of four channels as floats; it is there after __syncthreads(). Floats are loaded so only
// in kernels of four channels: in load_tile() this code would slow down one channel.
template <bool of_bytes, int T, int threads>
__device__ inline void load_four(const PixelSource& in, const Tiling& p, int m, int n, float* tile) {
    const PixelsOfThread<T, threads> own(p, m, n);
    const ComingPixels<of_bytes, T, threads> coming(in, p, m, n);
    auto put = [&](auto floats) {
#pragma unroll
        for (int k = 0; k < own.count; ++k) put_pixel<T>(floats(coming.pixels[k]), tile + own.place(k));
    };
    if constexpr (of_bytes) {
        ByteTables& tables = shared_byte_tables();
        tables.fill(in);
        __syncthreads();
        put([&](std::uint32_t pixel) { return tables.look_up(pixel); });
    } else {
        put([](const float4& pixel) { return pixel; });
    }
}

// Starts to load block (m, n), all channels, with zeros beyond the edge of the image. Called by the whole
// thread block, `threads` threads a channel; the block is there after arrive_tile().
template <int T, int threads = T>
__device__ inline void load_tile(const PixelSource& in, const Tiling& p, int m, int n, float* tile) {
    const int C = may_have_channels<T> ? p.channels : 1;
    if (C < 4) {
        if (in.is_bytes()) return load_bytes<T, threads>(in, p, C, m, n, tile);
        return copy_floats<T, threads>(static_cast<const float*>(in.data), p, C, m, n, tile);
    }
    if (in.is_bytes()) return load_four<true, T, threads>(in, p, m, n, tile);
    const int y0 = m * T, x0 = n * T;
#pragma unroll 8
    for (int i = threadIdx.x; i < T * T; i += blockDim.x) {
        const int r = i / T, c = i % T, y = y0 + r, x = x0 + c;
        const float4 v = y < p.height && x < p.width ? in.floats(x, y) : float4{0, 0, 0, 0};
        put_pixel<T>(v, tile + at<T>(r, c));
    }
}

// Stores block (m, n) of four channels: pixel(offset) makes the pixel that lies at `offset` in their planes.
// Called by all threads, T a channel, after __syncthreads(). A texture takes pixels of 16 bytes, whatever
// they hold.
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
// Stores floats in this way, multiplied by `scale`.
template <int T>
__device__ inline void store_pixels(const PixelSink& out, const Tiling& p, int m, int n, const float* tile,
                                    float scale) {
    store_pixels<T>(out, p, m, n, [tile, scale](int offset) -> float4 {
        const float* v = tile + offset;
        return {v[0] * scale, v[T * T] * scale, v[2 * T * T] * scale, v[3 * T * T] * scale};
    });
}

// Stores block (m, n), multiplied by `scale`. Called by all threads, T a channel, after __syncthreads().
template <int T>
__device__ inline void store_tile(const PixelSink& out, const Tiling& p, int m, int n, const float* tile,
                                  float scale) {
    const int C = may_have_channels<T> ? p.channels : 1;
    if (C == 4)
        store_pixels<T>(out, p, m, n, tile, scale);
    else
        store_floats<T>(static_cast<float*>(out.data), p, C, m, n, tile, scale);
}

}  // namespace sweep::gpu
