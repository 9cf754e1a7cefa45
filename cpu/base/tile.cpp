#include "cpu/base/tile.h"

#include <algorithm>
#include <cstdint>

#include "cpu/base/bytes.h"
#include "cpu/base/fresh_memory.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/base/tile.cpp"
#include <hwy/foreach_target.h>

#include "cpu/base/channels-inl.h"
#include "cpu/base/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

template <class T, class In>
HWY_INLINE T decode(const Decoding<T>& decoding, int channel, In x) {
    if constexpr (sizeof(In) == 1) {
        return decoding.bytes[channel][x];
    } else if constexpr (std::is_integral_v<T>) {
        // NaN becomes zero, because it is not greater than 0. The compiler turns the builtin into packs.
        const float limit = decoding.limit, positive = x > 0 ? float(x) : 0;
        return T(std::int32_t(__builtin_nearbyintf((positive < limit ? positive : limit) * decoding.scale)));
    } else {
        return T(x) - decoding.datum[channel];
    }
}

// Loads whole packs of the channels of a row, and returns how many columns that were.
template <int Channels>
HWY_INLINE int load_packs(const Decoding<float>& decoding, const float* from, int columns, float* to) {
    constexpr int N = lanes<float>;
    Floats datum[Channels];  // a local copy: stores to the tile cannot change it
    for (int k = 0; k < Channels; ++k) datum[k] = Floats{} + decoding.datum[k];
    int j = 0;
    for (; j + N <= columns; j += N, from += N * Channels) {
        Floats v[Channels];
        for (int k = 0; k < Channels; ++k) v[k] = sweep::cpu::HWY_NAMESPACE::load(from + k * N);
        part_channels(v);
        for (int k = 0; k < Channels; ++k) store(to + k * tile_samples + j, v[k] - datum[k]);
    }
    return j;
}

template <class T, class In, int Channels>
void load_planes(const Decoding<T>& decoding, const ConstImageView& in, Region r, int padded_rows,
                 int padded_columns, T* tile) {
    for (int i = 0; i < r.rows; ++i) {
        const In* from = in.row<In>(r.y + i) + std::ptrdiff_t(r.x) * Channels;
        int done = 0;
        // The compiler's loop over a row of a few packs takes four times as long.
        if constexpr (std::is_same_v<T, float> && std::is_same_v<In, float>)
            done = load_packs<Channels>(decoding, from, r.columns, tile + i * block_size);
        if constexpr (std::is_same_v<T, float> && sizeof(In) == 1) {
            look_up<Channels>(decoding.bytes, from, r.columns,
                              [to = tile + i * block_size](int x, int k, float number) {
                                  to[k * tile_samples + x] = number;
                              });
            done = r.columns;
        }
        for (int k = 0; k < Channels; ++k) {
            T* to = tile + k * tile_samples + i * block_size;
            int j = done;
            if constexpr (sizeof(In) == 1 && std::is_integral_v<T>)
                if (decoding.raw_bytes)
                    for (; j < r.columns; ++j) to[j] = from[j * Channels + k];
            if constexpr (std::is_same_v<T, In> && std::is_same_v<T, double> && Channels == 1) {
                for (; j + lanes<T> <= r.columns; j += lanes<T>)
                    store(to + j, load(from + j) - decoding.datum[0]);
            }
            if constexpr (std::is_floating_point_v<In> && std::is_floating_point_v<T>) {
                const T datum = decoding.datum[k];  // a local copy: stores to the tile cannot change it
                for (; j < r.columns; ++j) to[j] = T(from[j * Channels + k]) - datum;
            }
            for (; j < r.columns; ++j) to[j] = decode(decoding, k, from[j * Channels + k]);
            for (; j < padded_columns; ++j) to[j] = 0;
        }
    }
    for (int k = 0; k < Channels; ++k)
        for (int i = r.rows; i < padded_rows; ++i)
            std::fill_n(tile + k * tile_samples + i * block_size, padded_columns, T(0));
}

template <class T, class In>
void load_samples(const Decoding<T>& decoding, const ConstImageView& in, Region r, int padded_rows,
                  int padded_columns, T* tile) {
    switch (in.shape.channels) {
        case 1:
            return load_planes<T, In, 1>(decoding, in, r, padded_rows, padded_columns, tile);
        case 2:
            return load_planes<T, In, 2>(decoding, in, r, padded_rows, padded_columns, tile);
        case 3:
            return load_planes<T, In, 3>(decoding, in, r, padded_rows, padded_columns, tile);
        default:
            return load_planes<T, In, 4>(decoding, in, r, padded_rows, padded_columns, tile);
    }
}

