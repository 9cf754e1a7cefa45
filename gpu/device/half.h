// IEEE binary16 on the host; device code has instructions for it.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace sweep::gpu {

// Rounds to the nearest float16, ties to even. |x| < 65520.
inline std::uint16_t half_bits(float x) {
    const float magnitude = std::fabs(x);
    const int exponent = magnitude < 0x1p-14f ? -14 : std::ilogb(magnitude);
    const auto steps = std::uint32_t(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));  // up to 2048
    // A normal number's leading 1 adds 1 to the exponent before it, and so does rounding up to 2048.
    return std::uint16_t((std::signbit(x) ? 0x8000u : 0u) + (std::uint32_t(exponent + 14) << 10) + steps);
}

inline float half_value(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31;
    const float steps = float((bits & 0x3ff) + (exponent > 0 ? 0x400 : 0));
    return (bits & 0x8000 ? -1.f : 1.f) * std::ldexp(steps, (exponent > 0 ? exponent : 1) - 25);
}

}  // namespace sweep::gpu
