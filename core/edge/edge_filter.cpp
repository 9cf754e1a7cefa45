#include "core/edge/edge_filter.h"

#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/design/kinds.h"

namespace sweep {
namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ExitCode::usage, what);
}

std::string size_of(const Shape& shape) {
    return std::to_string(shape.width) + " x " + std::to_string(shape.height);
}

}  // namespace

void validate_guided(const std::string& filter, BoundaryKind boundary, const Shape& image,
                     const Shape& guide) {
    if (!has_edge_filter(boundary))
        refuse(filter + " has no boundary " + std::string(info(boundary).usage) + ": use " +
               list_of_boundaries(has_edge_filter, " or "));
    for (const Shape& shape : {image, guide})
        if (shape.width < 1 || shape.height < 1 || shape.channels < 1 || shape.channels > 4)
            refuse(filter + " takes images and guides of 1 to 4 channels that are not empty");
    if (image.width != guide.width || image.height != guide.height)
        refuse("the guide has " + size_of(guide) + " pixels, and the image " + size_of(image) +
               ": a guide is as large as the image");
}

void validate(const EdgeFilter& filter, BoundaryKind boundary, const Shape& image, const Shape& guide) {
    if (!(filter.sigma > 0 && filter.sigma <= info(FilterKind::edge).largest_sigma))
        refuse("sigma of the edge filter must be above 0 and at most 100000 pixels");
    if (!(filter.range > 0 && std::isfinite(filter.range)))
        refuse("the range of the edge filter must be a positive number, in units of the guide");
    if (filter.iterations < 1 || filter.iterations > most_edge_iterations)
        refuse("the edge filter has 1 to " + std::to_string(most_edge_iterations) + " iterations, not " +
               std::to_string(filter.iterations));
    validate_guided("the edge filter", boundary, image, guide);
}

EdgeExponent exponent_of(const EdgeFilter& filter, int iteration) {
    const double all = std::pow(4.0, filter.iterations) - 1;
    const double s =
        filter.sigma * std::sqrt(3.0) * std::exp2(filter.iterations - 1 - iteration) / std::sqrt(all);
    const double step = std::numbers::sqrt2 * std::numbers::log2e / s;
    return {step, step * filter.sigma / filter.range};
}

}  // namespace sweep
