// The numbers that a summed-area table adds up, and where the sums lie. V is the type of the numbers: uint32
// (with wrap-around), float or double.
#pragma once

#include <type_traits>

#include "gpu/device/launch.cuh"
#include "gpu/image/move_tile.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

inline constexpr int most_rows_of_blocks = 65535;  // in a grid

// Turns a sample into what a table adds up.
struct Summand {
    bool raw_bytes;  // bytes count as they are, not as what they stand for
    float scale,
        limit;          // integers: round(x * scale), x clamped to [0, limit]; scale 0: raw bytes themselves
    const float* mean;  // floats: the mean that is subtracted, one a channel (four of them); null: none
};

template <class V>
__device__ inline V summand(const Summand& s, float x, int channel) {
    if constexpr (std::is_integral_v<V>)
        return __float2uint_rn(fminf(fmaxf(x, 0.f), s.limit) * s.scale);
    else if constexpr (std::is_same_v<V, float>)
        return s.mean ? x - __ldcg(s.mean + channel) : x;
    else
        return V(x);
}

// True if raw bytes are added up without being scaled.
template <class V>
__device__ inline bool are_summands(const Summand& s) {
    return std::is_integral_v<V> && s.raw_bytes && s.scale == 0;
}
template <class V>
__device__ inline V summand_of_byte(const PixelSource& in, const Summand& s, std::uint8_t byte, int channel) {
    if (are_summands<V>(s)) return V(byte);
    return summand<V>(s, s.raw_bytes ? float(byte) : in.decode(byte, channel), channel);
}

// The numbers of one pixel; only the channels that it has are meaningful.
template <class V>
__device__ inline void load_pixel(const PixelSource& in, const Summand& s, int x, int y, V (&v)[4]) {
    if (s.raw_bytes) {
        const uchar4 b = in.bytes(x, y);
        v[0] = summand_of_byte<V>(in, s, b.x, 0), v[1] = summand_of_byte<V>(in, s, b.y, 1);
        v[2] = summand_of_byte<V>(in, s, b.z, 2), v[3] = summand_of_byte<V>(in, s, b.w, 3);
    } else {
        const float4 f = in.pixel(x, y);
        v[0] = summand<V>(s, f.x, 0), v[1] = summand<V>(s, f.y, 1);
        v[2] = summand<V>(s, f.z, 2), v[3] = summand<V>(s, f.w, 3);
    }
}

// Stores one pixel of a table. A texture takes four channels of 4 bytes, whatever they hold.
template <class V>
__device__ inline void store_pixel(const PixelSink& out, const Tiling& p, int x, int y, const V (&v)[4]) {
    if constexpr (sizeof(V) == 4) {
        if (out.format == PixelFormat::texture_f32) {
            uint4 words;
            memcpy(&words, v, 16);
            surf2Dwrite(words, out.surface, x * 16, y);
            return;
        }
    }
    V* to = static_cast<V*>(out.data) + (std::size_t(y) * p.width + x) * p.channels;
#pragma unroll
    for (int k = 0; k < 4; ++k)
        if (k < p.channels) to[k] = v[k];
}

// Does what load_summands() below does, for four channels. What bytes stand for is looked up in device
// memory: tables in shared memory would take room and registers from images of floats.
template <class V, int T>
__device__ inline void load_four_summands(const PixelSource& in, const Summand& s, const Tiling& p, int m,
                                          int n, V* tile) {
    const PixelsOfThread<T> own(p, m, n);
    auto load = [&]<bool of_bytes>(auto summands_of) {
        constexpr int words = tuning::Moves::words,
                      at_once = of_bytes || own.count < words ? own.count : words;
#pragma unroll 1
        for (int k0 = 0; k0 < own.count; k0 += at_once) {
            const ComingPixels<of_bytes, T, T, at_once> coming(in, p, m, n, k0);
#pragma unroll
            for (int k = 0; k < at_once; ++k) {
                const Quad<V> v = summands_of(coming.pixels[k]);
                const bool has = own.has(k0 + k);
                V* to = tile + own.place(k0 + k);
                to[0] = has ? v.x : V(0), to[T * T] = has ? v.y : V(0);
                to[2 * T * T] = has ? v.z : V(0), to[3 * T * T] = has ? v.w : V(0);
            }
        }
    };
    if (!in.is_bytes())
        load.template operator()<false>([&](const float4& f) -> Quad<V> {
            return {summand<V>(s, f.x, 0), summand<V>(s, f.y, 1), summand<V>(s, f.z, 2),
                    summand<V>(s, f.w, 3)};
        });
    else if (are_summands<V>(s))
        load.template operator()<true>([](std::uint32_t pixel) -> Quad<V> {
            return {V(pixel & 255), V(pixel >> 8 & 255), V(pixel >> 16 & 255), V(pixel >> 24)};
        });
    else
        load.template operator()<true>([&](std::uint32_t pixel) -> Quad<V> {
            auto of = [&](int channel) {
                return summand_of_byte<V>(in, s, std::uint8_t(pixel >> 8 * channel), channel);
            };
            return {of(0), of(1), of(2), of(3)};
        });
}

