#include "core/bilateral/bilateral_reference.h"

#include <array>
#include <cmath>

#include "core/base/float_samples.h"
#include "core/base/memory.h"

namespace sweep {
namespace {

using Pixel = std::array<double, 4>;  // what a picture has fewer channels stays 0

// The pixel at (x, y) of what the boundary makes of the image.
Pixel pixel(const ConstImageView& image, BoundaryKind boundary, int x, int y) {
    Pixel at{};
    const int column = extended_index(boundary, x, image.shape.width),
              row = extended_index(boundary, y, image.shape.height);
    if (column < 0 || row < 0) return at;
    for (int k = 0; k < image.shape.channels; ++k)
        at[std::size_t(k)] = float_sample(image, row, column * image.shape.channels + k);
    return at;
}

bool is_hole(const Pixel& sample, const Pixel& guide) {
    for (std::size_t k = 0; k < 4; ++k)
        if (!std::isfinite(sample[k]) || !std::isfinite(guide[k])) return true;
    return false;
}

}  // namespace

Image bilateral_reference(const BilateralFilter& filter, BoundaryKind boundary, ConstImageView in,
                          ConstImageView guide, const Rectangle& part) {
    validate(filter, boundary, in.shape, guide.shape);
    // The guide has no zeros around it: it goes on as its edge.
    const BoundaryKind of_guide = boundary == BoundaryKind::zero ? BoundaryKind::clamp : boundary;
    const int channels = in.shape.channels, r = filter.radius();
    Image out = make_image({part.width, part.height, channels}, Sample::f64, "the reference's result");
    for (int y = 0; y < part.height; ++y)
        for (int x = 0; x < part.width; ++x) {
            const Pixel here = pixel(in, boundary, part.x + x, part.y + y),
                        guide_here = pixel(guide, of_guide, part.x + x, part.y + y);
            double all = 0;
            Pixel sum{};
            for (int dy = -r; dy <= r; ++dy)
                for (int dx = -r; dx <= r; ++dx) {
                    const Pixel other = pixel(in, boundary, part.x + x + dx, part.y + y + dy),
                                guide_other = pixel(guide, of_guide, part.x + x + dx, part.y + y + dy);
                    if (is_hole(other, guide_other)) continue;
                    double difference = 0;
                    for (std::size_t c = 0; c < 4; ++c) {
                        const double of_range = (guide_other[c] - guide_here[c]) / filter.range;
                        difference += of_range * of_range;
                    }
                    const double distance = (double(dx) * dx + double(dy) * dy) / filter.sigma / filter.sigma,
                                 weight = std::exp(-(distance + difference) / 2);
                    all += weight;
                    for (std::size_t k = 0; k < 4; ++k) sum[k] += weight * other[k];
                }
            for (int k = 0; k < channels; ++k)
                out.view().row<double>(y)[x * channels + k] =
                    is_hole(here, guide_here) ? here[std::size_t(k)] : sum[std::size_t(k)] / all;
        }
    return out;
}

}  // namespace sweep
