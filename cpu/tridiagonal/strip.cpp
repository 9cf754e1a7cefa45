// The strips of tridiagonal systems, compiled once per instruction set. A lane is a block of a line. Arrays whose
// lanes are neighbours in memory (columns of an image) are read where they lie; others are brought into place some
// rows at a time, rows of an image by transposing squares of them in registers. c' and d' of the pass down stay in
// the second-level cache for the way back up.
#include <algorithm>
#include <cstddef>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/tridiagonal/strip.cpp"
#include <hwy/foreach_target.h>

#include "core/tridiagonal/systems.h"
#include "cpu/base/pack-inl.h"
#include "cpu/tridiagonal/strip.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

template <class T>
inline constexpr int all = strip_bytes / int(sizeof(T));  // lanes of a strip
template <class T>
inline constexpr int packs = all<T> / lanes<T>;

// Number q of row i of a chunk is data[i * pitch + q].
template <class T>
struct ChunkRows {
    const T* data;
    std::ptrdiff_t pitch;
    HWY_INLINE Pack<T> pack(int i, int k) const { return load(data + i * pitch + k * lanes<T>); }
};

template <class T>
HWY_INLINE bool are_neighbours(const void* const* first, int count) {
    for (int q = 1; q < count; ++q)
        if (static_cast<const T*>(first[q]) != static_cast<const T*>(first[0]) + q) return false;
    return true;
}

// Brings `rows` rows from `begin` on into the second-level cache while those before them are at work: the lanes of
// rows of an image are too many streams for the processor to foresee.
template <class T>
HWY_INLINE void fetch(const StripArray& from, int count, std::ptrdiff_t begin, int rows) {
    constexpr int line = 64 / int(sizeof(T));
    if (from.along != 1) return;  // neighbours, which are one stream
    for (int q = 0; q < count; ++q)
        for (int i = 0; i < rows; i += line)
            __builtin_prefetch(static_cast<const T*>(from.first[q]) + begin + i, 0, 2);
}

// Copies rows begin to begin + rows - 1 of all lanes to room[row][lane].
template <class T>
HWY_INLINE void gather(const StripArray& from, int count, std::ptrdiff_t begin, int rows, T* room) {
    const auto lane = [&](int q) { return static_cast<const T*>(from.first[q]) + begin * from.along; };
    int i = 0;
    if (are_neighbours<T>(from.first, count)) {
        for (; i < rows; ++i)
            std::memcpy(room + i * all<T>, lane(0) + i * from.along, std::size_t(count) * sizeof(T));
        return;
    }
    if (from.along == 1 && count == all<T>)
        for (; i + lanes<T> <= rows; i += lanes<T>)
            for (int q = 0; q < all<T>; q += lanes<T>) {
                Pack<T> v[lanes<T>];
                for (int k = 0; k < lanes<T>; ++k) v[k] = load(lane(q + k) + i);
                transpose<T>(v);
                for (int k = 0; k < lanes<T>; ++k) store(room + (i + k) * all<T> + q, v[k]);
            }
    for (; i < rows; ++i)
        for (int q = 0; q < count; ++q) room[i * all<T> + q] = lane(q)[i * from.along];
}

// The reverse, from rows of all lanes.
template <class T>
HWY_INLINE void scatter(const TridiagonalStrip& strip, std::ptrdiff_t begin, int rows, const T* from) {
    const std::ptrdiff_t along = strip.out_along;
    const auto lane = [&](int q) { return static_cast<T*>(strip.out[q]) + begin * along; };
    int i = 0;
    if (are_neighbours<T>(strip.out, strip.lanes)) {
        for (; i < rows; ++i)
            std::memcpy(lane(0) + i * along, from + i * all<T>, std::size_t(strip.lanes) * sizeof(T));
        return;
    }
    if (along == 1 && strip.lanes == all<T>)
        for (; i + lanes<T> <= rows; i += lanes<T>)
            for (int q = 0; q < all<T>; q += lanes<T>) {
                Pack<T> v[lanes<T>];
                for (int k = 0; k < lanes<T>; ++k) v[k] = load(from + (i + k) * all<T> + q);
                transpose<T>(v);
                for (int k = 0; k < lanes<T>; ++k) store(lane(q + k) + i, v[k]);
            }
    for (; i < rows; ++i)
        for (int q = 0; q < strip.lanes; ++q) lane(q)[i * along] = from[i * all<T> + q];
}

// The rows of a chunk, as each lane has them.
template <class T>
struct Chunk {
    ChunkRows<T> of[TridiagonalStrip::array_count];

