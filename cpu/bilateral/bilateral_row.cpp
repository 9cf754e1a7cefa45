// For each row of the window, some taps at a time: first their weights, which all channels share, then what they add.
// What is added are differences from the pixel itself, so that what is flat stays so to the last bit. Each row has
// sums of its own, so that rounding does not grow with the window's area.
#include "cpu/bilateral/bilateral_row.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/bilateral/bilateral_row.cpp"
#include <hwy/foreach_target.h>

#include "cpu/base/exp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

inline constexpr int taps_at_once = 64;  // their weights stay in the first-level cache

// 2^-t; 0 where t is not a number.
template <class T>
HWY_INLINE Pack<T> weight_of(Pack<T> t) {
    const auto [power, rest] = power_of_two<T>(t);
    return t < least_exponent<T> ? power + power * rest : Pack<T>{};
}

// The weights of `count` taps, neighbours along the row of which `tap` is the first, for the pixels at `centre`.
template <class T, int Channels, int Packs>
HWY_INLINE void find_weights(const BilateralRow<T>& row, const T* centre, const T* tap, const T* exponents,
                             T exponent, int count, T* weights) {
    Pack<T> own[Channels][Packs];
    for (int c = 0; c < Channels; ++c)
        for (int p = 0; p < Packs; ++p) own[c][p] = load(centre + c * row.plane + p * lanes<T>);
    for (int i = 0; i < count; ++i, ++tap)
        for (int p = 0; p < Packs; ++p, weights += lanes<T>) {
            Pack<T> t = splat(exponents[i] + exponent);
            for (int c = 0; c < Channels; ++c) {
                const Pack<T> difference =
                    (load(tap + c * row.plane + p * lanes<T>) - own[c][p]) * row.per_difference;
                t += difference * difference;
            }
            store(weights, weight_of<T>(t));
        }
}

// Adds what the taps have to the sums: of weights, and of weighted differences from the pixels at `centre`.
template <class T, int Channels, int Packs>
HWY_INLINE void add_taps(const BilateralRow<T>& row, const T* centre, const T* tap, int count,
                         const T* weights, Pack<T> (&sums)[5][Packs]) {
    Pack<T> own[Channels][Packs], sum[Channels + 1][Packs]{};
    for (int c = 0; c < Channels; ++c)
        for (int p = 0; p < Packs; ++p) own[c][p] = load(centre + c * row.plane + p * lanes<T>);
    for (int i = 0; i < count; ++i, ++tap)
        for (int p = 0; p < Packs; ++p, weights += lanes<T>) {
            const Pack<T> w = load(weights);
            sum[Channels][p] += w;
            for (int c = 0; c < Channels; ++c)
                sum[c][p] += w * (load(tap + c * row.plane + p * lanes<T>) - own[c][p]);
        }
    for (int p = 0; p < Packs; ++p) {
        sums[4][p] += sum[Channels][p];
        for (int c = 0; c < Channels; ++c) sums[c][p] += sum[c][p];
    }
}

template <class F>
HWY_INLINE void with_channels(int channels, const F& f) {
    switch (channels) {
        case 1:
            return f.template operator()<1>();
        case 2:
            return f.template operator()<2>();
        case 3:
            return f.template operator()<3>();
        default:
            return f.template operator()<4>();
    }
}

template <class T>
void filter_row(const BilateralRow<T>& row, int pixels, T* out) {
    const int side = 2 * row.radius + 1;
    const std::ptrdiff_t middle = row.radius * row.stride + row.radius;
    alignas(64) T weights[taps_at_once * 2 * lanes<T>];
    for_each_group<T, 2>(pixels, [&]<int Packs>(int at) {
        Pack<T> sums[5][Packs]{};
        for (int y = 0; y < side; ++y) {
            Pack<T> of_row[5][Packs]{};
            for (int x = 0; x < side; x += taps_at_once) {
                const int count = std::min(side - x, taps_at_once);
                const std::ptrdiff_t first = y * row.stride + x + at;
                with_channels(row.guide_channels, [&]<int Channels>() {
                    find_weights<T, Channels, Packs>(row, row.guide + middle + at, row.guide + first,
                                                     row.exponents + x, row.exponents[y], count, weights);
                });
                with_channels(row.channels, [&]<int Channels>() {
                    add_taps<T, Channels, Packs>(row, row.image + middle + at, row.image + first, count,
                                                 weights, of_row);
                });
            }
            for (int k = 0; k < 5; ++k)
                for (int p = 0; p < Packs; ++p) sums[k][p] += of_row[k][p];
        }
        for (int k = 0; k < row.channels; ++k)
            for (int p = 0; p < Packs; ++p)
                store(out + k * block_size + at + p * lanes<T>,
                      load(row.image + middle + k * row.plane + at + p * lanes<T>) + sums[k][p] / sums[4][p]);
    });
}

// Highway exports functions, not templates.
void RowFloat(const BilateralRow<float>& row, int pixels, float* out) {
    filter_row(row, pixels, out);
}
void RowDouble(const BilateralRow<double>& row, int pixels, double* out) {
    filter_row(row, pixels, out);
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sweep::cpu {

HWY_EXPORT(RowFloat);
HWY_EXPORT(RowDouble);
template <>
void filter_bilateral_row(const BilateralRow<float>& row, int count, float* out) {
    HWY_DYNAMIC_DISPATCH(RowFloat)(row, count, out);
}
template <>
void filter_bilateral_row(const BilateralRow<double>& row, int count, double* out) {
    HWY_DYNAMIC_DISPATCH(RowDouble)(row, count, out);
}

}  // namespace sweep::cpu
#endif
