// Places of numbers in a table whose steps are fractions of the number, as the eye sees light.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>

namespace sweep {

// The place is made of the leading bits of a float: 256 for each power of two, from 2^-16 to 1. It takes no division
// and no root, so that compilers make vectors of it.
struct LogPlaces {
    static constexpr int first_power = -16, count = (-first_power << 8) + 1;

    // The place of a number; of what is below 2^-16 that of 2^-16, of what is above 1 that of 1. Not for NaN.
    static int of(float x) {
        constexpr float least = 1.0f / (1 << -first_power);
        constexpr int fraction_bits = 23, kept_bits = 8;
        return (std::bit_cast<int>(std::min(std::max(x, least), 1.0f)) - std::bit_cast<int>(least)) >>
               (fraction_bits - kept_bits);
    }

    // The least number that has this place; with 0.5, the middle of those that have it.
    static double number(int place, double within = 0) {
        if (place >= count - 1) return 1;
        return std::ldexp(1 + ((place & 255) + within) / 256, (place >> 8) + first_power);
    }
};

}  // namespace sweep