template <class T>
void load(const Decoding<T>& decoding, const ConstImageView& in, Region r, int padded_rows,
          int padded_columns, T* tile) {
    if (in.sample == Sample::u8)
        load_samples<T, std::uint8_t>(decoding, in, r, padded_rows, padded_columns, tile);
    else if (in.sample == Sample::f32)
        load_samples<T, float>(decoding, in, r, padded_rows, padded_columns, tile);
    else
        load_samples<T, double>(decoding, in, r, padded_rows, padded_columns, tile);
}

// Stores whole packs of the channels of a row, and returns how many columns that were.
template <int Channels, bool past_caches, class Map>
HWY_INLINE int store_packs(const float* from, int columns, float* to, const Map& map) {
    constexpr int N = lanes<float>;
    int j = 0;
    for (; j + N <= columns; j += N, to += N * Channels) {
        Floats v[Channels];
        for (int k = 0; k < Channels; ++k)
            v[k] = map(k, sweep::cpu::HWY_NAMESPACE::load(from + k * tile_samples + j));
        mix_channels(v);
        for (int k = 0; k < Channels; ++k) {
            if constexpr (past_caches)
                stream(to + k * N, v[k]);
            else
                store(to + k * N, v[k]);
        }
    }
    return j;
}

template <class T, int Channels, class Map>
void store_planes(const T* tile, const ImageView& out, Region r, bool past_caches, const Map& map) {
    for (int i = 0; i < r.rows; ++i) {
        T* to = out.row<T>(r.y + i) + std::ptrdiff_t(r.x) * Channels;
        const T* from = tile + i * block_size;
        int j = 0;
        if constexpr (Channels == 1) {
            if (past_caches && is_aligned(to))
                for (; j + lanes<T> <= r.columns; j += lanes<T>) stream(to + j, map(0, load(from + j)));
            else
                for (; j + lanes<T> <= r.columns; j += lanes<T>) store(to + j, map(0, load(from + j)));
        }
        if constexpr (Channels > 1 && std::is_same_v<T, float>)
            j = past_caches && is_aligned(to) ? store_packs<Channels, true>(from, r.columns, to, map)
                                              : store_packs<Channels, false>(from, r.columns, to, map);
        for (; j < r.columns; ++j)
            for (int k = 0; k < Channels; ++k) to[j * Channels + k] = map(k, from[k * tile_samples + j]);
    }
}

template <class T, class Map>
HWY_INLINE void store_mapped(const T* tile, const ImageView& out, Region r, bool past_caches,
                             const Map& map) {
    switch (out.shape.channels) {
        case 1:
            return store_planes<T, 1>(tile, out, r, past_caches, map);
        case 2:
            return store_planes<T, 2>(tile, out, r, past_caches, map);
        case 3:
            return store_planes<T, 3>(tile, out, r, past_caches, map);
        default:
            return store_planes<T, 4>(tile, out, r, past_caches, map);
    }
}

// Squares of one pack by one pack. Squares that the image's edge cuts off have functions of their own, so
// that the others stay in registers (a tile of 64 x 64 floats: 1700 to 850 cycles; bench/results/notes.md).

// Stores gain * v + offset, transposed.
template <class T, bool past_caches>
HWY_INLINE void store_square(const T* from, T gain, T offset, T* to, std::ptrdiff_t pitch) {
    constexpr int N = lanes<T>;
    Pack<T> v[N];
    for (int k = 0; k < N; ++k) v[k] = load(from + k * block_size);
    transpose<T>(v);
    for (int k = 0; k < N; ++k, to += pitch) {
        if constexpr (past_caches)
            stream(to, v[k] * gain + offset);
        else
            store(to, v[k] * gain + offset);
    }
}

template <class T>
HWY_NOINLINE void store_cut_square(const T* from, T gain, T offset, T* to, std::ptrdiff_t pitch, int rows,
                                   int columns) {
    constexpr int N = lanes<T>;
    Pack<T> v[N];
    for (int k = 0; k < N; ++k) v[k] = load(from + k * block_size);
    transpose<T>(v);
    for (int k = 0; k < std::min(N, rows); ++k) {
        const Pack<T> scaled = v[k] * gain + offset;
        __builtin_memcpy(to + k * pitch, &scaled, sizeof(T) * std::size_t(std::min(N, columns)));
    }
}

