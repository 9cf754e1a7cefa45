#include "cpu/table/summed_area.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/table/summed_area.cpp"
#include <hwy/foreach_target.h>

#include "cpu/base/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

// The lanes of 16 bytes, in which shuffles are cheapest.
template <class T>
inline constexpr int lanes_of_part = 16 / int(sizeof(T));

// v moved up by `By` lanes in each part of 16 bytes, with zeros in the lowest.
template <class T, int By, int... I>
HWY_INLINE Pack<T> moved_up(Pack<T> v, std::integer_sequence<int, I...>) {
    constexpr int B = lanes_of_part<T>;
    return __builtin_shufflevector(v, Pack<T>{}, (I % B < By ? lanes<T> + I : I - By)...);
}

// Of groups of `Parts` parts, what every other one adds: the last lane of the group below it. Zeros in the
// others.
template <class T, int Parts, int... I>
HWY_INLINE Pack<T> last_below(Pack<T> v, std::integer_sequence<int, I...>) {
    constexpr int B = lanes_of_part<T>;
    return __builtin_shufflevector(
        v, Pack<T>{}, (I / B / Parts % 2 == 1 ? I / B / Parts * Parts * B - 1 : lanes<T> + I)...);
}

template <class T, int... I>
HWY_INLINE Pack<T> last_lane(Pack<T> v, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(v, v, (I * 0 + lanes<T> - 1)...);
}

// The prefix sums of the lanes of one pack, by doubling.
template <class T, int By = 1>
HWY_INLINE Pack<T> prefix_sums(Pack<T> v) {
    if constexpr (By >= lanes<T>)
        return v;
    else if constexpr (By < lanes_of_part<T>)
        return prefix_sums<T, 2 * By>(v + moved_up<T, By>(v, Lanes<T>{}));
    else
        return prefix_sums<T, 2 * By>(v + last_below<T, By / lanes_of_part<T>>(v, Lanes<T>{}));
}

template <class T>
void perimeters(const T* tile, int lines_down, int lines_across, T* columns, T* rows, Fetch& fetch) {
    constexpr int N = lanes<T>;
    Fetch ahead = fetch;  // a local copy stays in registers
    for (int j = 0; j < lines_across; j += N) {
        Pack<T> sum{};
        for (int i = 0; i < lines_down; ++i) {
            ahead.next();
            sum += load(tile + i * block_size + j);
        }
        store(columns + j, sum);
    }
    Pack<T> above{};
    for (int i = 0; i < lines_down; i += N) {
        Pack<T> sum[N] = {};
        for (int k = 0; k < N; ++k)
            for (int j = 0; j < lines_across; j += N) sum[k] += load(tile + (i + k) * block_size + j);
        transpose<T>(sum);
        Pack<T> total = sum[0];
        for (int k = 1; k < N; ++k) total += sum[k];
        const Pack<T> downwards = prefix_sums<T>(total) + above;
        store(rows + i, downwards);
        above = last_lane<T>(downwards, Lanes<T>{});
    }
    fetch = ahead;
}

template <class T>
void table(T* tile, int lines_down, int lines_across, const T* above, const T* left, Fetch& fetch) {
    constexpr int N = lanes<T>;
    alignas(64) T sum[block_size];
    std::copy_n(above, lines_across, sum);
    Fetch ahead = fetch;
    for (int i = 0; i < lines_down; ++i) {
        T* row = tile + i * block_size;
        Pack<T> before = Pack<T>{} + left[i];
        for (int j = 0; j < lines_across; j += N) {
            const Pack<T> column = load(sum + j) + load(row + j);
            store(sum + j, column);
            const Pack<T> inside = prefix_sums<T>(column);
            store(row + j, before + inside);
            before += last_lane<T>(inside, Lanes<T>{});
            ahead.next();
        }
    }
    fetch = ahead;
}

template <class T>
void table_onwards(T* tile, int lines_down, int lines_across, T* above, T* left, Fetch& fetch) {
    constexpr int N = lanes<T>;
    alignas(64) T sum[block_size] = {};  // without what lies above: small numbers are added to small ones
    Fetch ahead = fetch;
    for (int i = 0; i < lines_down; ++i) {
        T* row = tile + i * block_size;
        Pack<T> before = Pack<T>{} + left[i];
        for (int j = 0; j < lines_across; j += N) {
            const Pack<T> column = load(sum + j) + load(row + j);
            store(sum + j, column);
            const Pack<T> inside = prefix_sums<T>(column + load(above + j));
            store(row + j, before + inside);
            before += last_lane<T>(inside, Lanes<T>{});
            ahead.next();
        }
        left[i] = before[0];
    }
    for (int j = 0; j < lines_across; j += N) store(above + j, load(above + j) + load(sum + j));
    fetch = ahead;
}