    // The rows that all lanes have, and at their ends nothing of what lies beside a line. A lane that is short has a
    // row more, by which x is what enters from behind.
    HWY_INLINE Chunk(const TridiagonalStrip& strip, int begin, int rows, T* room) {
        using S = TridiagonalStrip;
        const bool has_ends = begin == 0 || begin + rows >= strip.length - 1;
        const bool is_full = strip.lanes == all<T>;
        int shared = rows;
        if (begin + rows == strip.length)
            shared -= std::any_of(strip.is_short, strip.is_short + strip.lanes, [](bool is) { return is; });
        T* rooms[S::array_count];
        for (int k = 0; k < S::array_count; ++k) {
            const StripArray& from = strip.arrays[k];
            if (begin + rows < strip.length)
                fetch<T>(from, strip.lanes, begin + rows, std::min(strip_chunk, strip.length - begin - rows));
            rooms[k] = room + k * strip_chunk * all<T>;
            of[k] = {rooms[k], all<T>};
            if (!has_ends && is_full && are_neighbours<T>(from.first, strip.lanes)) {
                of[k] = {static_cast<const T*>(from.first[0]) + begin * from.along, from.along};
                continue;
            }
            gather(from, strip.lanes, begin, shared, rooms[k]);
            if (shared < rows)
                for (int q = 0; q < strip.lanes; ++q)
                    if (!strip.is_short[q])
                        rooms[k][shared * all<T> + q] =
                            static_cast<const T*>(from.first[q])[(begin + shared) * from.along];
        }
        if (!has_ends) return;
        for (int q = 0; q < strip.lanes; ++q) {
            if (begin == 0 && strip.is_first[q]) rooms[S::lower][q] = 0;
            const int last = strip.length - 1 - strip.is_short[q] - begin;
            if (last >= 0 && last < rows && strip.is_last[q]) rooms[S::upper][last * all<T> + q] = 0;
            if (shared == rows || !strip.is_short[q]) continue;
            const T row[] = {0, 1, 0, T(strip.behind[q])};
            for (int k = 0; k < S::array_count; ++k) rooms[k][shared * all<T> + q] = row[k];
        }
    }
    HWY_INLINE Pack<T> pack(int array, int i, int k) const { return of[array].pack(i, k); }
    HWY_INLINE T number(int array, int i, int q) const { return of[array].data[i * of[array].pitch + q]; }
};

template <class T>
HWY_INLINE void perimeters(const TridiagonalStrip& strip, BlockPerimeter* const* results, T* room) {
    using S = TridiagonalStrip;
    BlockElimination<Pack<T>> found[packs<T>];
    const int shared =
        strip.length - std::any_of(strip.is_short, strip.is_short + strip.lanes, [](bool is) { return is; });
    for (int begin = 0; begin < strip.length; begin += strip_chunk) {
        const int rows = std::min(strip_chunk, strip.length - begin);
        const Chunk<T> chunk(strip, begin, rows, room);
        for (int k = 0; k < packs<T>; ++k) {
            BlockElimination<Pack<T>> it = found[k];
            for (int i = 0; i < std::min(rows, shared - begin); ++i) {
                const Pack<T> a = chunk.pack(S::lower, i, k), b = chunk.pack(S::diagonal, i, k),
                              c = chunk.pack(S::upper, i, k), d = chunk.pack(S::rhs, i, k);
                if (begin + i == 0)
                    it.add_first(a, b, c, d);
                else if (begin + i == 1)
                    it.add_second(a, b, c, d);
                else
                    it.add(a, b, c, d);
            }
            found[k] = it;
        }
        if (begin + rows < strip.length) continue;
        for (int q = 0; q < strip.lanes; ++q) {  // each ends with its own last row
            const BlockElimination<Pack<T>>& all_of = found[q / lanes<T>];
            const int l = q % lanes<T>;
            BlockElimination<T> it{all_of.A_F[l], all_of.B_F[l], all_of.C_F[l], all_of.D_F[l],
                                   all_of.A_L[l], all_of.B_L[l], all_of.C_L[l], all_of.D_L[l]};
            if (shared < strip.length && !strip.is_short[q])
                it.add(chunk.number(S::lower, rows - 1, q), chunk.number(S::diagonal, rows - 1, q),
                       chunk.number(S::upper, rows - 1, q), chunk.number(S::rhs, rows - 1, q));
            const StripArray& diagonal = strip.arrays[S::diagonal];
            const T* const b = static_cast<const T*>(diagonal.first[q]);
            const T last_b = b[(strip.length - 1 - strip.is_short[q]) * diagonal.along];
            *results[q] = {it.A_F / it.B_F, it.C_F / it.B_F, it.D_F / it.B_F, it.B_F / b[0],
                           it.A_L / it.B_L, it.C_L / it.B_L, it.D_L / it.B_L, it.B_L / last_b};
        }
    }
}