template <class T>
void store_transposed(const T* tile, T gain, T offset, const ImageView& out, Region r, bool past_caches) {
    constexpr int N = lanes<T>;
    T* const image = out.row<T>(r.y) + r.x;
    const std::ptrdiff_t pitch = out.stride / std::ptrdiff_t(sizeof(T));
    // Halves of cache lines, a multiple of a page apart, go past the caches at a third of the speed.
    const bool streams = past_caches && is_aligned(image) && out.stride % pack_bytes == 0 &&
                         (pack_bytes == 64 || out.stride % 4096 != 0);
    for (int i = 0; i < r.rows; i += N)
        for (int j = 0; j < r.columns; j += N) {
            const T* from = tile + j * block_size + i;
            T* to = image + i * pitch + j;
            if (i + N > r.rows || j + N > r.columns)
                store_cut_square(from, gain, offset, to, pitch, r.rows - i, r.columns - j);
            else if (streams)
                store_square<T, true>(from, gain, offset, to, pitch);
            else
                store_square<T, false>(from, gain, offset, to, pitch);
        }
}

template <class T>
void rows_past_caches(const T* from, std::ptrdiff_t pitch, const ImageView& out, Region r) {
    for (int i = 0; i < r.rows; ++i, from += pitch) {
        T* to = out.row<T>(r.y + i) + r.x;
        int j = 0;
        if (is_aligned(to))
            for (; j + lanes<T> <= r.columns; j += lanes<T>) stream(to + j, load(from + j));
        std::copy_n(from + j, r.columns - j, to + j);
    }
}

template <class T>
HWY_INLINE void transpose_square(const T* from, std::ptrdiff_t from_pitch, T* to, std::ptrdiff_t to_pitch) {
    constexpr int N = lanes<T>;
    Pack<T> v[N];
    for (int k = 0; k < N; ++k) v[k] = load(from + k * from_pitch);
    transpose<T>(v);
    for (int k = 0; k < N; ++k) store(to + k * to_pitch, v[k]);
}

template <class T>
HWY_NOINLINE void transpose_cut_square(const T* from, std::ptrdiff_t from_pitch, int from_rows, T* to,
                                       std::ptrdiff_t to_pitch, int to_rows) {
    constexpr int N = lanes<T>;
    Pack<T> v[N];
    for (int k = 0; k < N; ++k) v[k] = k < from_rows ? load(from + k * from_pitch) : Pack<T>{};
    transpose<T>(v);
    for (int k = 0; k < std::min(N, to_rows); ++k) store(to + k * to_pitch, v[k]);
}

template <class T>
void transpose_all(const T* from, std::ptrdiff_t from_pitch, int from_rows, T* to, std::ptrdiff_t to_pitch,
                   int to_rows) {
    constexpr int N = lanes<T>;
    const bool tiles = from_pitch == block_size && to_pitch == block_size;
    for (int j = 0; j < to_rows; j += N)
        for (int i = 0; i < padded(from_rows); i += N) {
            const T* square = from + i * from_pitch + j;
            T* across = to + j * to_pitch + i;
            if (i + N > from_rows || j + N > to_rows)
                transpose_cut_square(square, from_pitch, from_rows - i, across, to_pitch, to_rows - j);
            else if (tiles)  // addresses with constant pitches take no registers
                transpose_square(square, block_size, across, block_size);
            else
                transpose_square(square, from_pitch, across, to_pitch);
        }
}

// Highway exports functions, not templates: each sample type has functions with names of its own. A new type
// is added here and in the second list below.
#define SWEEP_FOR_SAMPLE(T, Name)                                                                           \
    void Load##Name(const Decoding<T>& decoding, const ConstImageView& in, Region r, int rows, int columns, \
                    T* tile) {                                                                              \
        load(decoding, in, r, rows, columns, tile);                                                         \
    }                                                                                                       \
    void Store##Name(const T* tile, const ImageView& out, Region r, bool past_caches) {                     \
        store_mapped(tile, out, r, past_caches, [](int, auto x) { return x; });                             \
    }                                                                                                       \
    void StoreScaled##Name(const T* tile, T gain, const T(&offset)[4], const ImageView& out, Region r,      \
                           bool past_caches) {                                                              \
        store_mapped(tile, out, r, past_caches, [&](int k, auto x) { return x * gain + offset[k]; });       \
    }                                                                                                       \
    void StoreTransposed##Name(const T* tile, T gain, T offset, const ImageView& out, Region r,             \
                               bool past_caches) {                                                          \
        store_transposed(tile, gain, offset, out, r, past_caches);                                          \
    }
SWEEP_FOR_SAMPLE(float, Float)
SWEEP_FOR_SAMPLE(double, Double)
SWEEP_FOR_SAMPLE(std::uint32_t, Word)
#undef SWEEP_FOR_SAMPLE

