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

}  // namespace sweep::app
