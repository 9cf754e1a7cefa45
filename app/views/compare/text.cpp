#include "app/views/compare/text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/problem/problem.h"

namespace sweep::app {
namespace {

// The sRGB encoding of light of any sign and size; the transfer function itself is defined on [0, 1].
double encode(double light) {
    return std::copysign(linear_to_srgb(std::abs(light)), light);
}

bool has_sign(Content content) {
    return content == Content::comparison || content == Content::differences;
}

// Without the zeros that pad an exponent: "1.2e-4".
std::string with_exponent(double value, int digits, bool sign) {
    std::string text = sign ? fmt::format("{:+.{}e}", value, digits) : fmt::format("{:.{}e}", value, digits);
    const std::size_t exponent = text.find('e') + 2;  // behind its sign
    if (exponent < text.size() && text[exponent] == '0') text.erase(exponent, 1);
    if (text[exponent - 1] == '+') text.erase(exponent - 1, 1);
    return text;
}

std::string with_decimals(double value, int decimals, bool sign) {
    return sign ? fmt::format("{:+.{}f}", value, decimals) : fmt::format("{:.{}f}", value, decimals);
}

}  // namespace

ValueUnit ValueKind::own_unit() const {
    if (content == Content::light) return unit;
    return content == Content::integer_table ? ValueUnit{} : unit.of_differences();
}

std::string short_number(double value, const ValueKind& kind) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "+inf" : "-inf";
    value = kind.of(value);
    const bool sign = has_sign(kind.content);
    const double size = std::abs(value);
    if (kind.content == Content::integer_table || kind.is_whole) return with_decimals(value, 0, false);
    if (size == 0) return "0";
    if (kind.own_unit().is_whole() && size >= 0.05 && size < 1e5)  // a few decimals of a count
        return with_decimals(value, size < 10 ? 2 : size < 10000 ? 1 : 0, sign);
    if (size < 1e-3 || size >= 1e8) return with_exponent(value, 2, sign);
    // Data keep a decimal while float32 has one.
    const double most_tenths = kind.unit.is_data ? 1e7 : 1000;
    return with_decimals(value, size < 10 ? 3 : size < 100 ? 2 : size < most_tenths ? 1 : 0, sign);
}

std::string steady_number(double value, const ValueKind& kind) {
    constexpr int width = 10;
    if (!std::isfinite(value)) return fmt::format("{:>{}}", short_number(value, kind), width);
    value = kind.of(value);
    const double size = std::abs(value);
    const bool sign = has_sign(kind.content), counts = kind.own_unit().is_whole();
    std::string text;
    if (kind.content == Content::integer_table || kind.is_whole)
        text = with_decimals(value, 0, false);
    else if (size == 0 || (size >= (counts ? 0.01 : 0.001) && size < 1e8))
        text = with_decimals(value, counts && size >= 1 ? 2 : size < 100 ? 5 : size < 1e7 ? 2 : 0, sign);
    else
        text = with_exponent(value, 3, sign);
    return fmt::format("{:>{}}", text, width);
}

int screen_byte(double value, bool encoded) {
    if (!std::isfinite(value)) return 0;
    return int(std::lround(std::clamp(255 * (encoded ? value : encode(value)), -9999.0, 9999.0)));
}

std::array<float, 3> on_screen(const std::array<float, 4>& value, Content content, const Presentation& how) {
    const Exposure exposure = exposure_of(how, content);
    const bool is_table = content == Content::float_table || content == Content::integer_table;
    std::array<float, 3> shown{};
    for (std::size_t c = 0; c < 3; ++c) {
        const float exposed = exposure.of(value[c]);
        const bool as_it_is =
            content == Content::differences || how.encoded || (how.map != ColourMap::grey && how.even_map);
        // A table is shown as means, which are not known here.
        shown[c] =
            is_table ? 0.3f : std::clamp(as_it_is ? exposed : float(encode(double(exposed))), 0.0f, 1.0f);
        if (std::isnan(shown[c])) shown[c] = 0;
    }
    return how.map == ColourMap::grey ? shown : map_colour(how.map, shown[0]);
}

float largest_of(const std::array<float, 4>& d) {
    float found = 0;
    for (std::size_t c = 0; c < 3; ++c)
        if (std::isnan(d[c]) || std::abs(d[c]) > std::abs(found)) found = d[c];
    return found;
}

}  // namespace sweep::app
