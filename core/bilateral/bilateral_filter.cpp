#include "core/bilateral/bilateral_filter.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/design/kinds.h"
#include "core/edge/edge_filter.h"

namespace sweep {

int BilateralFilter::radius() const {
    return int(std::ceil(3 * sigma));
}

void validate(const BilateralFilter& filter, BoundaryKind boundary, const Shape& image, const Shape& guide) {
    const auto refuse = [](const char* what) { throw Error(ExitCode::usage, what); };
    if (!(filter.sigma > 0 && filter.sigma <= info(FilterKind::bilateral).largest_sigma))
        refuse("sigma of the bilateral filter must be above 0 and at most 1000 pixels");
    if (!(filter.range > 0 && std::isfinite(filter.range)))
        refuse("the range of the bilateral filter must be a positive number, in units of the guide");
    validate_guided("the bilateral filter", boundary, image, guide);
}

double taps(const BilateralFilter& filter, double pixels) {
    const double side = 2.0 * filter.radius() + 1;
    return pixels * side * side;
}

Rectangle middle_of(const Rectangle& all, double pixels) {
    const double share = std::min(std::sqrt(pixels / (double(all.width) * all.height)), 1.0);
    const auto side_of = [&](int side, double most) {
        return std::clamp(int(std::min(side * share, most) + 1e-6), 1, side);
    };
    const int width = side_of(all.width, pixels), height = side_of(all.height, pixels / width);
    return {all.x + (all.width - width) / 2, all.y + (all.height - height) / 2, width, height};
}

double largest_sigma(double pixels, double taps) {
    const double radius = std::floor((std::sqrt(taps / pixels) - 1) / 2);
    return std::clamp(std::floor(10 * radius / 3) / 10, 0.0, info(FilterKind::bilateral).largest_sigma);
}

}  // namespace sweep
