#include "engines/bilateral.h"

#include <array>
#include <cstdio>
#include <string>

#include "core/base/error.h"
#include "engines/start.h"

namespace sweep {
namespace {

// "4.5", "120".
std::string short_number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
}

}  // namespace

EngineKind bilateral_engine(EngineKind asked) {
    return pick_cpu_engine(asked, "the bilateral filter");
}

double taps_in_seconds(EngineKind engine) {
    return engine == EngineKind::reference ? 1e8 : 1e10;
}

double taps_in_minutes(EngineKind engine) {
    return 100 * taps_in_seconds(engine);
}

void require_bilateral_time(EngineKind engine, const BilateralFilter& filter, const Shape& image) {
    const double most = taps_in_minutes(engine), pixels = double(image.pixels()),
                 sigma = largest_sigma(pixels, most);
    if (taps(filter, pixels) <= most) return;
    const std::string side = std::to_string(2 * filter.radius() + 1);
    throw Error(ExitCode::usage, "the bilateral filter would take too long, " + side + " x " + side +
                                     " taps for each of " + std::to_string(image.width) + " x " +
                                     std::to_string(image.height) + " pixels: use " +
                                     (sigma > 0 ? "a sigma of at most " + short_number(sigma) + ", " : "") +
                                     "a smaller picture, or the filter edge");
}

}  // namespace sweep
