// Packs of float32 from interleaved channels, a pack of each channel, and back.
#if defined(SWEEP_CPU_CHANNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEEP_CPU_CHANNELS_INL_H_
#undef SWEEP_CPU_CHANNELS_INL_H_
#else
#define SWEEP_CPU_CHANNELS_INL_H_
#endif

#include "cpu/base/pack-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

using Floats = Pack<float>;
inline constexpr Lanes<float> float_lanes;

// Every second lane of a and then of b, from lane `first` on.
template <int first, int... I>
HWY_INLINE Floats every_second(Floats a, Floats b, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(a, b, (2 * I + first)...);
}

// Groups of `unit` lanes of a and b in turn: of their lower halves, or of their upper ones.
template <bool upper, int unit, int... I>
HWY_INLINE Floats in_turn(Floats a, Floats b, std::integer_sequence<int, I...>) {
    constexpr int N = lanes<float>;
    return __builtin_shufflevector(
        a, b, ((upper ? N / 2 : 0) + I / (2 * unit) * unit + I % unit + (I / unit % 2 ? N : 0))...);
}

// In each 16 bytes: a 4 x 4 matrix of which a pack has a row, transposed.
HWY_INLINE void transpose_parts(Floats (&v)[4]) {
    const Floats a = interleave<float, false, 1>(v[0], v[1], float_lanes),
                 b = interleave<float, true, 1>(v[0], v[1], float_lanes),
                 c = interleave<float, false, 1>(v[2], v[3], float_lanes),
                 d = interleave<float, true, 1>(v[2], v[3], float_lanes);
    v[0] = interleave<float, false, 2>(a, c, float_lanes);
    v[1] = interleave<float, true, 2>(a, c, float_lanes);
    v[2] = interleave<float, false, 2>(b, d, float_lanes);
    v[3] = interleave<float, true, 2>(b, d, float_lanes);
}

// Of three packs a, b, c, one after the other: lane i is their sample 3 i + channel.
template <int channel, int... I>
HWY_INLINE Floats every_third(Floats a, Floats b, Floats c, std::integer_sequence<int, I...>) {
    constexpr int N = lanes<float>;
    // Those of c take their place in the second step.
    const Floats ab = __builtin_shufflevector(a, b, (3 * I + channel < 2 * N ? 3 * I + channel : 0)...);
    return __builtin_shufflevector(ab, c, (3 * I + channel < 2 * N ? I : 3 * I + channel - N)...);
}

// Part `part` of three channels interleaved: lane i is sample part * N + i of r, g, b, r, g, b ..
template <int part, int... I>
HWY_INLINE Floats third_of_mixed(Floats r, Floats g, Floats b, std::integer_sequence<int, I...>) {
    constexpr int N = lanes<float>;
    const Floats rg = __builtin_shufflevector(
        r, g, ((part * N + I) % 3 == 2 ? 0 : (part * N + I) / 3 + ((part * N + I) % 3 == 1 ? N : 0))...);
    return __builtin_shufflevector(rg, b, ((part * N + I) % 3 == 2 ? (part * N + I) / 3 + N : I)...);
}

// Packs of interleaved samples, one after the other, become a pack of each channel.
template <int Channels>
HWY_INLINE void part_channels(Floats (&v)[Channels]) {
    if constexpr (Channels == 2) {
        const Floats a = v[0], b = v[1];
        v[0] = every_second<0>(a, b, float_lanes);
        v[1] = every_second<1>(a, b, float_lanes);
    } else if constexpr (Channels == 3) {
        const Floats a = v[0], b = v[1], c = v[2];
        v[0] = every_third<0>(a, b, c, float_lanes);
        v[1] = every_third<1>(a, b, c, float_lanes);
        v[2] = every_third<2>(a, b, c, float_lanes);
    } else if constexpr (Channels == 4) {
        // A pixel is 16 bytes: pixels n, n + 1, n + 2 and n + 3 go to different packs, and neighbours of a pack are
        // four apart.
        const Floats a = v[0], b = v[1], c = v[2], d = v[3];
        if constexpr (lanes<float> == 8) {
            v[0] = every_other_block<float, false>(a, c, float_lanes);
            v[1] = every_other_block<float, true>(a, c, float_lanes);
            v[2] = every_other_block<float, false>(b, d, float_lanes);
            v[3] = every_other_block<float, true>(b, d, float_lanes);
        } else if constexpr (lanes<float> == 16) {
            const Floats even_ab = every_other_block<float, false>(a, b, float_lanes),
                         odd_ab = every_other_block<float, true>(a, b, float_lanes),
                         even_cd = every_other_block<float, false>(c, d, float_lanes),
                         odd_cd = every_other_block<float, true>(c, d, float_lanes);
            v[0] = every_other_block<float, false>(even_ab, even_cd, float_lanes);
            v[1] = every_other_block<float, false>(odd_ab, odd_cd, float_lanes);
            v[2] = every_other_block<float, true>(even_ab, even_cd, float_lanes);
            v[3] = every_other_block<float, true>(odd_ab, odd_cd, float_lanes);
        }
        transpose_parts(v);
    }
}

// The inverse of part_channels().
template <int Channels>
HWY_INLINE void mix_channels(Floats (&v)[Channels]) {
    if constexpr (Channels == 2) {
        const Floats a = v[0], b = v[1];
        v[0] = in_turn<false, 1>(a, b, float_lanes);
        v[1] = in_turn<true, 1>(a, b, float_lanes);
    } else if constexpr (Channels == 3) {
        const Floats r = v[0], g = v[1], b = v[2];
        v[0] = third_of_mixed<0>(r, g, b, float_lanes);
        v[1] = third_of_mixed<1>(r, g, b, float_lanes);
        v[2] = third_of_mixed<2>(r, g, b, float_lanes);
    } else if constexpr (Channels == 4) {
        transpose_parts(v);
        const Floats a = v[0], b = v[1], c = v[2], d = v[3];
        if constexpr (lanes<float> == 8) {
            v[0] = in_turn<false, 4>(a, b, float_lanes);
            v[1] = in_turn<false, 4>(c, d, float_lanes);
            v[2] = in_turn<true, 4>(a, b, float_lanes);
            v[3] = in_turn<true, 4>(c, d, float_lanes);
        } else if constexpr (lanes<float> == 16) {
            const Floats lower_ac = in_turn<false, 4>(a, c, float_lanes),
                         upper_ac = in_turn<true, 4>(a, c, float_lanes),
                         lower_bd = in_turn<false, 4>(b, d, float_lanes),
                         upper_bd = in_turn<true, 4>(b, d, float_lanes);
            v[0] = in_turn<false, 4>(lower_ac, lower_bd, float_lanes);
            v[1] = in_turn<true, 4>(lower_ac, lower_bd, float_lanes);
            v[2] = in_turn<false, 4>(upper_ac, upper_bd, float_lanes);
            v[3] = in_turn<true, 4>(upper_ac, upper_bd, float_lanes);
        }
    }
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
