#include "app/base/number_text.h"

#include <cmath>

#include <fmt/format.h>

namespace sweep::app {

std::string number_text(float value) {
    return fmt::format("{}", value);
}
std::string number_text(double value) {
    return fmt::format("{}", value);
}

std::string plain_number(double value) {
    return std::abs(value) < 1000 ? fmt::format("{:.4g}", value) : fmt::format("{:.0f}", value);
}

std::string short_exponent(double value) {
    std::string text = fmt::format("{:.1e}", value);
    if (const std::size_t zero = text.find("e-0"); zero != std::string::npos) text.erase(zero + 2, 1);
    return text;
}

}  // namespace sweep::app