// Loads fewer channels likewise, as summand_of(sample, channel).
template <class V, int T, int C, class Sample, class SummandOf>
__device__ inline void load_samples(const Sample* image, const Tiling& p, int m, int n, V* tile,
                                    SummandOf summand_of) {
    if (!in_words(p, C)) {
        const int channel = threadIdx.x % C;
        const Sample* from = image + first_sample<T>(p, C, m, n);
        for_each_sample<T, T>(
            p, C, m, n,
            [&](int below, int offset) {
                tile[offset] = summand_of(__ldg(from + row_of_samples(p, C) * below), channel);
            },
            [tile](int offset) { tile[offset] = 0; });
        return;
    }
    using Word = std::conditional_t<sizeof(Sample) == 1, uchar4, float4>;
    if constexpr (C > 1)
        load_channel_words<T, T>(reinterpret_cast<const Word*>(image), p, C, m, n, tile, summand_of);
    else
        for_each_word<T, T>(
            p, m, n,
            [&](int y, int x, int offset) {
                const Word v = __ldg(reinterpret_cast<const Word*>(image + std::size_t(y) * p.width + x));
                quad(tile + offset) = {summand_of(v.x, 0), summand_of(v.y, 0), summand_of(v.z, 0),
                                       summand_of(v.w, 0)};
            },
            [&](int offset) { quad(tile + offset) = {}; });
}

// Starts to load block (m, n) of C channels into planes as in gpu/image/tile.cuh, with zeros beyond the edge
// of the image. Called by the whole thread block, T threads a channel; the block is there after
// arrive_tile(). The tables that `auto` takes have a kernel for each number of channels: the code of one
// kernel for all does not stay in the instruction cache, but is fetched from memory as it runs.
template <class V, int T, int C>
__device__ inline void load_summands(const PixelSource& in, const Summand& s, const Tiling& p, int m, int n,
                                     V* tile) {
    if constexpr (C == 4) {
        load_four_summands<V, T>(in, s, p, m, n, tile);
    } else if (in.format == PixelFormat::f32) {
        const float* image = static_cast<const float*>(in.data);
        if constexpr (std::is_same_v<V, float>)
            if (!s.mean) return copy_floats<T>(image, p, C, m, n, tile);
        load_samples<V, T, C>(image, p, m, n, tile,
                              [&](float x, int channel) { return summand<V>(s, x, channel); });
    } else {
        const auto* bytes = static_cast<const std::uint8_t*>(in.data);
        if (are_summands<V>(s))
            load_samples<V, T, C>(bytes, p, m, n, tile, [](std::uint8_t byte, int) { return V(byte); });
        else
            load_samples<V, T, C>(bytes, p, m, n, tile, [&](std::uint8_t byte, int channel) {
                return summand_of_byte<V>(in, s, byte, channel);
            });
    }
}

// Loads a block of a table in linear memory; it is there after __syncthreads().
template <class V, int T>
__device__ inline void load_sums(const V* table, const Tiling& p, int m, int n, V* tile) {
    const int C = p.channels;
    const V* from = table + first_sample<T>(p, C, m, n);
    for_each_sample<T, T>(
        p, C, m, n, [&](int below, int offset) { tile[offset] = from[row_of_samples(p, C) * below]; },
        [tile](int offset) { tile[offset] = 0; });
}