// A pack of numbers from samples of the image: of bytes as they are, of others less the datum.
template <class T, class In>
HWY_INLINE Pack<T> numbers(const In* x, T datum) {
    if constexpr (std::is_same_v<T, In>) {
        return load(x) - datum;
    } else {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
        Pack<T> v;
        for (int i = 0; i < lanes<T>; ++i) v[i] = x[i];
        return v;
#else
        // One instruction, where the compiler's own conversion has dozens.
        const hwy::HWY_NAMESPACE::ScalableTag<T> d;
        return (Pack<T>)hwy::HWY_NAMESPACE::PromoteTo(
                   d, hwy::HWY_NAMESPACE::LoadU(hwy::HWY_NAMESPACE::Rebind<In, decltype(d)>(), x))
            .raw;
#endif
    }
}

template <class T, class In, bool past_caches>
HWY_INLINE void block_onwards(const TableBlock<T, In>& given, T* above, T* left) {
    const TableBlock<T, In> block = given;  // a local copy: no store can change it
    constexpr int N = lanes<T>, ahead = 4;  // rows
    constexpr int group = 64 / pack_bytes;  // the packs of a cache line, written one after the other
    alignas(64) T sum[block_size] = {};     // without what lies above: small numbers are added to small ones
    for (int i = 0; i < block.rows; ++i) {
        const In* x = block.image + i * block.image_pitch;
        const In* next = i + ahead < block.rows ? x + ahead * block.image_pitch
                         : block.has_next && block.rows >= ahead
                             ? x + (ahead - block.rows) * block.image_pitch + block_size
                             : x;
        T* out = block.out + i * block.out_pitch;
        Pack<T> before = Pack<T>{} + left[i];
        for (int j = 0; j < block_size; j += group * N) {
            __builtin_prefetch(next + j, 0, 3);
            for (int p = j; p < j + group * N; p += N) {
                const Pack<T> column = load(sum + p) + numbers<T>(x + p, block.datum);
                store(sum + p, column);
                const Pack<T> inside = prefix_sums<T>(column + load(above + p));
                if constexpr (past_caches)
                    stream(out + p, before + inside);
                else
                    store(out + p, before + inside);
                before += last_lane<T>(inside, Lanes<T>{});
            }
        }
        left[i] = before[0];
    }
    for (int j = 0; j < block_size; j += N) store(above + j, load(above + j) + load(sum + j));
}

template <class T, class In>
void table_block_onwards(const TableBlock<T, In>& block, T* above, T* left) {
    const bool lines = is_aligned(block.out) && block.out_pitch * std::ptrdiff_t(sizeof(T)) % pack_bytes == 0;
    if (block.past_caches && lines)
        block_onwards<T, In, true>(block, above, left);
    else
        block_onwards<T, In, false>(block, above, left);
}

template <class T, class Out>
void box(const T* upper, const T* lower, const BoxesOfRow& boxes, int channels, double weight, Out* out) {
    using Difference = std::conditional_t<std::is_integral_v<T>, T, double>;  // double: exact between floats
    auto difference = [](T a, T b) { return Difference(Difference(a) - Difference(b)); };
    // Column x of the table, less the table above the box.
    auto column = [&](int x, int k) {
        const int i = x * channels + k;
        return upper ? difference(lower[i], upper[i]) : Difference(lower[i]);
    };
    auto pixel = [&](int x) {
        const BoxSum& box = boxes.sum(x);
        for (int k = 0; k < channels; ++k) {
            Difference sum(0);
            for (const BoxTerm& term : box.terms)
                if (term.weight != 0) sum += Difference(term.weight) * column(term.index, k);
            out[x * channels + k] = Out(double(sum) * (weight / box.length));
        }
    };
    // The entries of boxes inside the row lie at fixed distances: this is the part for SIMD.
    const BoxExtent extent = boxes.extent();
    const int begin = boxes.begin(), end = boxes.end(), back = (extent.before + 1) * channels,
              ahead = extent.after * channels;
    for (int x = 0; x < begin; ++x) pixel(x);
    const double inside = weight / double(extent.size());
    if (upper)
        for (int i = begin * channels; i < end * channels; ++i)
            out[i] = Out(double(Difference(difference(lower[i + ahead], lower[i - back]) -
                                           difference(upper[i + ahead], upper[i - back]))) *
                         inside);
    else
        for (int i = begin * channels; i < end * channels; ++i)
            out[i] = Out(double(difference(lower[i + ahead], lower[i - back])) * inside);
    for (int x = end; x < boxes.width(); ++x) pixel(x);
}

#define SWEEP_FOR_SAMPLE(T, Name)                                                                   \
    void Perimeters##Name(const T* tile, int down, int across, T* columns, T* rows, Fetch& fetch) { \
        perimeters(tile, down, across, columns, rows, fetch);                                       \
    }                                                                                               \
    void Table##Name(T* tile, int down, int across, const T* above, const T* left, Fetch& fetch) {  \
        table(tile, down, across, above, left, fetch);                                              \
    }                                                                                               \
    void Onwards##Name(T* tile, int down, int across, T* above, T* left, Fetch& fetch) {            \
        table_onwards(tile, down, across, above, left, fetch);                                      \
    }
