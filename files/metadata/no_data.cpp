#include "files/metadata/no_data.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace sweep {
namespace {

// The nearest number of binary16, or beyond the largest the number itself.
double rounded_to_half(double number) {
    constexpr int digits = 11, least_exponent = -24;
    constexpr double largest = 65504, beyond = 65520;
    if (!(std::abs(number) < beyond)) return number;
    int exponent = 0;
    std::frexp(number, &exponent);
    const double step = std::ldexp(1.0, std::max(exponent - digits, least_exponent));
    return std::clamp(std::nearbyint(number / step) * step, -largest, largest);
}

}  // namespace

std::optional<double> no_data_number(std::string_view text) {
    text = text.substr(0, text.find('\0'));
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    text.remove_prefix(begin);
    if (text.front() == '+' && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
    // Microsoft's C wrote 1.#INF, and 1.#QNAN.
    const bool is_negative = text.front() == '-';
    if (const std::size_t sign = text.find('#'); sign != std::string_view::npos) {
        if (!text.substr(sign).starts_with("#INF")) return NAN;
        return is_negative ? -HUGE_VAL : HUGE_VAL;
    }
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range) {
        // Too large, or too small, which the exponent tells.
        const std::size_t exponent = text.find_first_of("eE");
        const bool is_small =
            exponent != std::string_view::npos && exponent + 1 < text.size() && text[exponent + 1] == '-';
        value = is_small ? 0 : std::numeric_limits<double>::max();
        return is_negative ? -value : value;
    }
    if (error != std::errc()) return {};
    return value;
}

std::optional<double> no_data_in_picture(double number, const StoredSample& stored) {
    if (stored.is_float) return stored.bits == 16 ? rounded_to_half(number) : number;
    const double top = std::ldexp(1.0, stored.is_signed ? stored.bits - 1 : stored.bits) - 1,
                 least = stored.is_signed ? -top - 1 : 0;
    if (!(number >= least && number <= top)) return {};
    double sample = std::trunc(number);
    if (stored.is_white_zero) sample = (stored.is_signed ? -1 : top) - sample;
    constexpr double white = 255;
    return stored.bits < 8 ? std::floor((sample * white + std::floor(top / 2)) / top) : sample;
}

}  // namespace sweep
