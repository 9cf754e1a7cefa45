#include "core/edge/edge_reference.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/memory.h"

namespace sweep {
namespace {

double sample(const ConstImageView& image, int x, int y, int channel) {
    const int at = x * image.shape.channels + channel;
    return image.sample == Sample::f64 ? image.row<double>(y)[at] : double(image.row<float>(y)[at]);
}

// A line of the image and what lies around it: `beyond` samples on either side, from which nothing is remembered.
struct LongLine {
    std::vector<double> x, w;  // w[i]: the weight between x[i - 1] and x[i]
};

// The pass from x[begin] on; y before that is x[begin].
void pass(const LongLine& line, std::vector<double>& y) {
    for (std::size_t i = 1; i < y.size(); ++i) {
        const double w = line.w[i];
        y[i] = w == 0 ? line.x[i] : (1 - w) * line.x[i] + w * y[i - 1];
    }
}

void pass_back(const LongLine& line, std::vector<double>& z) {
    for (std::size_t i = z.size() - 1; i-- > 0;) {
        const double w = line.w[i + 1];
        z[i] = w == 0 ? z[i] : (1 - w) * z[i] + w * z[i + 1];
    }
}

class Truth {
  public:
    Truth(const EdgeFilter& filter, BoundaryKind boundary, ConstImageView guide, int iteration)
        : boundary_(boundary),
          guide_(guide),
          // The weights as the paper writes them.
          s_(filter.sigma * std::sqrt(3.0) * std::pow(2.0, filter.iterations - iteration - 1) /
             std::sqrt(std::pow(4.0, filter.iterations) - 1)),
          ratio_(filter.sigma / filter.range),
          beyond_(int(std::min(28 * s_ / std::numbers::sqrt2 + 2, 1e7))) {}

    // Filters the lines of one axis of `image` by a pass and a pass back.
    void filter(ImageView image, bool along_x) const {
        const int lines = along_x ? image.shape.height : image.shape.width,
                  n = along_x ? image.shape.width : image.shape.height;
        for (int at = 0; at < lines; ++at) {
            LongLine line = weights_of(at, n, along_x);
            for (int k = 0; k < image.shape.channels; ++k) {
                const auto number = [&](int i) -> double& {
                    const int x = along_x ? i : at, y = along_x ? at : i;
                    return image.row<double>(y)[x * image.shape.channels + k];
                };
                for (int i = -beyond_; i < n + beyond_; ++i) {
                    const int from = extended_index(boundary_, i, n);
                    line.x[std::size_t(i + beyond_)] = from < 0 ? 0 : number(from);
                }
                std::vector<double> y = line.x;
                pass(line, y);
                pass_back(line, y);
                for (int i = 0; i < n; ++i) number(i) = y[std::size_t(i + beyond_)];
            }
        }
    }

  private:
    LongLine weights_of(int at, int n, bool along_x) const {
        const std::size_t length = std::size_t(n) + 2 * std::size_t(beyond_);
        LongLine line{std::vector<double>(length), std::vector<double>(length)};
        // The guide has no zeros around it: it goes on as its edge.
        const BoundaryKind of_guide = boundary_ == BoundaryKind::zero ? BoundaryKind::clamp : boundary_;
        for (int i = 1 - beyond_; i < n + beyond_; ++i) {
            const int here = extended_index(of_guide, i, n), before = extended_index(of_guide, i - 1, n);
            double difference = 0;
            for (int c = 0; c < guide_.shape.channels; ++c)
                difference += std::abs(along_x ? sample(guide_, here, at, c) - sample(guide_, before, at, c)
                                               : sample(guide_, at, here, c) - sample(guide_, at, before, c));
            line.w[std::size_t(i + beyond_)] =
                std::isfinite(difference) ? std::exp(-std::numbers::sqrt2 / s_ * (1 + ratio_ * difference))
                                          : 0.0;
        }
        return line;
    }

    const BoundaryKind boundary_;
    const ConstImageView guide_;
    const double s_, ratio_;
    const int beyond_;
};

}  // namespace

Image edge_reference(const EdgeFilter& filter, BoundaryKind boundary, ConstImageView in,
                     ConstImageView guide) {
    validate(filter, boundary, in.shape, guide.shape);
    Image image = make_image(in.shape, Sample::f64, "the reference's result");
    for (int y = 0; y < in.shape.height; ++y)
        for (int x = 0; x < in.shape.width; ++x)
            for (int k = 0; k < in.shape.channels; ++k)
                image.view().row<double>(y)[x * in.shape.channels + k] = sample(in, x, y, k);
    for (int iteration = 0; iteration < filter.iterations; ++iteration) {
        const Truth truth(filter, boundary, guide, iteration);
        truth.filter(image.view(), false);
        truth.filter(image.view(), true);
    }
    return image;
}

}  // namespace sweep