SWEEP_FOR_SAMPLE(float, Float)
SWEEP_FOR_SAMPLE(double, Double)
SWEEP_FOR_SAMPLE(std::uint32_t, Word)
#undef SWEEP_FOR_SAMPLE

void BlockFloat(const TableBlock<float, float>& block, float* above, float* left) {
    table_block_onwards(block, above, left);
}
void BlockDouble(const TableBlock<double, double>& block, double* above, double* left) {
    table_block_onwards(block, above, left);
}
void BlockBytes(const TableBlock<std::uint32_t, std::uint8_t>& block, std::uint32_t* above,
                std::uint32_t* left) {
    table_block_onwards(block, above, left);
}

#define SWEEP_BOX(T, Out, Name)                                                                          \
    void Box##Name(const T* upper, const T* lower, const BoxesOfRow& boxes, int channels, double weight, \
                   Out* out) {                                                                           \
        box(upper, lower, boxes, channels, weight, out);                                                 \
    }
SWEEP_BOX(std::uint32_t, float, WordToFloat)
SWEEP_BOX(std::uint32_t, double, WordToDouble)
SWEEP_BOX(float, float, FloatToFloat)
SWEEP_BOX(float, double, FloatToDouble)
SWEEP_BOX(double, float, DoubleToFloat)
SWEEP_BOX(double, double, DoubleToDouble)
#undef SWEEP_BOX

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sweep::cpu {

BoxesOfRow::BoxesOfRow(const BoxLine& line)
    : line_(line),
      begin_(int(std::min<std::int64_t>(line.n, std::int64_t(line.extent.before) + 1))),
      end_(int(std::max<std::int64_t>(begin_, std::int64_t(line.n) - line.extent.after))) {
    for (int x = 0; x < line.n; x = x + 1 == begin_ ? end_ : x + 1) sums_.push_back(box_sum(line, x));
}

#define SWEEP_FOR_SAMPLE(T, Name)                                                                           \
    HWY_EXPORT(Perimeters##Name);                                                                           \
    HWY_EXPORT(Table##Name);                                                                                \
    HWY_EXPORT(Onwards##Name);                                                                              \
    template <>                                                                                             \
    void sat_perimeters(const T* tile, int lines_down, int lines_across, T* columns, T* rows,               \
                        Fetch& fetch) {                                                                     \
        HWY_DYNAMIC_DISPATCH(Perimeters##Name)(tile, lines_down, lines_across, columns, rows, fetch);       \
    }                                                                                                       \
    template <>                                                                                             \
    void sat_tile(T* tile, int lines_down, int lines_across, const T* above, const T* left, Fetch& fetch) { \
        HWY_DYNAMIC_DISPATCH(Table##Name)(tile, lines_down, lines_across, above, left, fetch);              \
    }                                                                                                       \
    template <>                                                                                             \
    void sat_tile_onwards(T* tile, int lines_down, int lines_across, T* above, T* left, Fetch& fetch) {     \
        HWY_DYNAMIC_DISPATCH(Onwards##Name)(tile, lines_down, lines_across, above, left, fetch);            \
    }
SWEEP_FOR_SAMPLE(float, Float)
SWEEP_FOR_SAMPLE(double, Double)
SWEEP_FOR_SAMPLE(std::uint32_t, Word)
#undef SWEEP_FOR_SAMPLE

HWY_EXPORT(BlockFloat);
HWY_EXPORT(BlockDouble);
HWY_EXPORT(BlockBytes);
template <>
void sat_block_onwards(const TableBlock<float, float>& block, float* above, float* left) {
    HWY_DYNAMIC_DISPATCH(BlockFloat)(block, above, left);
}
template <>
void sat_block_onwards(const TableBlock<double, double>& block, double* above, double* left) {
    HWY_DYNAMIC_DISPATCH(BlockDouble)(block, above, left);
}
template <>
void sat_block_onwards(const TableBlock<std::uint32_t, std::uint8_t>& block, std::uint32_t* above,
                       std::uint32_t* left) {
    HWY_DYNAMIC_DISPATCH(BlockBytes)(block, above, left);
}

#define SWEEP_BOX(T, Out, Name)                                                                        \
    HWY_EXPORT(Box##Name);                                                                             \
    template <>                                                                                        \
    void box_row(const T* upper, const T* lower, const BoxesOfRow& boxes, int channels, double weight, \
                 Out* out) {                                                                           \
        HWY_DYNAMIC_DISPATCH(Box##Name)(upper, lower, boxes, channels, weight, out);                   \
    }
SWEEP_BOX(std::uint32_t, float, WordToFloat)
SWEEP_BOX(std::uint32_t, double, WordToDouble)
SWEEP_BOX(float, float, FloatToFloat)
SWEEP_BOX(float, double, FloatToDouble)
SWEEP_BOX(double, float, DoubleToFloat)
SWEEP_BOX(double, double, DoubleToDouble)
#undef SWEEP_BOX

}  // namespace sweep::cpu
#endif
