// Pictures in which something very large, or very small, stands far away, and the error of a result beside what its
// filter remembers at each sample (core/problem/local_scale.h): no sample may cost another one its digits.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/random_image.h"
#include "core/problem/local_scale.h"
#include "core/problem/reference.h"
#include "tests/support/comparison.h"
#include "tests/support/problems.h"

namespace sweep::test {

// Says where V stands in a picture; elsewhere is noise in 0..1.
struct FarAway {
    const char* name;
    bool (*stands_at)(int x, int y, int w, int h);
};

inline const std::vector<FarAway>& far_away() {
    static const std::vector<FarAway> all{
        {"corners", [](int x, int y, int w,
                       int h) { return std::min(x, w - 1 - x) < w / 6 && std::min(y, h - 1 - y) < h / 6; }},
        {"two corners", [](int x, int y, int w,
                           int h) { return (x < w / 5 && y < h / 5) || (x >= w - w / 5 && y >= h - h / 5); }},
        {"frame", [](int x, int y, int w,
                     int h) { return std::min(std::min(x, w - 1 - x), std::min(y, h - 1 - y)) < 3; }},
        {"first row", [](int, int y, int, int) { return y == 0; }},
        {"last row", [](int, int y, int, int h) { return y == h - 1; }},
        {"first column", [](int x, int, int, int) { return x == 0; }},
        {"last column", [](int x, int, int w, int) { return x == w - 1; }},
        {"rotated scene",
         [](int x, int y, int w, int h) {
             const double u = (x - w / 2) / double(w), v = (y - h / 2) / double(h);
             return std::abs(u + 0.5 * v) > 0.3 || std::abs(v - 0.5 * u) > 0.3;
         }},
        {"single pixels",
         [](int x, int y, int w, int h) {
             return x % std::max(w / 2, 1) == w / 4 && y % std::max(h / 2, 1) == h / 5;
         }},
        {"left half", [](int x, int, int w, int) { return x < w / 2; }},
        {"lower half", [](int, int y, int, int h) { return y >= h / 2; }},
        {"all but a window",
         [](int x, int y, int w, int h) { return x < w / 3 || x > 2 * w / 3 || y < h / 3 || y > 2 * h / 3; }},
    };
    return all;
}

// The same, where what is small is little, and lies between the points of a lattice over the whole picture.
inline const std::vector<FarAway>& holes() {
    static const std::vector<FarAway> all{
        {"all but a hole", [](int x, int y, int w,
                              int h) { return x < 0.16 * w || x > 0.275 * w || y < 0.1 * h || y > 0.3 * h; }},
        {"all but a swath",
         [](int x, int y, int w, int h) {
             return std::abs(x / double(w) + 0.4 * y / double(h) - 0.67) > 0.05;
         }},
        {"all but small holes",
         [](int x, int y, int w, int) { return (x + 5 * y / 14) % (w / 7) > 13 || y % 31 > 13; }},
    };
    return all;
}

// Few samples that stand out, where an engine may look for a datum first of all.
inline const std::vector<FarAway>& outliers() {
    static const std::vector<FarAway> all{
        {"corners and a pixel",
         [](int x, int y, int w, int h) {
             return (x % std::max(w - 1, 1) == 0 && y % std::max(h - 1, 1) == 0) ||
                    (x == w / 3 && y == h / 2);
         }},
        {"frame", [](int x, int y, int w,
                     int h) { return std::min(std::min(x, w - 1 - x), std::min(y, h - 1 - y)) == 0; }},
        {"dots", [](int x, int y, int, int) { return x % 16 == 0 && y % 16 == 0; }},
    };
    return all;
}

inline Image picture_of(const FarAway& far, const Shape& shape, Sample sample, double V, double noise = 1) {
    Image image = random_image(shape, Sample::f64), out(shape, sample);
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x)
            for (int k = 0; k < shape.channels; ++k) {
                const int i = x * shape.channels + k;
                const double v = far.stands_at(x, y, shape.width, shape.height)
                                     ? V
                                     : noise * image.view().row<double>(y)[i];
                if (sample == Sample::f32)
                    out.view().row<float>(y)[i] = float(v);
                else
                    out.view().row<double>(y)[i] = v;
            }
    return out;
}

// The largest error of a result at a sample, relative to the scale there. Numbers below 1e-33 have not the digits of
// float32.
inline double local_error(const Problem& p, ConstImageView in, ConstImageView got, ConstImageView want) {
    const std::vector<double> scale = local_scale(p, in);
    double error = 0;
    std::size_t at = 0;
    for (int y = 0; y < p.shape.height; ++y)
        for (int i = 0; i < p.shape.width * p.shape.channels; ++i, ++at) {
            const double off = std::abs(sample_at(got, y, i) - sample_at(want, y, i));
            if (!(off <= 1e300)) return std::numeric_limits<double>::infinity();
            error = std::max(error, off / std::max(scale[at], 1e-33));
        }
    return error;
}

// The largest error of a result, relative to its own largest sample.
inline double error_of_largest(ConstImageView got, const Image& want) {
    double error = 0, largest = 0;
    for (int y = 0; y < want.shape().height; ++y)
        for (int i = 0; i < want.shape().width * want.shape().channels; ++i) {
            error = std::max(error, std::abs(sample_at(got, y, i) - sample_at(want.view(), y, i)));
            largest = std::max(largest, std::abs(sample_at(want.view(), y, i)));
        }
    return error / largest;
}

