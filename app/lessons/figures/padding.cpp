// What padding by k samples leaves of the boundary, against the exact extension ([N16] fig. 1 and 9), in double.
#include <algorithm>
#include <cmath>
#include <complex>

#include <fmt/format.h>

#include "app/lessons/figures/axes.h"
#include "app/lessons/figures/lines.h"
#include "app/lessons/figures/pictures.h"
#include "core/base/largest.h"
#include "core/design/design.h"
#include "core/filter/boundaries.h"
#include "core/filter/memory.h"
#include "core/problem/reference.h"

namespace sweep::app {
namespace {

constexpr int cut_side = 96;          // of the cut that is filtered, again and again
constexpr int most_units = 24;        // sigmas
constexpr double far_below = 1e-10;   // where the figure ends
constexpr double rounding = 0x1p-24;  // of float32

// The grey columns of the picture, less `level`.
Lines columns_of(const Image& picture, double level) {
    Lines lines(std::size_t(picture.shape().width));
    for (int x = 0; x < picture.shape().width; ++x)
        for (int y = 0; y < picture.shape().height; ++y)
            lines[std::size_t(x)].push_back(grey_at(picture, x, y) - level);
    return lines;
}

// Filters each line with k samples of its extension on each side, from zero states.
void filter_padded(const AxisDesign& filter, BoundaryKind boundary, int k, Lines& lines) {
    const int n = int(lines.front().size());
    Lines padded;
    for (const std::vector<double>& line : lines) {
        std::vector<double>& to = padded.emplace_back();
        for (int i = -k; i < n + k; ++i) to.push_back(extended_sample<double>(boundary, line, i, 0));
    }
    reference_lines(filter, BoundaryKind::none, padded);
    for (std::size_t i = 0; i < lines.size(); ++i) std::copy_n(padded[i].begin() + k, n, lines[i].begin());
}

// An extension by a constant is one by zeros of what is less that constant.
BoundaryKind less_constant(const Boundary& boundary) {
    return boundary.kind == BoundaryKind::constant ? BoundaryKind::zero : boundary.kind;
}

// The samples in which the slowest pole falls to 1/e.
int memory_of(const FilterDesign& filter) {
    return std::max(int(std::ceil(decay_length(filter, 1))), 1);
}

double largest_difference(const Lines& a, const Lines& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, sweep::largest_difference(a[i], b[i]));
    return largest;
}

}  // namespace

void make_padding(const FigureSubject& subject, FigureSink& sink, const std::stop_token& stop) {
    FigureContent content;
    const Problem& problem = subject.problem;
    content.why_not = why_not_recursive(problem);
    if (!is_extended(problem.boundary.kind) || !is_extended(problem.boundary_of_columns().kind))
        content.why_not =
            "The boundary none assumes nothing outside, so that nothing can be padded: choose clamp, "
            "repeat, mirror or zero.";
    if (!content.why_not.empty()) return sink.publish(std::move(content));
    const FilterDesign filter = design(problem.filter);
    const BoundaryKind down = less_constant(problem.boundary_of_columns()),
                       along = less_constant(problem.boundary);
    const bool has_sigma = problem.filter.kind == FilterKind::gaussian;
    const int unit =
        has_sigma ? std::max(int(std::lround(std::max(problem.filter.sigma, problem.filter.sigma_y))), 1)
                  : memory_of(filter);
    const char* name = has_sigma ? "sigma" : "memory";
    const Lines X = columns_of(middle_of(*subject.picture, cut_side), problem.boundary.outside(0));
    Lines exact = X;
    reference_lines(filter.columns, down, exact);
    exact = transposed(exact);
    reference_lines(filter.rows, along, exact);
    double peak = 0;
    for (const std::vector<double>& line : exact) peak = std::max(peak, largest_magnitude(line));

    FigureCurve error{"error", {}, {}}, cost{"more samples", {}, {}};
    const FigureCurve float32{"rounding of float32", {0}, {rounding}, true};
    content.table = {name, {{"samples", "{:.0f}"}, {"error", "{:.1e}"}, {"cost", "+{:.0f} %"}}, {}};
    int enough = -1;  // samples
    double price = 0;
    for (int times = 0; times <= most_units && !stop.stop_requested(); ++times) {
        const int k = times * unit;
        Lines V = X;
        filter_padded(filter.columns, down, k, V);
        V = transposed(V);
        filter_padded(filter.rows, along, k, V);
        const double wrong = peak > 0 ? largest_difference(V, exact) / peak : 0;
        const Shape& s = problem.shape;
        const double more = 100 * ((s.width + 2.0 * k) * (s.height + 2.0 * k) / double(s.pixels()) - 1);
        error.x.push_back(times), error.y.push_back(wrong);
        cost.x.push_back(times), cost.y.push_back(more);
        if (times <= 3 || times % 3 == 0)  // the plot has all of them
            content.table.rows.push_back({fmt::format("{}", times), {double(k), wrong, more}});
        if (enough < 0 && wrong <= rounding) enough = k, price = more;
        const double far = std::max(times, 4) + 0.3;
        content.plots = {
            {{-0.2, far, false,
              fmt::format("padding, in {} of {} samples", has_sigma ? "sigmas" : "memories", unit)},
             logarithmic_axis(std::vector<FigureCurve>{error, float32}, "error, of the largest output"),
             {error, float32}},
            {{-0.2, far, false, "padding"},
             {0, std::max(1.1 * more, 1.0), false, "more samples, %"},
             {cost}}};
        content.note = fmt::format(
            "In double, on the middle {} x {} pixels in grey; the cost is that of {} x {} pixels. {}{} Exact "
            "extension needs no sample more.",
            X.size(), X.front().size(), s.width, s.height,
            has_sigma ? "" : "Memory: the samples in which the slowest pole falls to 1/e. ",
            enough < 0 ? std::string()
                       : fmt::format("{} samples are enough for float32: +{:.0f} %.", enough, price));
        sink.publish(content);
        if (wrong < far_below) return;
    }
}

}  // namespace sweep::app
