#include "app/views/focus/stroke_depth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/memory.h"
#include "core/design/kinds.h"
#include "core/problem/problem.h"
#include "cpu/edge/edge_filter.h"

namespace sweep::app {
namespace {

constexpr const char* what = "a depth map of strokes";

// A filter that stops at faint edges is stopped by the grain of a meadow, too, before it has crossed it. So the guide
// is smoothed first, so far that what is left is edges, by a filter as wide as this share of the longer side, and of
// this range as EdgeFilter has it (black to white is 1). And nearness spreads as if there were no edges first, and
// then up to fainter and fainter ones.
constexpr double grain_sigma = 1.0 / 150, grain_range = 0.5;
constexpr std::array<double, 4> ranges{1e6, 4, 1, 0.25};
// What a pixel has of the filter before weighs so much, and a stroke 1:
// it counts where next to nothing of a stroke arrives.
constexpr float weight_of_before = 1e-9f;
// While all strokes say the same, a pixel is of the rest where its colour differs from all of theirs by this much, the
// mean of the channels; black to white is 1. It says so with this weight.
constexpr float other_colour = 0.08f, weight_of_rest = 1e-4f;
// Then a pixel belongs to the strokes from this share of their nearness on, and to the rest below this one.
constexpr float all_of_it = 0.4f, none_of_it = 0.15f;
constexpr std::size_t most_colours = 64;  // of strokes that a pixel is compared with

// Calls f(y, first, last) for the rows of the discs of a stroke that lie in the picture, again where discs overlap.
template <class F>
void for_each_row(const DepthStroke& stroke, const Shape& shape, F f) {
    const double radius = std::max(1.0, 0.004 * std::max(shape.width, shape.height));
    const auto within = [](int at, int size) { return double(std::clamp(at, 0, size - 1)); };
    for (std::size_t i = 0; i < stroke.points.size(); ++i) {
        const Pixel from = stroke.points[i == 0 ? 0 : i - 1], to = stroke.points[i];
        const double x0 = within(from.x, shape.width), y0 = within(from.y, shape.height),
                     dx = within(to.x, shape.width) - x0, dy = within(to.y, shape.height) - y0;
        const int steps = 1 + int(std::hypot(dx, dy) / (radius / 2));
        for (int k = i > 0 ? 1 : 0; k <= steps; ++k) {
            const double x = x0 + dx * k / steps, y = y0 + dy * k / steps;
            const int top = std::max(int(std::ceil(y - radius)), 0),
                      bottom = std::min(int(std::floor(y + radius)), shape.height - 1);
            for (int row = top; row <= bottom; ++row) {
                const double half = std::sqrt(std::max(radius * radius - (row - y) * (row - y), 0.0));
                f(row, std::max(int(std::ceil(x - half)), 0),
                  std::min(int(std::floor(x + half)), shape.width - 1));
            }
        }
    }
}

bool have_one_nearness(const DepthStrokes& strokes) {
    return std::all_of(strokes.begin(), strokes.end(),
                       [&](const DepthStroke& stroke) { return stroke.nearness == strokes[0].nearness; });
}

// How much each pixel says that it is not of the strokes' thing.
std::vector<float> weights_of_rest(ConstImageView colours, const DepthStrokes& strokes) {
    const Shape& shape = colours.shape;
    const int channels = shape.channels;
    std::vector<const float*> painted;
    for (const DepthStroke& stroke : strokes)
        for_each_row(stroke, shape, [&](int y, int first, int last) {
            if (first <= last) painted.push_back(colours.row<float>(y) + (first + last) / 2 * channels);
        });
    std::vector<const float*> samples;
    const std::size_t step = painted.size() / most_colours + 1;
    for (std::size_t i = 0; i < painted.size(); i += step) samples.push_back(painted[i]);
    std::vector<float> weights(shape.pixels());
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x) {
            const float* colour = colours.row<float>(y) + x * channels;
            const bool is_other = std::none_of(samples.begin(), samples.end(), [&](const float* other) {
                float apart = 0;
                for (int c = 0; c < channels; ++c) apart += std::abs(colour[c] - other[c]);
                return apart < other_colour * float(channels);
            });
            weights[std::size_t(y) * std::size_t(shape.width) + std::size_t(x)] =
                is_other ? weight_of_rest : 0;
        }
    return weights;
}

// Pairs of weight * nearness and weight, filtered by the photo, become the quotient of both.
void divide(ConstImageView pairs, ImageView nearness) {
    for (int y = 0; y < nearness.shape.height; ++y) {
        const float* pair = pairs.row<float>(y);
        float* to = nearness.row<float>(y);
        for (int x = 0; x < nearness.shape.width; ++x)
            to[x] = std::clamp(pair[2 * x] / std::max(pair[2 * x + 1], 1e-30f), 0.0f, 1.0f);
    }
}

}  // namespace

