#include "cpu/effects/depth_blur.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>

#include "core/base/copy_rows.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "cpu/base/threads.h"
#include "cpu/effects/depth_blur_rows.h"
#include "cpu/effects/depth_diffusion.h"

namespace sweep::cpu {
namespace {

constexpr int rows_at_a_time = 8;

// Rounds a number that is not negative as the shaders do.
int rounded(float x) {
    return int(std::floor(x + 0.5f));
}

ShapeOfRadius shape_of(const Bokeh& bokeh, int radius, std::ptrdiff_t stride) {
    ShapeOfRadius shape;
    float sum = 0;
    std::size_t plus = 0, minus = 0;
    for (const WeightedBox& box : bokeh.boxes) {
        const int w = rounded(box.half_width * float(radius)), h = rounded(box.half_height * float(radius));
        const float area = float((2 * w + 1) * (2 * h + 1));
        const float weight = bokeh.weights_are_of_sums ? box.weight : box.weight / area;
        const std::ptrdiff_t below = h * stride, above = -(h + 1) * stride, right = 4 * w,
                             left = -4 * (w + 1);
        shape.boxes[std::size_t(shape.count++)] = {
            w, h, weight, weight, {below + right, below + left, above + right, above + left}};
        shape.width = std::max(shape.width, w);
        shape.height = std::max(shape.height, h);
        sum += weight * area;
        const bool adds = weight > 0;
        for (const std::ptrdiff_t entry : {below + right, above + left})
            adds ? shape.plus[plus++] = entry : shape.minus[minus++] = entry;
        for (const std::ptrdiff_t entry : {below + left, above + right})
            adds ? shape.minus[minus++] = entry : shape.plus[plus++] = entry;
    }
    for (int i = 0; i < shape.count; ++i) shape.boxes[std::size_t(i)].factor /= sum;
    shape.factor = 1 / sum;
    return shape;
}

// One for each whole radius.
std::vector<ShapeOfRadius> shapes_of(const Bokeh& bokeh, std::ptrdiff_t stride) {
    std::vector<ShapeOfRadius> shapes;
    for (int radius = 0; radius <= DepthBlur::largest_box + 1; ++radius)
        shapes.push_back(shape_of(bokeh, radius, stride));
    return shapes;
}

}  // namespace

ConstImageView DepthBlur::prepare(ConstImageView sharp, ConstImageView depth, const Lens& lens, Blur method,
                                  const Bokeh& bokeh, float fixed_point, float entry_scale) {
    if (bokeh.boxes.size() > std::size_t(most_boxes))
        throw Error(ExitCode::failed, "a bokeh of more boxes than the CPU's rows have room for");
    const int width = sharp.shape.width, height = sharp.shape.height;
    Threads threads(threads_);
    method_ = method;
    circles_.resize(sharp.shape.pixels());
    const int columns = (width + tile - 1) / tile, rows = (height + tile - 1) / tile;
    split_ = method == Blur::layers ? lens.split : 0;
    std::vector<TileCircles> tiles(std::size_t(columns * rows));
    threads.for_each(rows, 1, [&](std::ptrdiff_t row) {
        for (int y = int(row) * tile; y < std::min((int(row) + 1) * tile, height); ++y) {
            float* circles = &circles_[std::size_t(y) * std::size_t(width)];
            if (lens.constant_radius >= 0 || !depth.data)
                std::fill_n(circles, width, std::max(lens.constant_radius, 0.0f));
            else
                circle_row(lens, split_, depth.row<float>(y), width, circles,
                           &tiles[std::size_t(row * columns)]);
        }
    });
    if (method == Blur::gather || method == Blur::diffusion) return sharp;

    const Shape all{width, (method == Blur::layers ? 3 : 2) * height, 4};
    if (layers_.shape() != all) layers_ = make_image(all, Sample::f32, "blurring in layers");
    const ImageView layers = layers_.view();
    threads.for_each(height, rows_at_a_time, [&](std::ptrdiff_t line) {
        const int y = int(line);
        layer_row({y, width, height, sharp.row<float>(y), &circles_[std::size_t(y) * std::size_t(width)],
                   fixed_point, split_, layers.row<float>(y), layers.row<float>(y + height),
                   method == Blur::layers ? layers.row<float>(y + 2 * height) : nullptr});
    });
    reach_.clear();
    for (const TileCircles& circles : tiles) {
        const auto sum = [](std::uint32_t steps) { return float(steps) / circle_steps; };
        reach_.push_back({{sum(circles.near), sum(circles.near_weight)},
                          {sum(circles.middle), sum(circles.middle_weight)}});
    }
    find_reach(width, height);
    if (method == Blur::layers) return layers;
    scatter(bokeh, width, height, entry_scale);
    return layers;
}

// Replaces the circles of each tile by those that reach it, that is, whose radius is no smaller than their
// distance: along the rows first, then along the columns.
void DepthBlur::find_reach(int width, int height) {
    const int columns = (width + tile - 1) / tile, rows = (height + tile - 1) / tile;
    float largest = 0;
    for (const Reach& at : reach_) largest = std::max({largest, at.near.mean(), at.middle.mean()});
    const int farthest = int(largest) / tile + 2;
    // One tile farther, because values are interpolated between the centres of tiles.
    const auto add = [](Circles& all, const Circles& one, int tiles) {
        if (one.weight <= 0 || one.mean() < float(tile * (tiles - 2))) return;
        all.sum += one.sum;
        all.weight += one.weight;
    };
    const auto along = [&](int lines, int count, int line_step, int step) {
        std::vector<Reach> line(std::size_t(count), Reach{});
        for (int l = 0; l < lines; ++l) {
            for (int x = 0; x < count; ++x) {
                Reach all;
                for (int i = std::max(x - farthest, 0); i <= std::min(x + farthest, count - 1); ++i) {
                    const Reach& one = reach_[std::size_t(l * line_step + i * step)];
                    add(all.near, one.near, std::abs(i - x));
                    add(all.middle, one.middle, std::abs(i - x));
                }
                line[std::size_t(x)] = all;
            }
            for (int x = 0; x < count; ++x)
                reach_[std::size_t(l * line_step + x * step)] = line[std::size_t(x)];
        }
    };
    along(rows, columns, columns, 1);
    along(columns, rows, 1, columns);
}

// The circles that reach the pixels of a row, between the centres of tiles.
void DepthBlur::reach_row(int y, int width, int height, float* near, float* middle) const {
    const int columns = (width + tile - 1) / tile, rows = (height + tile - 1) / tile;
    struct Place {  // two tiles, and how far a pixel lies from the first to the second
        int first, second;
        float part;
    };
    const auto place = [](int at, int count) {
        const float exact = std::max((float(at) + 0.5f) / float(tile) - 0.5f, 0.0f);
        const int low = std::min(int(exact), count - 1);
        return Place{low, std::min(low + 1, count - 1), exact - float(low)};
    };
    const Place down = place(y, rows);
    for (int x = 0; x < width; ++x) {
        const Place across = place(x, columns);
        const auto between = [&](Circles Reach::*layer, float Circles::*value) {
            const auto at = [&](int row, int column) {
                return reach_[std::size_t(row * columns + column)].*layer.*value;
            };
            const auto along = [&](int row) {
                return std::lerp(at(row, across.first), at(row, across.second), across.part);
            };
            return std::lerp(along(down.first), along(down.second), down.part);
        };
        const auto mean = [&](Circles Reach::*layer) {
            return Circles{between(layer, &Circles::sum), between(layer, &Circles::weight)}.mean();
        };
        near[x] = mean(&Reach::near);
        middle[x] = mean(&Reach::middle);
    }
}

// As shaders/focus/scatter.comp, in integers; the sums then take the place of the layers as floats. One
// thread a layer.
void DepthBlur::scatter(const Bokeh& bokeh, int width, int height, float scale) {
    const std::vector<ShapeOfRadius> shapes = shapes_of(bokeh, 0);
    typedef std::int32_t Amount __attribute__((vector_size(16)));
    typedef float Value __attribute__((vector_size(16)));
    if (entries_.shape() != layers_.shape())
        entries_ = make_image(layers_.shape(), Sample::u32, "blurring by corners");
    const ImageView layers = layers_.view(), entries = entries_.view();
    // Boxes of the near layer that end at the bottom end in the first row of the other layer, which lies below.
    std::vector<std::int32_t> ends(std::size_t(width) * 4, 0);
    Threads threads(threads_);
    threads.for_each(2, 1, [&](std::ptrdiff_t layer) {
        const int top = int(layer) * height;
        std::fill_n(entries.row<std::uint32_t>(top), std::size_t(width) * std::size_t(height) * 4, 0u);
        const auto add = [&](int x, int y, Amount amount) {
            if (x >= width || (y >= height && layer == 1)) return;
            std::int32_t* to =
                (y < height ? entries.row<std::int32_t>(top + y) : ends.data()) + 4 * std::ptrdiff_t(x);
            Amount sum;
            __builtin_memcpy(&sum, to, sizeof sum);
            sum += amount;
            __builtin_memcpy(to, &sum, sizeof sum);
        };
        std::vector<float> near(std::size_t(width), 0.0f), middle = near;
        for (int y = 0; y < height; ++y) {
            if (layer == 1) reach_row(y, width, height, near.data(), middle.data());
            for (int x = 0; x < width; ++x) {
                Value value;
                __builtin_memcpy(&value, layers.row<float>(top + y) + 4 * std::ptrdiff_t(x), sizeof value);
                if (!(value[3] > 0)) continue;
                const float circle = circles_[std::size_t(y) * std::size_t(width) + std::size_t(x)];
                const int radius = rounded(spread_radius(circle, near[std::size_t(x)]));
                const ShapeOfRadius& shape = shapes[std::size_t(radius)];
                struct Rectangle {
                    int left, right, above, below;
                    float weight;
                };
                std::array<Rectangle, most_boxes> boxes;
                float area = 0;  // of all boxes, clipped and weighted
                for (int i = 0; i < shape.count; ++i) {
                    const ShapeOfRadius::Box& box = shape.boxes[std::size_t(i)];
                    const Rectangle clipped{std::max(x - box.half_width, 0),
                                            std::min(x + box.half_width + 1, width),
                                            std::max(y - box.half_height, 0),
                                            std::min(y + box.half_height + 1, height), box.weight};
                    boxes[std::size_t(i)] = clipped;
                    area +=
                        box.weight * float((clipped.right - clipped.left) * (clipped.below - clipped.above));
                }
                const float noise = dither(float(x), float(top + y));
                for (int i = 0; i < shape.count; ++i) {
                    const Rectangle& box = boxes[std::size_t(i)];
                    const float unit = scale * std::abs(box.weight) / area;
                    Amount amount;
                    for (int c = 0; c < 4; ++c)
                        amount[c] = std::int32_t(std::min(value[c], 16.0f) * unit + noise);
                    if (box.weight < 0) amount = -amount;
                    add(box.left, box.above, amount);
                    add(box.right, box.above, -amount);
                    add(box.left, box.below, -amount);
                    add(box.right, box.below, amount);
                }
            }
        }
    });
    const int samples = 4 * width;
    std::transform(ends.begin(), ends.end(), entries.row<std::int32_t>(height),
                   entries.row<std::int32_t>(height), std::plus<>());
    threads.for_each(2 * height, rows_at_a_time, [&](std::ptrdiff_t row) {
        const std::int32_t* sums = entries.row<std::int32_t>(int(row));
        std::transform(sums, sums + samples, layers.row<float>(int(row)),
                       [](std::int32_t sum) { return float(sum); });
    });
}

void DepthBlur::diffuse(ConstImageView sharp, int first_column, ImageView out) {
    Threads threads(threads_);
    if (first_column == 0) return diffuse_light(sharp, circles_, out, threads);
    Image all = make_image(sharp.shape, Sample::f32, "blurring by diffusion");
    diffuse_light(sharp, circles_, all.view(), threads);
    const Shape right{sharp.shape.width - first_column, sharp.shape.height, 4};
    const auto part = [&](const ImageView& of) {
        return ImageView{of.row<float>(0) + 4 * first_column, right, Sample::f32, of.stride};
    };
    copy_rows(part(all.view()), part(out));
}

void DepthBlur::draw(ConstImageView sharp, const BlurTable& table, const Bokeh& bokeh, int first_column,
                     ImageView out) {
    const int width = sharp.shape.width, height = sharp.shape.height;
    if (method_ == Blur::diffusion) return diffuse(sharp, first_column, out);
    BlurRow all{};
    all.width = width;
    all.height = height;
    all.first_column = first_column;
    all.method = method_;
    all.table = table.sums.data;
    all.stride = table.sums.stride / std::ptrdiff_t(size_of(table.sums.sample));
    all.integers = table.sums.sample == Sample::u32;
    all.weights_are_of_sums = bokeh.weights_are_of_sums;
    all.scale = all.integers || method_ == Blur::spread ? 1 / table.fixed_point : 1;
    for (std::size_t c = 0; c < std::min<std::size_t>(4, table.mean.size()); ++c)
        all.mean[c] = float(table.mean[c]);
    all.split = split_;
    const std::vector<ShapeOfRadius> shapes =
        method_ == Blur::spread ? std::vector<ShapeOfRadius>{} : shapes_of(bokeh, all.stride);
    all.shapes = shapes.data();

    Threads threads(threads_);
    threads.for_chunks(height, rows_at_a_time, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        std::vector<float> near(std::size_t(width), 0.0f), middle = near;
        for (int y = int(begin); y < int(end); ++y) {
            BlurRow row = all;
            row.y = y;
            row.sharp = sharp.row<float>(y);
            row.circles = &circles_[std::size_t(y) * std::size_t(width)];
            row.out = out.row<float>(y);
            if (method_ == Blur::layers) reach_row(y, width, height, near.data(), middle.data());
            row.near_reach = near.data();
            row.middle_reach = middle.data();
            blur_row(row);
        }
    });
}

}  // namespace sweep::cpu