// Stores block (m, n). Called by all threads, T a channel, after __syncthreads().
template <class V, int T, int C>
__device__ inline void store_table(const PixelSink& out, const Tiling& p, int m, int n, const V* tile) {
    V* to = static_cast<V*>(out.data);
    if constexpr (C == 4) {
        store_pixels<T>(out, p, m, n, [tile](int offset) -> Quad<V> {
            const V* v = tile + offset;
            return {v[0], v[T * T], v[2 * T * T], v[3 * T * T]};
        });
    } else if (sizeof(V) > 4 || !in_words(p, C)) {
        to += first_sample<T>(p, C, m, n);
        for_each_sample<T, T>(
            p, C, m, n, [&](int below, int offset) { to[row_of_samples(p, C) * below] = tile[offset]; },
            [](int) {});
    } else if constexpr (C > 1) {
        store_channel_words<T>(to, p, C, m, n, tile, [](V v) { return v; });
    } else {
        for_each_word<T, T>(
            p, m, n,
            [&](int y, int x, int offset) { quad(to + std::size_t(y) * p.width + x) = quad(tile + offset); },
            [](int) {});
    }
}

// These two are for kernels that are not compiled for one number of channels. Blocks of 64 have one channel;
// kernels of other blocks ask how many there are when they run.
template <int T, class Act>
__device__ inline void with_channels(const Tiling& p, Act act) {
    if constexpr (T == 64)
        act.template operator()<1>();
    else if (p.channels == 1)
        act.template operator()<1>();
    else if (p.channels == 2)
        act.template operator()<2>();
    else if (p.channels == 3)
        act.template operator()<3>();
    else
        act.template operator()<4>();
}
template <class V, int T>
__device__ inline void load_summands(const PixelSource& in, const Summand& s, const Tiling& p, int m, int n,
                                     V* tile) {
    with_channels<T>(p, [&]<int C>() { load_summands<V, T, C>(in, s, p, m, n, tile); });
}
template <class V, int T>
__device__ inline void store_table(const PixelSink& out, const Tiling& p, int m, int n, const V* tile) {
    with_channels<T>(p, [&]<int C>() { store_table<V, T, C>(out, p, m, n, tile); });
}

// The places of the sums of blocks: column sums [channel][m][N block], row sums [channel][n][M block],
// scalars [channel][m][n]. Lines that lie beyond the edge of the image, up to the end of the last block,
// count too.
struct SumLayout {
    int M, N, block;
    __host__ __device__ std::size_t column(int channel, int m, int x) const {
        return (std::size_t(channel) * M + m) * (std::size_t(N) * block) + x;
    }
    __host__ __device__ std::size_t row(int channel, int n, int y) const {
        return (std::size_t(channel) * N + n) * (std::size_t(M) * block) + y;
    }
    __host__ __device__ std::size_t scalar(int channel, int m, int n) const {
        return (std::size_t(channel) * M + m) * N + n;
    }
};

// Inclusive prefix sums over the lanes of a warp, by doubling; in every lane.
template <class V>
__device__ inline V warp_inclusive_sum(V v) {
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        const V other = __shfl_up_sync(~0u, v, d);
        if ((threadIdx.x & 31) >= d) v += other;
    }
    return v;
}

template <class V>
__device__ inline V warp_sum(V v) {
#pragma unroll
    for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
    return v;
}

// Exclusive prefix sums of one line. A thread owns a segment of L consecutive blocks, whose sums are
// value(l), and gets in v[l] the sum of what comes before each. `ends` is shared memory, [segments][T].
// `carry` goes from one chunk, which is as many segments as one thread block holds at once, to the next.
template <class V, int L, int T, class Value>
__device__ inline void scan_chunk(V (&v)[L], V& carry, V* ends, int s, int segments, int i, Value value) {
    V sum = 0;
#pragma unroll
    for (int l = 0; l < L; ++l) sum += value(l);
    ends[s * T + i] = sum;
    __syncthreads();
    V before = carry, all = carry;
    for (int q = 0; q < segments; ++q) {
        if (q == s) before = all;
        all += ends[q * T + i];
    }
    carry = all;
#pragma unroll
    for (int l = 0; l < L; ++l) {
        const V own = value(l);
        v[l] = before;
        before += own;
    }
    __syncthreads();
}

inline constexpr int sat_blocks_a_thread = tuning::Tables::blocks_a_thread;

// Returns how many threads share a line of `blocks` blocks, where a thread block has T lines.
inline unsigned sat_segments(int blocks, int T) {
    const int wanted = (blocks + sat_blocks_a_thread - 1) / sat_blocks_a_thread,
              most = tuning::Tables::scan_threads / T;
    return unsigned(wanted < 1 ? 1 : wanted < most ? wanted : most);
}

}  // namespace sweep::gpu