Image spread_strokes(ConstImageView guide, const DepthStrokes& strokes, const std::stop_token& stop) {
    const Shape shape{guide.shape.width, guide.shape.height, 2};
    Image pairs = make_image(shape, Sample::f32, what), spread = make_image(shape, Sample::f32, what),
          nearness = make_image({shape.width, shape.height, 1}, Sample::f32, what);
    const double side =
        std::min<double>(std::max(shape.width, shape.height), info(FilterKind::edge).largest_sigma);
    Image edges = make_image(guide.shape, Sample::f32, what);
    cpu::EdgeFilterRun({.sigma = std::max(1.0, grain_sigma * side), .range = grain_range},
                       BoundaryKind::clamp, guide.shape, guide.shape.channels, Sample::f32)
        .run(guide, guide, edges.view());
    // The strokes of one thing part it from the rest, which is at the other end.
    std::vector<float> rest;
    if (have_one_nearness(strokes)) rest = weights_of_rest(std::as_const(edges).view(), strokes);
    const float far = strokes[0].nearness < 0.5f ? 1 : 0;
    const auto put = [&] {
        for (std::size_t i = 0; i < rest.size(); ++i)
            if (rest[i] > 0)
                pairs.data<float>()[2 * i] = rest[i] * far, pairs.data<float>()[2 * i + 1] = rest[i];
        for (const DepthStroke& stroke : strokes)
            for_each_row(stroke, shape, [&](int y, int first, int last) {
                float* row = pairs.view().row<float>(y);
                for (int x = first; x <= last; ++x) row[2 * x] = stroke.nearness, row[2 * x + 1] = 1;
            });
    };
    const auto filter = [&](double range) {
        cpu::EdgeFilterRun({.sigma = side, .range = range}, BoundaryKind::clamp, shape, guide.shape.channels,
                           Sample::f32)
            .run(pairs.view(), edges.view(), spread.view());
        divide(std::as_const(spread).view(), nearness.view());
    };
    std::fill_n(nearness.data<float>(), shape.pixels(), 0.0f);  // a weight of 0 makes no NaN of it
    for (const double range : ranges) {
        const float weight = range == ranges[0] ? 0 : weight_of_before;
        for (std::size_t i = 0; i < shape.pixels(); ++i) {
            pairs.data<float>()[2 * i] = weight * nearness.data<float>()[i];
            pairs.data<float>()[2 * i + 1] = weight;
        }
        put();
        filter(range);
        if (stop.stop_requested()) return {};
    }
    for (std::size_t i = 0; !rest.empty() && i < shape.pixels(); ++i) {
        float& value = nearness.data<float>()[i];
        const float near = strokes[0].nearness, share = (value - far) / (near - far),
                    part = std::clamp((share - none_of_it) / (all_of_it - none_of_it), 0.0f, 1.0f);
        value = std::lerp(far, near, part);
    }
    return nearness;
}

const Texture* StrokeDepth::update(const Texture& light, const DepthStrokes& strokes, bool holds,
                                   bool is_other) {
    if (is_other || strokes.empty()) {
        task_.stop();
        changed_ = changed_ || !made_.empty();
        guide_.reset();
        asked_ = spreading_ = made_ = failed_ = {};
    }
    if (strokes.empty()) return nullptr;
    asked_ = strokes;
    try {
        take(light);
        if (task_.running()) {
            if (asked_ != spreading_) task_.request_stop();
        } else if (pending() && !holds) {
            start(light);
        }
    } catch (...) {
        failed_ = spreading_;
        throw;
    }
    return map();
}

void StrokeDepth::take(const Texture& light) {
    const std::optional<Image> made = task_.take();
    if (!made || made->empty()) return;
    if (!depth_.is(light.width(), light.height())) depth_ = Texture(light.width(), light.height(), GL_R32F);
    depth_.upload(GL_RED, GL_FLOAT, made->data<void>());
    made_ = spreading_;
    changed_ = true;
}

void StrokeDepth::start(const Texture& light) {
    spreading_ = asked_;
    if (!guide_) {
        Image guide = make_image({light.width(), light.height(), 3}, Sample::f32, what);
        light.read(GL_RGB, GL_FLOAT, guide.bytes(), guide.data<void>());
        float* samples = guide.data<float>();
        for (std::size_t i = 0; i < guide.shape().samples(); ++i)
            samples[i] = std::sqrt(std::max(samples[i], 0.0f));
        guide_ = std::make_shared<const Image>(std::move(guide));
    }
    task_.start([guide = guide_, strokes = spreading_](const std::stop_token& stop) {
        return spread_strokes(guide->view(), strokes, stop);
    });
}

}  // namespace sweep::app
