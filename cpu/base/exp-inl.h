// Powers of two in packs, for weights that fall with distances and differences. Included as cpu/base/pack-inl.h is.
#if defined(SWEEP_CPU_EXP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEEP_CPU_EXP_INL_H_
#undef SWEEP_CPU_EXP_INL_H_
#else
#define SWEEP_CPU_EXP_INL_H_
#endif

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "cpu/base/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

template <class T>
using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <class T>
HWY_INLINE Pack<T> splat(T x) {
    return Pack<T>{} + x;
}

// (2^f - 1) / f for |f| <= 1/2: ln(2)^(n + 1) / (n + 1)!, to the rounding of T.
template <class T>
inline constexpr auto exponential_series = [] {
    std::array<T, sizeof(T) == 4 ? 8 : 14> terms{};
    double term = 1;
    for (std::size_t n = 0; n < terms.size(); ++n) {
        term *= 0.693147180559945309417 / double(n + 1);
        terms[n] = T(term);
    }
    return terms;
}();

// From here on 2^-t is no normal number.
template <class T>
inline constexpr T least_exponent = T(sizeof(T) == 4 ? 126 : 1022);

// 2^-t is power (1 + rest), for 0 <= t <= least_exponent.
template <class T>
struct PowerOfTwo {
    Pack<T> power, rest;
};
template <class T>
HWY_INLINE PowerOfTwo<T> power_of_two(Pack<T> t) {
    constexpr int fraction = sizeof(T) == 4 ? 23 : 52;
    constexpr T rounder = T(Word<T>(3) << (fraction - 1));  // numbers beside it have no fraction
    const Pack<T> rounded = t + rounder, f = (rounded - rounder) - t;
    constexpr auto& series = exponential_series<T>;
    Pack<T> p = splat(series.back());
    for (std::size_t n = series.size() - 1; n-- > 0;) p = p * f + series[n];
    const Pack<T> power =
        (Pack<T>)((Word<T>(sizeof(T) == 4 ? 127 : 1023) << fraction) - ((Pack<Word<T>>)rounded << fraction));
    return {power, p * f};
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
