// The only part of an ICC colour profile that a filter needs: the curve from samples to light.
// https://www.color.org/specification/ICC.1-2022-05.pdf
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "files/codecs.h"

namespace sweep {
namespace {

constexpr std::uint32_t signature(const char (&name)[5]) {
    return std::uint32_t(std::uint8_t(name[0])) << 24 | std::uint32_t(std::uint8_t(name[1])) << 16 |
           std::uint32_t(std::uint8_t(name[2])) << 8 | std::uint32_t(std::uint8_t(name[3]));
}

// Reads big-endian numbers; beyond the end of the profile everything is 0.
struct Profile {
    Bytes bytes;

    std::uint32_t number(std::size_t at, int size) const {
        std::uint32_t value = 0;
        for (int i = 0; i < size; ++i, ++at) value = value << 8 | (at < bytes.size() ? bytes[at] : 0u);
        return value;
    }
    double fixed(std::size_t at) const { return std::int32_t(number(at, 4)) / 65536.0; }  // s15Fixed16
    // The offset of a tag's data.
    std::optional<std::size_t> find(std::uint32_t tag) const {
        constexpr std::size_t header = 128, entry = 12;
        const std::size_t count = std::min<std::size_t>(number(header, 4), bytes.size() / entry);
        for (std::size_t i = 0; i < count; ++i)
            if (const std::size_t at = header + 4 + i * entry; number(at, 4) == tag) return number(at + 4, 4);
        return std::nullopt;
    }
};

// A parametric curve of types 0 to 4: (a x + b)^g + e from d on, and c x + f below.
struct Parametric {
    double g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0;
    double operator()(double x) const {
        return x >= d ? std::pow(std::max(a * x + b, 0.0), g) + e : c * x + f;
    }
};

constexpr std::size_t points = 33;
using Curve33 = std::array<double, points>;  // at 0, 1/32 .. 1

std::optional<Curve33> curve_at(const Profile& profile, std::size_t at) {
    Parametric formula;
    if (profile.number(at, 4) == signature("para")) {
        const std::uint32_t type = profile.number(at + 8, 2);
        const auto given = [&](std::size_t i) { return profile.fixed(at + 12 + 4 * i); };
        formula.g = given(0);
        if (type > 4) return std::nullopt;
        if (type > 0) formula.a = given(1), formula.b = given(2);
        if (type == 1 || type == 2) formula.d = formula.a != 0 ? -formula.b / formula.a : 0;
        if (type == 2) formula.e = formula.f = given(3);
        if (type > 2) formula.c = given(3), formula.d = given(4);
        if (type == 4) formula.e = given(5), formula.f = given(6);
    } else if (profile.number(at, 4) == signature("curv")) {
        const std::uint32_t count = profile.number(at + 8, 4);
        if (count == 1) formula.g = profile.number(at + 12, 2) / 256.0;
        if (count > 1) {
            if (count > profile.bytes.size() / 2) return std::nullopt;
            const auto entry = [&](std::size_t i) { return profile.number(at + 12 + 2 * i, 2) / 65535.0; };
            Curve33 curve{};
            for (std::size_t i = 0; i < points; ++i) {
                const double place = double(i) / (points - 1) * (count - 1);
                const std::size_t below = std::min(std::size_t(place), std::size_t(count) - 2);
                curve[i] = std::lerp(entry(below), entry(below + 1), place - double(below));
            }
            return curve;
        }
    } else {
        return std::nullopt;
    }
    Curve33 curve{};
    for (std::size_t i = 0; i < points; ++i) curve[i] = formula(double(i) / (points - 1));
    return curve;
}

}  // namespace

std::optional<Encoding> encoding_of_profile(Bytes bytes) {
    const Profile profile{bytes};
    for (const std::uint32_t tag : {signature("gTRC"), signature("kTRC")}) {
        const auto at = profile.find(tag);
        const auto curve = at ? curve_at(profile, *at) : std::nullopt;
        if (!curve) continue;
        const auto is = [&](const Encoding& encoding) {
            for (std::size_t i = 0; i < points; ++i)
                if (!(std::abs((*curve)[i] - light_of(encoding, double(i) / (points - 1))) < 0.002))
                    return false;  // for NaN too
            return true;
        };
        // The exponent of a power follows from the curve's middle.
        const Encoding power{Curve::power, std::log((*curve)[points / 2]) / std::log(0.5), true};
        for (const Encoding& known : {Encoding{Curve::srgb, 1, true}, Encoding{Curve::numbers, 1, true}})
            if (is(known)) return known;
        if (power.exponent >= least_exponent && power.exponent <= most_exponent && is(power)) return power;
    }
    return std::nullopt;
}

}  // namespace sweep