void TransposeFloat(const float* from, std::ptrdiff_t from_pitch, int from_rows, float* to,
                    std::ptrdiff_t to_pitch, int to_rows) {
    transpose_all(from, from_pitch, from_rows, to, to_pitch, to_rows);
}
void TransposeDouble(const double* from, std::ptrdiff_t from_pitch, int from_rows, double* to,
                     std::ptrdiff_t to_pitch, int to_rows) {
    transpose_all(from, from_pitch, from_rows, to, to_pitch, to_rows);
}

void StreamFloat(const float* from, std::ptrdiff_t pitch, const ImageView& out, Region region) {
    rows_past_caches(from, pitch, out, region);
}
void StreamDouble(const double* from, std::ptrdiff_t pitch, const ImageView& out, Region region) {
    rows_past_caches(from, pitch, out, region);
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sweep::cpu {

Fetch::Fetch(const ConstImageView& in, Region r, int at_once)
    : row_(in.row<std::byte>(r.y) +
           std::ptrdiff_t(r.x) * in.shape.channels * std::ptrdiff_t(size_of(in.sample))),
      pitch_(in.stride),
      row_bytes_(std::ptrdiff_t(r.columns) * in.shape.channels * std::ptrdiff_t(size_of(in.sample))),
      step_(at_once * line),
      left_(r.rows * ((row_bytes_ + step_ - 1) / step_)) {}

bool writes_past_caches(const ImageView& out) {
    constexpr std::size_t least_bytes = std::size_t(16) << 20;
    return out.shape.samples() * size_of(out.sample) >= least_bytes && !is_fresh(out);
}

#define SWEEP_FOR_SAMPLE(T, Name)                                                                           \
    HWY_EXPORT(Load##Name);                                                                                 \
    HWY_EXPORT(Store##Name);                                                                                \
    HWY_EXPORT(StoreScaled##Name);                                                                          \
    HWY_EXPORT(StoreTransposed##Name);                                                                      \
    template <>                                                                                             \
    void load_tile(const Decoding<T>& decoding, const ConstImageView& in, Region region, int padded_rows,   \
                   int padded_columns, T* tile) {                                                           \
        HWY_DYNAMIC_DISPATCH(Load##Name)(decoding, in, region, padded_rows, padded_columns, tile);          \
    }                                                                                                       \
    template <>                                                                                             \
    void store_tile(const T* tile, const ImageView& out, Region region, bool past_caches) {                 \
        HWY_DYNAMIC_DISPATCH(Store##Name)(tile, out, region, past_caches);                                  \
    }                                                                                                       \
    template <>                                                                                             \
    void store_tile_scaled(const T* tile, T gain, const T(&offset)[4], const ImageView& out, Region region, \
                           bool past_caches) {                                                              \
        HWY_DYNAMIC_DISPATCH(StoreScaled##Name)(tile, gain, offset, out, region, past_caches);              \
    }                                                                                                       \
    template <>                                                                                             \
    void store_transposed_scaled(const T* tile, T gain, T offset, const ImageView& out, Region region,      \
                                 bool past_caches) {                                                        \
        HWY_DYNAMIC_DISPATCH(StoreTransposed##Name)(tile, gain, offset, out, region, past_caches);          \
    }
SWEEP_FOR_SAMPLE(float, Float)
SWEEP_FOR_SAMPLE(double, Double)
SWEEP_FOR_SAMPLE(std::uint32_t, Word)
#undef SWEEP_FOR_SAMPLE

HWY_EXPORT(StreamFloat);
HWY_EXPORT(StreamDouble);
template <>
void stream_rows(const float* from, std::ptrdiff_t pitch, const ImageView& out, Region region) {
    HWY_DYNAMIC_DISPATCH(StreamFloat)(from, pitch, out, region);
}
template <>
void stream_rows(const double* from, std::ptrdiff_t pitch, const ImageView& out, Region region) {
    HWY_DYNAMIC_DISPATCH(StreamDouble)(from, pitch, out, region);
}

HWY_EXPORT(TransposeFloat);
HWY_EXPORT(TransposeDouble);
template <>
void transpose_tile(const float* from, std::ptrdiff_t from_pitch, int from_rows, float* to,
                    std::ptrdiff_t to_pitch, int to_rows) {
    HWY_DYNAMIC_DISPATCH(TransposeFloat)(from, from_pitch, from_rows, to, to_pitch, to_rows);
}
template <>
void transpose_tile(const double* from, std::ptrdiff_t from_pitch, int from_rows, double* to,
                    std::ptrdiff_t to_pitch, int to_rows) {
    HWY_DYNAMIC_DISPATCH(TransposeDouble)(from, from_pitch, from_rows, to, to_pitch, to_rows);
}

}  // namespace sweep::cpu
#endif
