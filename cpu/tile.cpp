#include "cpu/tile.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/tile.cpp"
#include <hwy/foreach_target.h>

#include "cpu/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

template <class T, class In>
HWY_INLINE T decode(const Decoding<T>& decoding, int channel, In x) {
    if constexpr (sizeof(In) == 1) {
        return decoding.bytes[channel][x];
    } else if constexpr (std::is_integral_v<T>) {
        // Written so that NaN becomes zero. The builtin, because the compiler turns it into packs.
        const float limit = decoding.limit, positive = x > 0 ? float(x) : 0;
        return T(std::int32_t(__builtin_nearbyintf((positive < limit ? positive : limit) * decoding.scale)));
    } else {
        return T(x) - decoding.datum[channel];
    }
}

template <class T, class In, int Channels>
void load_planes(const Decoding<T>& decoding, const ConstImageView& in, Region r, int padded_rows,
                 int padded_columns, T* tile) {
    for (int i = 0; i < r.rows; ++i) {
        const In* from = in.row<In>(r.y + i) + std::ptrdiff_t(r.x) * Channels;
        for (int k = 0; k < Channels; ++k) {
            T* to = tile + k * tile_samples + i * block_size;
            int j = 0;
            if constexpr (sizeof(In) == 1 && std::is_integral_v<T>)
                if (decoding.raw_bytes)
                    for (; j < r.columns; ++j) to[j] = from[j * Channels + k];
            // The plain case by hand: the compiler's loop over a row of a few packs costs four times as much.
            if constexpr (std::is_same_v<T, In> && Channels == 1) {
                for (; j + lanes<T> <= r.columns; j += lanes<T>)
                    store(to + j, load(from + j) - decoding.datum[0]);
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

template <class T>
void store_transposed(const T* tile, T gain, T offset, const ImageView& out, Region r, bool past_caches) {
    constexpr int N = lanes<T>;
    for (int i = 0; i < r.rows; i += N)
        for (int j = 0; j < r.columns; j += N) {
            Pack<T> v[N];
            for (int k = 0; k < N; ++k) v[k] = load(tile + (j + k) * block_size + i);
            transpose<T>(v);
            for (int k = 0; k < N; ++k) v[k] = v[k] * gain + offset;
            if (i + N <= r.rows && j + N <= r.columns) {
                T* first = out.row<T>(r.y + i) + r.x + j;
                if (past_caches && is_aligned(first) && out.stride % pack_bytes == 0)
                    for (int k = 0; k < N; ++k) stream(out.row<T>(r.y + i + k) + r.x + j, v[k]);
                else
                    for (int k = 0; k < N; ++k) store(out.row<T>(r.y + i + k) + r.x + j, v[k]);
            } else {
                for (int k = 0; k < N && i + k < r.rows; ++k)
                    __builtin_memcpy(out.row<T>(r.y + i + k) + r.x + j, &v[k],
                                     sizeof(T) * std::size_t(std::min(N, r.columns - j)));
            }
        }
}

template <class T>
void transpose_all(const T* from, std::ptrdiff_t from_pitch, int from_rows, T* to, std::ptrdiff_t to_pitch,
                   int to_rows) {
    constexpr int N = lanes<T>;
    for (int j = 0; j < to_rows; j += N)
        for (int i = 0; i < padded(from_rows); i += N) {
            Pack<T> v[N];
            if (i + N <= from_rows && j + N <= to_rows) {
                for (int k = 0; k < N; ++k) v[k] = load(from + (i + k) * from_pitch + j);
                transpose<T>(v);
                for (int k = 0; k < N; ++k) store(to + (j + k) * to_pitch + i, v[k]);
            } else {
                for (int k = 0; k < N; ++k)
                    v[k] = i + k < from_rows ? load(from + (i + k) * from_pitch + j) : Pack<T>{};
                transpose<T>(v);
                for (int k = 0; k < N && j + k < to_rows; ++k) store(to + (j + k) * to_pitch + i, v[k]);
            }
        }
}

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

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sweep::cpu {

Fetch::Fetch(const ConstImageView& in, Region r)
    : row_(in.row<std::byte>(r.y) +
           std::ptrdiff_t(r.x) * in.shape.channels * std::ptrdiff_t(size_of(in.sample))),
      pitch_(in.stride),
      row_bytes_(std::ptrdiff_t(r.columns) * in.shape.channels * std::ptrdiff_t(size_of(in.sample))),
      left_(r.rows * ((row_bytes_ + line - 1) / line)) {}

bool writes_past_caches(const ImageView& out) {
    return out.shape.samples() * size_of(out.sample) > (std::size_t(16) << 20);
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