template <class T>
HWY_INLINE Pack<T> magnitude(Pack<T> x) {
    return x < 0 ? -x : x;
}

template <class T>
HWY_INLINE bool solve(const TridiagonalStrip& strip, T* room) {
    using S = TridiagonalStrip;
    using Bits = decltype(Pack<T>{} < Pack<T>{});
    T* const uppers = room + S::array_count * strip_chunk * all<T>;
    T* const sides = uppers + std::ptrdiff_t(strip.length) * all<T>;
    alignas(64) T entering[all<T>] = {};
    std::copy_n(strip.before, strip.lanes, entering);
    Pack<T> c_before[packs<T>] = {}, d_before[packs<T>];
    for (int k = 0; k < packs<T>; ++k) d_before[k] = load(entering + k * lanes<T>);
    Bits are_good[packs<T>];
    for (Bits& bits : are_good) bits = ~Bits{};
    for (int begin = 0; begin < strip.length; begin += strip_chunk) {
        const int rows = std::min(strip_chunk, strip.length - begin);
        const Chunk<T> chunk(strip, begin, rows, room);
        for (int i = 0; i < rows; ++i) {
            const std::ptrdiff_t at = std::ptrdiff_t(begin + i) * all<T>;
            for (int k = 0; k < packs<T>; ++k) {
                const Pack<T> a = chunk.pack(S::lower, i, k), b = chunk.pack(S::diagonal, i, k),
                              c = chunk.pack(S::upper, i, k), d = chunk.pack(S::rhs, i, k);
                const Pack<T> pivot = b - a * c_before[k], q = T(1) / pivot, size = magnitude<T>(b);
                are_good[k] &= (size * (1 + dominance_slack<T>) >= magnitude<T>(a) + magnitude<T>(c)) &
                               (magnitude<T>(pivot) > least_pivot<T> * size);
                c_before[k] = q * c;
                d_before[k] = q * (d - a * d_before[k]);
                store(uppers + at + k * lanes<T>, c_before[k]);
                store(sides + at + k * lanes<T>, d_before[k]);
            }
        }
    }
    std::fill(entering, entering + all<T>, T(0));
    std::copy_n(strip.behind, strip.lanes, entering);
    Pack<T> x[packs<T>];
    for (int k = 0; k < packs<T>; ++k) x[k] = load(entering + k * lanes<T>);
    const bool is_ragged =
        std::any_of(strip.is_short, strip.is_short + strip.lanes, [](bool is) { return is; });
    for (int end = strip.length; end > 0;) {
        const int begin = (end - 1) / strip_chunk * strip_chunk;
        for (int i = end - 1; i >= begin; --i)
            for (int k = 0; k < packs<T>; ++k) {
                const std::ptrdiff_t at = std::ptrdiff_t(i) * all<T> + k * lanes<T>;
                x[k] = load(sides + at) - load(uppers + at) * x[k];
                store(sides + at, x[k]);
            }
        const bool has_ragged = is_ragged && end == strip.length;
        scatter(strip, begin, end - begin - has_ragged, sides + std::ptrdiff_t(begin) * all<T>);
        for (int q = 0; has_ragged && q < strip.lanes; ++q)
            if (!strip.is_short[q])
                static_cast<T*>(strip.out[q])[(end - 1) * strip.out_along] =
                    sides[std::ptrdiff_t(end - 1) * all<T> + q];
        end = begin;
    }
    for (int q = 0; q < strip.lanes; ++q)
        if (!are_good[q / lanes<T>][q % lanes<T>]) return false;
    return true;
}

void Perimeters(const TridiagonalStrip& strip, BlockPerimeter* const* results, void* room) {
    strip.is_f64 ? perimeters(strip, results, static_cast<double*>(room))
                 : perimeters(strip, results, static_cast<float*>(room));
}

bool Solve(const TridiagonalStrip& strip, void* room) {
    return strip.is_f64 ? solve(strip, static_cast<double*>(room)) : solve(strip, static_cast<float*>(room));
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace sweep::cpu {
namespace {
HWY_EXPORT(Perimeters);
HWY_EXPORT(Solve);
}  // namespace

void strip_perimeters(const TridiagonalStrip& strip, BlockPerimeter* const* perimeters, void* room) {
    HWY_DYNAMIC_DISPATCH(Perimeters)(strip, perimeters, room);
}

bool solve_strip(const TridiagonalStrip& strip, void* room) {
    return HWY_DYNAMIC_DISPATCH(Solve)(strip, room);
}

}  // namespace sweep::cpu

#endif  // HWY_ONCE