// Calls act(problem, picture) for pictures that are nearly 0 but for outliers from 1 to 5, under slow filters: the
// level that is taken off must not be an outlier's, beside which a result loses its digits. Or for one of `every`
// such cases.
template <class Act>
void for_each_outlier(const Shape& shape, const Act& act, std::size_t every = 1) {
    std::size_t turn = 0;
    for (const FilterSpec& filter : {gaussian(40), gaussian(12), gaussian(25, 5)})
        for (const FarAway& one : outliers())
            for (BoundaryKind boundary : all_boundaries()) {
                if (turn++ % every != 0) continue;
                SCOPED_TRACE(one.name);
                act(problem(shape, filter, boundary),
                    picture_of(one, shape, Sample::f32, double(1 + turn % 5), 1e-4));
            }
}

// Filters of every kind, slow ones and fast ones.
inline std::vector<FilterSpec> filters_that_forget() {
    std::vector<FilterSpec> all;
    for (double sigma : {0.5, 1.0, 2.0, 5.0, 12.0, 60.0, 300.0}) all.push_back(gaussian(sigma));
    for (int order : {4, 5}) all.push_back(gaussian(3, order)), all.push_back(gaussian(40, order));
    for (const FilterSpec& filter : splines()) all.push_back(filter);
    for (FilterKind kind : {FilterKind::exponential, FilterKind::butterworth, FilterKind::chebyshev2})
        all.push_back(of_kind(kind));
    FilterSpec derivative = gaussian(2);
    derivative.derivative_x = 1;
    all.push_back(derivative);
    return all;
}

// Calls act(problem, picture) for each filter with each picture, the boundaries and numbers in turn; or for one of
// `every` such cases.
template <class Act>
void for_each_far_away(const Shape& shape, Sample sample, const Act& act, std::size_t every = 1,
                       const std::vector<FilterSpec>& filters = filters_that_forget()) {
    const double far_numbers[] = {1e2, -9999, 65535, 1e6, -1e9, 1e20, -1e29};
    const std::vector<BoundaryKind> boundaries = all_boundaries();
    std::size_t turn = 0;
    for (const FilterSpec& filter : filters)
        for (const FarAway& far : far_away()) {
            const double V = far_numbers[turn % std::size(far_numbers)];
            Problem p = problem(shape, filter, boundaries[turn / 2 % boundaries.size()]);
            // The constant outside, too, may be far larger than the picture.
            if (p.boundary.kind == BoundaryKind::constant && turn % 3 == 0) p.boundary.value = {V};
            p.input = sample;
            if (turn++ % every != 0) continue;
            SCOPED_TRACE(std::string(far.name) + " of " + std::to_string(V));
            act(p, picture_of(far, shape, sample, V));
        }
}

// Calls act(problem, picture) for filters of one axis, or of its passes alone, beside a constant that continues the
// other axis; or for one of `every`.
template <class Act>
void for_each_axis_alone(const Shape& shape, const Act& each, std::size_t every = 1) {
    std::size_t turn = 0;
    const auto act = [&](const Problem& p, const Image& in) {
        if (turn++ % every == 0) each(p, in);
    };
    std::vector<FilterSpec> filters{gaussian(5), gaussian(2, 4), of_kind(FilterKind::bspline3),
                                    of_kind(FilterKind::chebyshev1)};
    for (const FilterSpec& filter : filters)
        for (double V : {1e3, -1e5, 1e20, 1e30})
            for (BoundaryKind other : {BoundaryKind::clamp, BoundaryKind::mirror, BoundaryKind::zero}) {
                Problem p = problem(shape, filter, other);
                const Boundary constant{BoundaryKind::constant, {V}};
                SCOPED_TRACE("constant " + std::to_string(V));
                const Image noise = random_image(shape, Sample::f32),
                            rows = picture_of(far_away()[3], shape, Sample::f32, V);
                p.filter.axes = Axes::x;
                p.boundary_y = constant;
                if (other != BoundaryKind::zero) act(p, noise);
                p.boundary_y.reset();
                act(p, rows);  // a large first row beside others
                p.filter.axes = Axes::y;
                p.boundary_y = p.boundary;
                p.boundary = constant;
                if (other != BoundaryKind::zero) act(p, noise);
                p.filter.axes = Axes::both;
                p.passes = 2;
                if (other != BoundaryKind::zero) act(p, noise);
            }
}

// Calls act(problem, picture) for constant pictures.
template <class Act>
void for_each_constant(const Shape& shape, const Act& act) {
    for (const FilterSpec& filter : {gaussian(1), gaussian(5), gaussian(300), of_kind(FilterKind::bspline3)})
        for (BoundaryKind boundary :
             {BoundaryKind::constant, BoundaryKind::clamp, BoundaryKind::repeat, BoundaryKind::mirror})
            for (float c : {0.1f, -3e7f, 1e29f}) {
                Problem p = problem(shape, filter, boundary);
                if (boundary == BoundaryKind::constant) p.boundary.value = {double(c)};
                Image in(shape, Sample::f32);
                std::fill_n(in.data<float>(), shape.samples(), c);
                act(p, in);
            }
}

}  // namespace sweep::test
