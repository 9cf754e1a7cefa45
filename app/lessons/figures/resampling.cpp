// A picture made eight times smaller and large again, by splines with and without the recursive prefilter ([N16]
// fig. 4).
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/figures/lines.h"
#include "app/lessons/figures/pictures.h"
#include "app/work/checks/comparison.h"
#include "core/design/design.h"
#include "core/filter/boundaries.h"
#include "core/problem/reference.h"

namespace sweep::app {
namespace {

constexpr int step = 8, sampled_side = 512;

// The centred B-spline of a degree: 0 box, 1 hat, 3 and 5; from Cox and de Boor's recursion.
double bspline(int degree, double t) {
    if (degree == 0) return t >= -0.5 && t < 0.5 ? 1 : 0;
    const double half = 0.5 * (degree + 1);
    if (std::abs(t) >= half) return 0;
    return ((half + t) * bspline(degree - 1, t + 0.5) + (half - t) * bspline(degree - 1, t - 0.5)) / degree;
}

struct Interpolation {
    const char* name;
    int degree;
    bool prefilters;
};
constexpr Interpolation methods[] = {{"nearest", 0, false},
                                     {"linear", 1, false},
                                     {"plain cubic", 3, false},
                                     {"cubic", 3, true},
                                     {"quintic", 5, true}};

// Turns samples into coefficients of the spline that goes through them.
void prefilter(const Interpolation& method, const Boundary& boundary, double outside, Lines& lines) {
    if (!method.prefilters) return;
    FilterSpec spec;
    spec.kind = method.degree == 3 ? FilterKind::bspline3 : FilterKind::bspline5;
    const bool is_constant = boundary.kind == BoundaryKind::constant;
    for (std::vector<double>& line : lines)
        for (double& x : line) x -= outside;
    reference_lines(design(spec).columns, is_constant ? BoundaryKind::zero : boundary.kind, lines);
    for (std::vector<double>& line : lines)
        for (double& x : line) x += outside;
}

// The spline's kernel, eight times as wide, is the mean that each small sample is of.
Lines smaller(const Interpolation& method, const Lines& lines, const Boundary& boundary, double outside) {
    const int n = int(lines.front().size()) / step, reach = step * (method.degree + 1) / 2 + step;
    std::vector<double> weights;
    for (int i = -reach; i < reach; ++i) weights.push_back(bspline(method.degree, (i + 0.5) / step) / step);
    Lines small(lines.size(), std::vector<double>(std::size_t(n), 0));
    for (std::size_t k = 0; k < lines.size(); ++k)
        for (int j = 0; j < n; ++j)
            for (int i = -reach; i < reach; ++i)
                small[k][std::size_t(j)] +=
                    weights[std::size_t(i + reach)] *
                    extended_sample<double>(boundary.kind, lines[k], j * step + step / 2 + i, outside);
    prefilter(method, boundary, outside, small);
    return small;
}

// The coefficients of the spline do not go on as the samples do where these end in constants: there the samples are
// extended first, and what is filtered is exact.
Lines larger(const Interpolation& method, const Lines& small, const Boundary& boundary, double outside) {
    const int n = int(small.front().size()), reach = (method.degree + 1) / 2 + 1;
    const bool ends_in_constants = continues_by_constants(boundary.kind);
    const int margin = ends_in_constants ? reach : 0;
    Lines coefficients;
    for (const std::vector<double>& line : small) {
        std::vector<double>& to = coefficients.emplace_back();
        for (int j = -margin; j < n + margin; ++j)
            to.push_back(extended_sample<double>(boundary.kind, line, j, outside));
    }
    prefilter(method, boundary, outside, coefficients);
    Lines lines(small.size(), std::vector<double>(std::size_t(n * step), 0));
    for (int i = 0; i < n * step; ++i)
        for (int j = i / step - reach; j <= i / step + reach; ++j) {
            const double weight = bspline(method.degree, (i + 0.5) / step - (j + 0.5));
            if (weight == 0) continue;
            for (std::size_t k = 0; k < small.size(); ++k)
                lines[k][std::size_t(i)] +=
                    weight * extended_sample<double>(boundary.kind, coefficients[k], j + margin, outside);
        }
    return lines;
}

// Down and up again along both axes, a colour at a time.
Image resampled(const Interpolation& method, const Image& X, const Problem& problem) {
    const Boundary &of_rows = problem.boundary, &of_columns = problem.boundary_of_columns();
    const int w = X.shape().width, h = X.shape().height;
    Image out = difference_around(X, X, 1, 0);
    for (int c = 0; c < 3; ++c) {
        const double beside = of_rows.outside(std::size_t(c)), above = of_columns.outside(std::size_t(c));
        Lines rows{std::size_t(h), std::vector<double>(std::size_t(w))};
        for (int y = 0; y < h; ++y)
            for (int x = 0; x < w; ++x)
                rows[std::size_t(y)][std::size_t(x)] = double(X.view().row<float>(y)[4 * x + c]);
        Lines columns = transposed(smaller(method, rows, of_rows, beside));
        columns = larger(method, smaller(method, columns, of_columns, above), of_columns, above);
        rows = larger(method, transposed(columns), of_rows, beside);
        for (int y = 0; y < h; ++y)
            for (int x = 0; x < w; ++x)
                out.view().row<float>(y)[4 * x + c] = float(rows[std::size_t(y)][std::size_t(x)]);
    }
    return out;
}

// Between black and white: a peak signal-to-noise ratio needs a peak.
Image clamped(Image picture) {
    for (std::size_t i = 0; i < picture.shape().samples(); ++i)
        picture.data<float>()[i] = std::clamp(picture.data<float>()[i], 0.0f, 1.0f);
    return picture;
}

}  // namespace

void make_resampling(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop) {
    FigureContent content;
    const Shape& all = subject.picture->shape();
    if (std::min(all.width, all.height) < 2 * step) {
        content.why_not =
            fmt::format("The picture has fewer than {} rows or columns: choose a larger one.", 2 * step);
        return sink.publish(std::move(content));
    }
    const Image X = clamped(middle_of(*subject.picture, sampled_side, step));
    content.table = {"spline", {{"PSNR", "{:.2f} dB"}, {"largest error", "{:.3f}"}}, {}};
    content.pictures = {
        {"", {tile_of("the picture", "", difference_around(X, difference_around(X, X, 1, 0), 1, 0))}},
        {"", {}}};
    for (const Interpolation& method : methods) {
        const Image V = resampled(method, X, subject.problem);
        if (stop.stop_requested()) return;
        const Statistics s = statistics_of(difference_around(V, X, 1, 0).view());
        std::vector<FigureTile>& row = content.pictures[content.pictures[0].tiles.size() < 3 ? 0 : 1].tiles;
        row.push_back(tile_of(method.name, fmt::format("PSNR {:.2f}", s.psnr()),
                              difference_around(V, difference_around(X, X, 1, 0), 1, 0)));
        content.table.rows.push_back({method.name, {s.psnr(), s.largest}});
    }
    content.note = fmt::format(
        "In double, the middle {} x {} pixels, between black and white, down to {} x {}. The plain cubic has "
        "no prefilter. Each small sample is the mean under the spline. The prefilter is the recursive filter "
        "bspline3 or bspline5. It runs once on the way down and once on the way up, under the boundary {}. "
        "The filter that is chosen plays no part.",
        X.shape().width, X.shape().height, X.shape().width / step, X.shape().height / step,
        boundary_name(subject.problem.boundary.kind));
    sink.publish(std::move(content));
}

}  // namespace sweep::app
