#include "app/views/preview/preview.h"

#include <algorithm>
#include <cmath>

namespace sweep::app {
namespace {

constexpr int largest_reduction = 16;

// The sigma that is left to filter: the mean of a pixel's square, and the interpolation between such means, have
// blurred already, each with a variance of its own, together about reduction^2 / 4.
double reduced_sigma(double sigma, int reduction) {
    constexpr double least = 0.3;
    const double r = reduction;
    return std::max(std::sqrt(std::max(sigma * sigma - r * r / 4, 0.0)) / r, least);
}

}  // namespace

bool differ_in_sigma(const Problem& a, const Problem& b) {
    const FilterSpec& f = a.filter;
    if (f.kind != FilterKind::gaussian || f.derivative_x != 0 || f.derivative_y != 0) return false;
    Problem same = a;
    same.filter.sigma = b.filter.sigma;
    same.filter.sigma_y = b.filter.sigma_y;
    return same == b && a != b;
}

int preview_reduction(const FilterSpec& gaussian, float zoom) {
    double coarsest = 1 / double(zoom);
    if (gaussian.axes == Axes::both) {
        const double y = gaussian.sigma_y > 0 ? gaussian.sigma_y : gaussian.sigma;
        coarsest = std::max(coarsest, std::min(gaussian.sigma, y) / 2);
    }
    int reduction = 1;
    while (reduction < largest_reduction && 2 * reduction <= coarsest) reduction *= 2;
    return reduction;
}

void Preview::reduce(const Texture& source, int reduction) {
    levels_.clear();
    const Framebuffer from({&source}, nullptr);
    GLuint last = from.name();
    int width = source.width(), height = source.height();
    for (int r = 2; r <= reduction; r *= 2) {
        const int w = std::max(width / 2, 1), h = std::max(height / 2, 1);
        Level level{Texture(w, h, source.format()), {}};
        level.target = Framebuffer({&level.texture}, nullptr);
        glBlitNamedFramebuffer(last, level.target.name(), 0, 0, width, height, 0, 0, w, h,
                               GL_COLOR_BUFFER_BIT, GL_LINEAR);
        last = level.target.name();
        width = w;
        height = h;
        levels_.push_back(std::move(level));
    }
}

const Texture& Preview::run(const Texture& source, const Problem& problem, int reduction, bool changed) {
    const bool fits =
        !changed && source_ == source.name() && (std::size_t(1) << levels_.size()) == std::size_t(reduction);
    if (!fits) reduce(source, reduction);
    source_ = source.name();
    const Texture& small = levels_.back().texture;
    Problem reduced = problem;
    reduced.shape.width = small.width();
    reduced.shape.height = small.height();
    reduced.method = {};
    FilterSpec& filter = reduced.filter;
    if (filter.sigma_y > 0) filter.sigma_y = reduced_sigma(filter.sigma_y, reduction);
    filter.sigma = reduced_sigma(filter.sigma, reduction);
    if (!fits || made_ != reduced) {
        made_.reset();
        filter_.run(small, reduced, !fits);
        filter_.result().wrap(GL_CLAMP_TO_EDGE);
        made_ = std::move(reduced);
    }
    return filter_.result();
}

}  // namespace sweep::app
