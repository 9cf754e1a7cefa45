#include "cpu/effects/depth_reference.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include "core/base/memory.h"
#include "cpu/effects/depth_blur_rows.h"

namespace sweep::cpu {
namespace {

// The weights of a shape of (2 half + 1)^2 pixels, which need not sum to 1.
struct Stamp {
    int half = 0;
    std::vector<double> weights;
};

Stamp stamp_of(const Bokeh& bokeh, int radius) {
    const auto size = [&](float of_radius) { return int(of_radius * float(radius) + 0.5f); };
    Stamp stamp;
    for (const WeightedBox& box : bokeh.boxes)
        stamp.half = std::max({stamp.half, size(box.half_width), size(box.half_height)});
    const int side = 2 * stamp.half + 1;
    stamp.weights.assign(std::size_t(side) * std::size_t(side), 0.0);
    for (const WeightedBox& box : bokeh.boxes) {
        const int w = size(box.half_width), h = size(box.half_height);
        const double weight =
            bokeh.weights_are_of_sums ? double(box.weight) : double(box.weight) / ((2 * w + 1) * (2 * h + 1));
        for (int y = -h; y <= h; ++y)
            for (int x = -w; x <= w; ++x)
                stamp.weights[std::size_t((y + stamp.half) * side + x + stamp.half)] += weight;
    }
    return stamp;
}

// What has arrived so far: light times its share of the place, and the sum of the shares.
struct Place {
    double red = 0, green = 0, blue = 0, full = 0;
};

class Canvas {
  public:
    Canvas(ConstImageView sharp, const Bokeh& bokeh)
        : sharp_(sharp), bokeh_(bokeh), places_(sharp.shape.pixels()) {}

    // Calls `visit` with the place of each pixel of the shape around (x, y), and its share of the pixel.
    template <class Visit>
    void shape(int x, int y, int radius, Visit visit) {
        auto found = stamps_.find(radius);
        if (found == stamps_.end()) found = stamps_.emplace(radius, stamp_of(bokeh_, radius)).first;
        const Stamp& stamp = found->second;
        const int left = std::max(x - stamp.half, 0), right = std::min(x + stamp.half, width() - 1);
        const int above = std::max(y - stamp.half, 0), below = std::min(y + stamp.half, height() - 1);
        const auto weights = [&](int row) {
            return &stamp.weights[std::size_t((row - y + stamp.half) * (2 * stamp.half + 1) + left - x +
                                              stamp.half)];
        };
        double sum = 0;  // of what lies within the picture
        for (int row = above; row <= below; ++row)
            sum = std::accumulate(weights(row), weights(row) + (right - left + 1), sum);
        for (int row = above; row <= below; ++row) {
            const double* weight = weights(row);
            for (int column = left; column <= right; ++column, ++weight)
                if (*weight > 0)
                    visit(std::size_t(row) * std::size_t(width()) + std::size_t(column), *weight / sum);
        }
    }
    void spread(int x, int y, int radius) {
        const float* colour = sharp_.row<float>(y) + 4 * std::ptrdiff_t(x);
        const double red = double(colour[0]), green = double(colour[1]), blue = double(colour[2]);
        shape(x, y, radius, [&](std::size_t at, double share) {
            Place& place = places_[at];
            share = std::min(share, 1 - place.full);
            place.red += share * red;
            place.green += share * green;
            place.blue += share * blue;
            place.full += share;
        });
    }
    void write(ImageView out) const {
        const Place* place = places_.data();
        for (int y = 0; y < height(); ++y)
            for (int x = 0; x < width(); ++x, ++place) {
                float* pixel = out.row<float>(y) + 4 * std::ptrdiff_t(x);
                const double full = std::max(place->full, 1e-12);
                pixel[0] = float(place->red / full);
                pixel[1] = float(place->green / full);
                pixel[2] = float(place->blue / full);
                pixel[3] = 1;
            }
    }

  private:
    int width() const { return sharp_.shape.width; }
    int height() const { return sharp_.shape.height; }

    ConstImageView sharp_;
    const Bokeh& bokeh_;
    std::vector<Place> places_;
    std::map<int, Stamp> stamps_;
};

int whole_radius(float circle) {
    return int(std::abs(circle) + 0.5f);
}

}  // namespace

Image depth_reference(ConstImageView sharp, std::span<const float> circles, const Bokeh& bokeh,
                      const std::function<bool()>& stops) {
    const int width = sharp.shape.width;
    Image out = make_image(sharp.shape, Sample::f32, "the depth of field by a direct sum");
    // A circle grows with the distance, also through the focus.
    std::vector<std::uint32_t> order(circles.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return circles[a] < circles[b]; });

    Canvas canvas(sharp, bokeh);
    std::vector<int> reach(circles.size(), 0);  // the largest near circle that covers each pixel
    const auto each = [&](auto visit) {
        std::size_t count = 0;
        for (const std::uint32_t i : order) {
            if (++count % 1024 == 0 && stops && stops()) return false;
            visit(i, int(i) % width, int(i) / width);
        }
        return true;
    };
    const bool is_spread = each([&](std::uint32_t i, int x, int y) {
        const int radius = whole_radius(circles[i]);
        canvas.spread(x, y, radius);
        if (nearness(circles[i]) > 0)
            canvas.shape(x, y, radius,
                         [&](std::size_t at, double) { reach[at] = std::max(reach[at], radius); });
    });
    const bool is_filled = is_spread && each([&](std::uint32_t i, int x, int y) {
                               const bool is_hidden =
                                   nearness(circles[i]) < 1 && reach[i] > whole_radius(circles[i]);
                               if (is_hidden) canvas.spread(x, y, reach[i]);
                           });
    if (!is_filled) return {};
    canvas.write(out.view());
    return out;
}

}  // namespace sweep::cpu
