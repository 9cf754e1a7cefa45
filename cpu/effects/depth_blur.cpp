#include "cpu/effects/depth_blur.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "cpu/base/threads.h"
#include "cpu/effects/depth_blur_rows.h"

namespace sweep::cpu {
namespace {

constexpr int rows_at_a_time = 8;

ShapeOfRadius shape_of(const Bokeh& bokeh, int radius, std::ptrdiff_t stride) {
    ShapeOfRadius shape;
    float sum = 0;
    std::size_t plus = 0, minus = 0;
    for (const WeightedBox& box : bokeh.boxes) {
        const int w = int(box.half_width * float(radius) + 0.5f),
                  h = int(box.half_height * float(radius) + 0.5f);
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

}  // namespace

ConstImageView DepthBlur::prepare(ConstImageView sharp, ConstImageView depth, const Lens& lens, Blur method,
                                  float fixed_point, float entry_scale) {
    const int width = sharp.shape.width, height = sharp.shape.height;
    Threads threads(threads_);
    method_ = method;
    circles_.resize(sharp.shape.pixels());
    const int columns = (width + tile - 1) / tile, rows = (height + tile - 1) / tile;
    split_ = method == Blur::layers ? lens.split : 0;
    near_.assign(std::size_t(columns * rows), 0.0f);
    middle_ = near_;
    threads.for_each(rows, 1, [&](std::ptrdiff_t row) {
        for (int y = int(row) * tile; y < std::min((int(row) + 1) * tile, height); ++y) {
            float* circles = &circles_[std::size_t(y) * std::size_t(width)];
            if (lens.constant_radius >= 0 || !depth.data)
                std::fill_n(circles, width, std::max(lens.constant_radius, 0.0f));
            else
                circle_row(lens, split_, depth.row<float>(y), width, circles,
                           &near_[std::size_t(row * columns)], &middle_[std::size_t(row * columns)]);
        }
    });
    if (method == Blur::gather) return sharp;

    const Shape all{width, (method == Blur::layers ? 3 : 2) * height, 4};
    if (layers_.shape() != all) layers_ = make_image(all, Sample::f32, "blurring in layers");
    const ImageView layers = layers_.view();
    threads.for_each(height, rows_at_a_time, [&](std::ptrdiff_t line) {
        const int y = int(line);
        layer_row({y, width, height, sharp.row<float>(y), &circles_[std::size_t(y) * std::size_t(width)],
                   fixed_point, split_, layers.row<float>(y), layers.row<float>(y + height),
                   method == Blur::layers ? layers.row<float>(y + 2 * height) : nullptr});
    });
    if (method == Blur::layers) {
        find_reach(width, height, near_);
        find_reach(width, height, middle_);
        return layers;
    }
    scatter(width, height, entry_scale);
    return layers;
}

// Replaces the largest circle of each tile by the largest that reaches the tile, that is, whose radius is no
// smaller than its distance: along the rows first, then along the columns. Of all circles that reach a column
// of tiles the largest reaches farthest in it, so that the others need not be kept.
void DepthBlur::find_reach(int width, int height, std::vector<float>& largest) {
    const int columns = (width + tile - 1) / tile, rows = (height + tile - 1) / tile;
    constexpr int farthest = largest_box / tile + 2;
    // One tile farther, because values are interpolated between the centres of tiles.
    const auto reaches = [](float circle, int tiles) {
        return circle + float(tile) >= float(tile * (tiles - 1));
    };
    const auto along = [&](int lines, int count, int line_step, int step) {
        std::vector<float> line(std::size_t(count), 0.0f);
        for (int l = 0; l < lines; ++l) {
            for (int x = 0; x < count; ++x) {
                float most = 0;
                for (int i = std::max(x - farthest, 0); i <= std::min(x + farthest, count - 1); ++i)
                    if (const float circle = largest[std::size_t(l * line_step + i * step)];
                        reaches(circle, std::abs(i - x)))
                        most = std::max(most, circle);
                line[std::size_t(x)] = most;
            }
            for (int x = 0; x < count; ++x)
                largest[std::size_t(l * line_step + x * step)] = line[std::size_t(x)];
        }
    };
    along(rows, columns, columns, 1);
    along(columns, rows, 1, columns);
}

// As shaders/focus/scatter.comp, in integers; the sums then take the place of the layers as floats. One
// thread a layer.
void DepthBlur::scatter(int width, int height, float scale) {
    typedef std::int32_t Amount __attribute__((vector_size(16)));
    typedef float Value __attribute__((vector_size(16)));
    if (entries_.shape() != layers_.shape())
        entries_ = make_image(layers_.shape(), Sample::u32, "blurring by corners");
    const ImageView layers = layers_.view(), entries = entries_.view();
    Threads threads(threads_);
    threads.for_each(2, 1, [&](std::ptrdiff_t layer) {
        const int top = int(layer) * height;
        std::fill_n(entries.row<std::uint32_t>(top), std::size_t(width) * std::size_t(height) * 4, 0u);
        const auto add = [&](int x, int y, Amount amount) {
            if (x >= width || y >= height) return;
            std::int32_t* to = entries.row<std::int32_t>(top + y) + 4 * std::ptrdiff_t(x);
            Amount sum;
            __builtin_memcpy(&sum, to, sizeof sum);
            sum += amount;
            __builtin_memcpy(to, &sum, sizeof sum);
        };
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                Value value;
                __builtin_memcpy(&value, layers.row<float>(top + y) + 4 * std::ptrdiff_t(x), sizeof value);
                if (!(value[3] > 0)) continue;
                const int radius =
                    int(std::abs(circles_[std::size_t(y) * std::size_t(width) + std::size_t(x)]) + 0.5f);
                const int left = std::max(x - radius, 0), right = std::min(x + radius + 1, width);
                const int above = std::max(y - radius, 0), below = std::min(y + radius + 1, height);
                const float unit = scale / float((right - left) * (below - above));
                const float noise = dither(float(x), float(top + y));
                Amount amount;
                for (int c = 0; c < 4; ++c)
                    amount[c] = std::int32_t(std::min(value[c], 16.0f) * unit + noise);
                add(left, above, amount);
                add(right, above, -amount);
                add(left, below, -amount);
                add(right, below, amount);
            }
        const std::size_t samples = std::size_t(width) * std::size_t(height) * 4;
        std::transform(entries.row<std::int32_t>(top), entries.row<std::int32_t>(top) + samples,
                       layers.row<float>(top), [](std::int32_t sum) { return float(sum); });
    });
}

void DepthBlur::draw(ConstImageView sharp, const BlurTable& table, const Bokeh& bokeh, int first_column,
                     ImageView out) {
    const int width = sharp.shape.width, height = sharp.shape.height;
    if (bokeh.boxes.size() > std::size_t(most_boxes))
        throw Error(ExitCode::failed, "a bokeh of more boxes than the CPU's rows have room for");
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
    all.reach_count = (width + tile - 1) / tile;
    const int reach_rows = (height + tile - 1) / tile;

    std::vector<ShapeOfRadius> shapes;
    if (method_ != Blur::spread)
        for (int radius = 0; radius <= largest_box + 1; ++radius)
            shapes.push_back(shape_of(bokeh, radius, all.stride));
    all.shapes = shapes.data();

    Threads threads(threads_);
    threads.for_chunks(height, rows_at_a_time, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        std::vector<float> near(std::size_t(all.reach_count)), middle = near;
        for (int y = int(begin); y < int(end); ++y) {
            BlurRow row = all;
            row.y = y;
            row.sharp = sharp.row<float>(y);
            row.circles = &circles_[std::size_t(y) * std::size_t(width)];
            row.out = out.row<float>(y);
            if (method_ == Blur::layers) {
                const float at = std::max((float(y) + 0.5f) / float(tile) - 0.5f, 0.0f);
                const int low = std::min(int(at), reach_rows - 1), high = std::min(low + 1, reach_rows - 1);
                const std::size_t upper = std::size_t(low) * near.size(),
                                  lower = std::size_t(high) * near.size();
                for (std::size_t i = 0; i < near.size(); ++i) {
                    near[i] = std::lerp(near_[upper + i], near_[lower + i], at - float(low));
                    middle[i] = std::lerp(middle_[upper + i], middle_[lower + i], at - float(low));
                }
            }
            row.near_reach = near.data();
            row.middle_reach = middle.data();
            blur_row(row);
        }
    });
}

}  // namespace sweep::cpu
