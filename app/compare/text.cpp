#include "app/compare/text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/problem/problem.h"

namespace sweep::app {
namespace {

// The sRGB encoding of light of any sign and size; the transfer function itself is defined on [0, 1].
double encode(double light) {
    const double size = std::abs(light);
    const double encoded = size <= 0.0031308 ? 12.92 * size : 1.055 * std::pow(size, 1 / 2.4) - 0.055;
    return std::copysign(encoded, light);
}

}  // namespace

std::string short_number(double value, Content content) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "+inf" : "-inf";
    if (content == Content::integer_table) return fmt::format("{:.0f}", value);
    const double size = std::abs(value);
    const bool sign = content == Content::comparison || content == Content::differences;
    if (size == 0) return "0";
    if (size < 1e-3 || size >= 1e5)
        return sign ? fmt::format("{:+.0e}", value) : fmt::format("{:.0e}", value);
    const int digits = size < 10 ? 3 : size < 100 ? 2 : size < 1000 ? 1 : 0;
    return sign ? fmt::format("{:+.{}f}", value, digits) : fmt::format("{:.{}f}", value, digits);
}

std::string steady_number(double value, Content content) {
    if (!std::isfinite(value)) return fmt::format("{:>9}", short_number(value, content));
    if (content == Content::integer_table) return fmt::format("{:>10.0f}", value);
    const double size = std::abs(value);
    if (content == Content::comparison)
        return size > 0 && size < 1e-2 ? fmt::format("{:>+9.1e}", value) : fmt::format("{:>+9.5f}", value);
    return size < 1000 ? fmt::format("{:>9.5f}", value) : fmt::format("{:>9.4g}", value);
}

int screen_byte(double value, bool encoded) {
    if (!std::isfinite(value)) return 0;
    return int(std::lround(std::clamp(255 * (encoded ? value : encode(value)), -9999.0, 9999.0)));
}

std::array<float, 3> on_screen(const std::array<float, 4>& value, Content content, float exposure,
                               bool encoded) {
    std::array<float, 3> shown{};
    for (std::size_t c = 0; c < 3; ++c) {
        const double light = double(value[c]) * std::exp2(double(exposure));
        // A table is shown as means, which are not known here; differences lie around grey.
        shown[c] = content == Content::float_table || content == Content::integer_table ? 0.3f
                   : content == Content::differences
                       ? std::clamp(0.5f + float(light), 0.0f, 1.0f)
                       : std::clamp(float(encoded ? light : encode(light)), 0.0f, 1.0f);
        if (std::isnan(shown[c])) shown[c] = 0;
    }
    return shown;
}

float largest_of(const std::array<float, 4>& d) {
    float found = 0;
    for (std::size_t c = 0; c < 3; ++c)
        if (std::isnan(d[c]) || std::abs(d[c]) > std::abs(found)) found = d[c];
    return found;
}

}  // namespace sweep::app
