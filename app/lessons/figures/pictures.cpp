#include "app/lessons/figures/pictures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "app/work/engines/engines.h"
#include "app/work/options/option_values.h"
#include "core/design/design.h"
#include "core/families/algorithms.h"
#include "core/filter/boundaries.h"
#include "core/plan/planner.h"

namespace sweep::app {
namespace {

constexpr int channels = 4;
constexpr int most_of_tile = 800;  // pixels a side: more than a tile has on most screens

float* pixel(Image& image, int x, int y) {
    return image.view().row<float>(y) + std::ptrdiff_t(x) * channels;
}
const float* pixel(const Image& image, int x, int y) {
    return image.view().row<float>(y) + std::ptrdiff_t(x) * channels;
}

Image as_float(Image image) {
    if (image.sample() == Sample::f32) return image;
    Image out(image.shape(), Sample::f32);
    std::transform(std::as_const(image).data<double>(),
                   std::as_const(image).data<double>() + image.shape().samples(), out.data<float>(),
                   [](double v) { return float(v); });
    return out;
}

}  // namespace

std::string boundary_name(BoundaryKind kind) {
    return std::string(info(kind).word);
}

std::string why_not_recursive(const Problem& problem) {
    if (is_recursive(problem.filter.kind)) return "";
    return fmt::format(
        "The filter {} has no feedback, and so nothing enters it at the edges: choose a recursive filter, "
        "such as gaussian or bspline3.",
        info(problem.filter.kind).word);
}

Image filtered_under(Engine& engine, const Problem& problem, BoundaryKind boundary, const Image& picture) {
    Problem p = problem;
    p.boundary = {boundary, {}};
    p.boundary_y.reset();
    p.shape = picture.shape();
    if (!why_not(p, engine.kind()).empty()) {
        p.method.algorithm = Algorithm::automatic;
        p.method.cascade.clear();
        p.method.block = 0;
    }
    engine.prepare(p);
    return as_float(filtered(engine, picture.view()));
}

double response_to_constants(const Problem& problem) {
    const FilterDesign filter = design(problem.filter);
    return filter.gain_after(all_passes) * filter.response_after(all_passes);
}

double grey_at(const Image& image, int x, int y) {
    const float* p = pixel(image, x, y);
    return (double(p[0]) + double(p[1]) + double(p[2])) / 3;
}

double ratio(double a, double b) {
    return b > 1e-9 ? a / b : std::numeric_limits<double>::quiet_NaN();
}

double edge_of(const Image& a) {
    double sum = 0, count = 0;
    const int w = a.shape().width, h = a.shape().height;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; x += y == 0 || y == h - 1 ? 1 : std::max(w - 1, 1), ++count)
            sum += std::abs(grey_at(a, x, y));
    return sum / count;
}

Image extended(const Image& picture, BoundaryKind boundary, int margin) {
    const Shape& in = picture.shape();
    Image out({in.width + 2 * margin, in.height + 2 * margin, channels}, Sample::f32);
    for (int y = 0; y < out.shape().height; ++y)
        for (int x = 0; x < out.shape().width; ++x) {
            const int from_x = extended_index(boundary, x - margin, in.width),
                      from_y = extended_index(boundary, y - margin, in.height);
            float* to = pixel(out, x, y);
            std::fill_n(to, channels, 0.0f);
            to[3] = is_extended(boundary) ? 1.0f : 0.0f;
            if (from_x < 0 || from_y < 0) continue;
            std::copy_n(pixel(picture, from_x, from_y), 3, to);
            to[3] = 1;
        }
    return out;
}

Image difference_around(const Image& a, const Image& b, float factor, float level) {
    Image out(a.shape(), Sample::f32);
    const float *x = a.data<float>(), *y = b.data<float>();
    for (std::size_t i = 0; i < a.shape().samples(); ++i)
        out.data<float>()[i] = i % channels == 3 ? 1 : factor * (x[i] - y[i]) + level;
    return out;
}

Image middle_of(const Image& picture, int most, int multiple) {
    const Shape& in = picture.shape();
    const auto side = [&](int n) {
        return std::max(std::min(n, most) / multiple * multiple, std::min(n, multiple));
    };
    Image out({side(in.width), side(in.height), channels}, Sample::f32);
    const int left = (in.width - out.shape().width) / 2, top = (in.height - out.shape().height) / 2;
    for (int y = 0; y < out.shape().height; ++y)
        std::copy_n(pixel(picture, left, top + y), std::size_t(out.shape().width) * channels,
                    pixel(out, 0, y));
    return out;
}

Image shrunk(const Image& picture, int most) {
    const Shape& in = picture.shape();
    const int box = (std::max(in.width, in.height) + most - 1) / most;
    Image out({std::max(in.width / box, 1), std::max(in.height / box, 1), channels}, Sample::f32);
    for (int y = 0; y < out.shape().height; ++y)
        for (int x = 0; x < out.shape().width; ++x) {
            std::array<float, channels> sum{};
            int count = 0;
            for (int j = y * box; j < std::min((y + 1) * box, in.height); ++j)
                for (int i = x * box; i < std::min((x + 1) * box, in.width); ++i, ++count)
                    for (int c = 0; c < channels; ++c) sum[std::size_t(c)] += pixel(picture, i, j)[c];
            for (int c = 0; c < channels; ++c) pixel(out, x, y)[c] = sum[std::size_t(c)] / float(count);
        }
    return out;
}

FigureTile tile_of(std::string title, std::string text, const Image& picture, Region frame) {
    return {std::move(title), std::move(text), std::make_shared<const Image>(shrunk(picture, most_of_tile)),
            frame};
}

Problem of_one_channel(Problem problem, int side) {
    problem.shape = {side, side, 1};
    for (Boundary* boundary : {&problem.boundary, problem.boundary_y ? &*problem.boundary_y : nullptr})
        if (boundary && boundary->value.size() > 1) boundary->value.assign(1, boundary->outside(0));
    return problem;
}

std::string conditions_of(const Engine& engine) {
    const Problem& p = engine.resolved();
    return fmt::format("{}, algorithm {}, {} x {} pixels", badge(engine.kind(), false), algorithm_name(p),
                       p.shape.width, p.shape.height);
}

}  // namespace sweep::app
