// The reference against facts from outside: long padding in extended precision, with feedback coefficients
// alone.
#include <gtest/gtest.h>

#include "tests/support/cases.h"
#include "tests/support/far_away.h"

namespace sweep {
namespace {

using namespace sweep::test;

// The function runs the four passes with feedback coefficients alone, in long double, over an image that is
// really padded. The padding is so wide that everything dies away in it. It returns the image after each
// pass.
std::vector<std::vector<long double>> brute_force(const Problem& p, const Image& in) {
    const FilterDesign filter = design(p.filter);
    double slowest = 0;
    for (const PassDesign& pass : {filter.columns.causal, filter.columns.anticausal})
        for (auto pole : pass.poles) slowest = std::max(slowest, std::abs(pole));
    const bool none = p.boundary.kind == BoundaryKind::none;
    const int w = p.shape.width, h = p.shape.height,
              pad = none ? 0 : int(std::log(1e-12) / std::log(slowest)) + 10, W = w + 2 * pad,
              H = h + 2 * pad;
    const double outside = p.boundary.outside(0);
    std::vector<long double> x(std::size_t(W) * std::size_t(H));
    for (int y = 0; y < H; ++y)
        for (int i = 0; i < W; ++i) {
            const int v = continued(p.boundary.kind, y - pad, h), u = continued(p.boundary.kind, i - pad, w);
            x[std::size_t(y) * std::size_t(W) + std::size_t(i)] =
                v < 0 || u < 0 ? outside : sample_at(in.view(), v, u);
        }

    // Beyond the padding the samples go on unchanged, and unit gain leaves a constant alone: a line starts
    // settled on its first sample. The pass's gain multiplies everything in the end.
    auto pass = [&](const PassDesign& design, long double* line, std::ptrdiff_t step, int n) {
        const std::size_t r = design.d.size();
        long double past[max_order], g = 1;
        std::fill_n(past, max_order, none ? 0.0L : line[0]);
        for (double d : design.d) g += static_cast<long double>(d);
        for (int i = 0; i < n; ++i) {
            long double y = g * line[i * step];
            for (std::size_t k = r; k-- > 0;) {
                y -= static_cast<long double>(design.d[k]) * past[k];
                if (k > 0) past[k] = past[k - 1];
            }
            line[i * step] = static_cast<long double>(design.gain) * (past[0] = y);
        }
    };
    std::vector<std::vector<long double>> after;
    for (int k = 0; k < all_passes; ++k) {
        const PassDesign& design = k % 2 == 0 ? filter.columns.causal : filter.columns.anticausal;
        const std::ptrdiff_t row = W;
        if (k < 2)
            for (int i = 0; i < W; ++i)
                pass(design, x.data() + i + (k == 0 ? 0 : (H - 1) * row), k == 0 ? row : -row, H);
        else
            for (int y = 0; y < H; ++y)
                pass(design, x.data() + y * row + (k == 2 ? 0 : W - 1), k == 2 ? 1 : -1, W);
        after.emplace_back();
        for (int y = 0; y < h; ++y)
            for (int i = 0; i < w; ++i) after.back().push_back(x[std::size_t((y + pad) * row + i + pad)]);
    }
    return after;
}

TEST(Reference, AgreesWithPaddingInLongDouble) {
    std::vector<FilterSpec> some = splines();
    some.push_back(gaussian(0.8));
    for (int order : {3, 4, 5}) some.push_back(gaussian(3, order));
    for (int order : {1, 2, 3, 4, 5}) some.push_back(unsymmetric(order));
    some.back().causal_gain = 0.02;  // a gain that changes constants
    some.back().anticausal_gain = 0.3;
    for (const FilterSpec& spec : some)
        for (BoundaryKind boundary : all_boundaries()) {
            Problem p = problem({5, 7, 1}, spec, boundary);
            if (runs_back(boundary)) p.filter.anticausal.clear();
            p.input = Sample::f64;
            const Image in = random_image(p.shape, Sample::f64, 3);
            const std::vector<std::vector<long double>> want = brute_force(p, in);
            for (p.passes = 1; p.passes <= all_passes; ++p.passes) {
                const Image got = reference(p, in.view());
                double error = 0, largest = 0;
                for (std::size_t i = 0; i < p.shape.samples(); ++i) {
                    const long double w = want[std::size_t(p.passes - 1)][i];
                    error = std::max(error, std::abs(double(got.data<double>()[i] - w)));
                    largest = std::max(largest, std::abs(double(w)));
                }
                EXPECT_LE(error, 1e-10 * largest) << text(p);
            }
        }
}

// The filter is very slow and runs along one line, with thousands of samples of real padding.
TEST(Reference, AgreesWithLongPaddingOfSlowFilters) {
    for (BoundaryKind boundary : {BoundaryKind::zero, BoundaryKind::constant, BoundaryKind::clamp}) {
        FilterSpec slow = gaussian(60, 3);
        Problem p = problem({1, 50, 1}, slow, boundary);
        p.passes = 2;
        p.input = Sample::f64;
        const Image in = random_image(p.shape, Sample::f64, 4), got = reference(p, in.view());
        const FilterDesign filter = design(slow);
        const int pad = 6000, n = 50 + 2 * pad;
        std::vector<long double> x(n);
        for (int i = 0; i < n; ++i) {
            const int from = i - pad;
            x[std::size_t(i)] = from >= 0 && from < 50 ? in.data<double>()[from]
                                : boundary == BoundaryKind::clamp
                                    ? in.data<double>()[std::clamp(from, 0, 49)]
                                    : (boundary == BoundaryKind::constant ? 0.75 : 0.0);
        }
        auto pass = [&](auto begin, auto end) {
            long double y1 = *begin, y2 = y1, y3 = y1;
            const auto& d = filter.columns.causal.d;
            const long double g = 1 + static_cast<long double>(d[0]) + d[1] + d[2];
            for (; begin != end; ++begin) {
                const long double y = g * *begin - d[0] * y1 - d[1] * y2 - d[2] * y3;
                y3 = y2, y2 = y1, y1 = y;
                *begin = y;
            }
        };
        pass(x.begin(), x.end());
        pass(x.rbegin(), x.rend());
        for (int i = 0; i < 50; ++i)
            // The coefficients are doubles and the gain is 1e-5: the poles that they have differ by 1e-16 /
            // 1e-5 from those meant.
            EXPECT_NEAR(got.data<double>()[i], double(x[std::size_t(i + pad)]), 1e-9);
    }
}

// With a boundary for each axis the filter is the one of the rows after the one of the columns.
TEST(Reference, AxesHaveTheirOwnBoundaries) {
    using enum BoundaryKind;
    for (const auto& [rows, columns] : {std::pair{clamp, mirror}, {repeat, none}, {constant, repeat}})
        for (int passes : {1, 2, 3, 4}) {
            Problem p = problem({37, 23, 2}, gaussian(6), rows);
            p.input = Sample::f64;
            p.passes = passes;
            p.filter.causal_gain = 0.5;
            p.boundary_y = problem(p.shape, p.filter, columns).boundary;
            const Image in = random_image(p.shape, p.input), both = reference(p, in.view());
            Problem one = p;
            one.boundary_y.reset();
            one.boundary = *p.boundary_y;
            one.passes = std::min(passes, 2);
            Image want = reference(one, in.view());
            if (passes > 2) {
                one.boundary = p.boundary;
                one.filter.axes = Axes::x;
                one.passes = passes;
                // What continues the rows went through the columns' passes.
                const FilterDesign filter = design(p.filter);
                for (double& value : one.boundary.value)
                    value *= filter.gain_after(2) * filter.response_after(2);
                want = reference(one, std::as_const(want).view());
            }
            for (std::size_t i = 0; i < p.shape.samples(); ++i)
                ASSERT_NEAR(both.data<double>()[i], want.data<double>()[i], 1e-13) << text(p);
        }
}

// A second reference, which shares no line with the first: only the axes that run are looked at, each line is padded
// until all that lies beyond dies away, and feedback coefficients run over it in long double.
Image by_padding(const Problem& p, const Image& in) {
    const FilterDesign filter = design(p.filter);
    const int w = p.shape.width, h = p.shape.height;
    std::vector<long double> x(p.shape.samples());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = sample_at(in.view(), int(i) / w, int(i) % w);
    auto run = [&](const AxisDesign& axis, const Boundary& boundary, bool both, std::size_t first,
                   std::size_t step, int n) {
        const bool none = boundary.kind == BoundaryKind::none;
        double slowest = 0;
        for (const PassDesign& pass : {axis.causal, axis.anticausal})
            for (auto pole : pass.poles) slowest = std::max(slowest, std::abs(pole));
        const int pad = none ? 0 : int(std::log(1e-25) / std::log(slowest)) + 10;
        std::vector<long double> line;
        for (int i = -pad; i < n + pad; ++i) {
            const int from = continued(boundary.kind, i, n);
            line.push_back(from < 0 ? static_cast<long double>(boundary.outside(0))
                                    : x[first + std::size_t(from) * step]);
        }
        auto pass = [&](const PassDesign& design, auto begin, auto end) {
            std::vector<long double> past(design.d.size(), none ? 0.0L : *begin);
            long double g = 1;
            for (double d : design.d) g += static_cast<long double>(d);
            for (auto i = begin; i != end; ++i) {
                long double y = g * *i;
                for (std::size_t k = 0; k < past.size(); ++k)
                    y -= static_cast<long double>(design.d[k]) * past[k];
                std::rotate(past.begin(), past.end() - 1, past.end());
                past.front() = y;
                *i = y;
            }
        };
        pass(axis.causal, line.begin(), line.end());
        if (both) pass(axis.anticausal, line.rbegin(), line.rend());
        for (int i = 0; i < n; ++i) x[first + std::size_t(i) * step] = line[std::size_t(pad + i)];
    };
    if (p.filter.axes != Axes::x)
        for (int i = 0; i < w; ++i)
            run(filter.columns, p.boundary_of_columns(), p.passes > 1, std::size_t(i), std::size_t(w), h);
    if (p.filter.axes != Axes::y && p.passes > 2)
        for (int y = 0; y < h; ++y)
            run(filter.rows, p.boundary, p.passes > 3, std::size_t(y) * std::size_t(w), 1, w);
    Image out(p.shape, Sample::f64);
    for (std::size_t i = 0; i < x.size(); ++i) out.data<double>()[i] = double(x[i]);
    return out;
}

TEST(Reference, WhatDoesNotRunHasNoPart) {
    int cases = 0;
    for_each_axis_alone({41, 37, 1}, [&](const Problem& p, const Image& in) {
        if (design(p.filter).feeds_forward()) return;
        const Image want = by_padding(p, in), got = reference(p, in.view());
        EXPECT_LE(local_error(p, in.view(), got.view(), want.view()), 1e-12) << text(p);
        ++cases;
    });
    EXPECT_GT(cases, 100);
}

TEST(Reference, WhatStandsFarAwayCostsNoDigits) {
    int cases = 0;
    for_each_far_away({71, 67, 1}, Sample::f64, [&](const Problem& p, const Image& in) {
        if (design(p.filter).feeds_forward() || p.filter.sigma > 12)
            return;  // direct feedback loses slow poles
        const Image want = by_padding(p, in), got = reference(p, in.view());
        EXPECT_LE(local_error(p, in.view(), got.view(), want.view()), 1e-11) << text(p);
        ++cases;
    });
    EXPECT_GT(cases, 80);
}

TEST(Reference, BytesAreDecodedAsTheProblemSays) {
    Problem p = problem({2, 1, 2}, of_kind(FilterKind::none));
    p.input = Sample::u8;
    Image in(p.shape, Sample::u8);
    const std::uint8_t bytes[] = {128, 128, 0, 255};
    std::memcpy(in.data<std::uint8_t>(), bytes, 4);
    const Image linear = reference(p, in.view());
    EXPECT_NEAR(linear.data<double>()[0], 0.2158605001138992,
                1e-15);                                       // sRGB 128 in linear light (IEC 61966-2-1)
    EXPECT_DOUBLE_EQ(linear.data<double>()[1], 128 / 255.0);  // alpha
    EXPECT_EQ(linear.data<double>()[2], 0);
    EXPECT_EQ(linear.data<double>()[3], 1);
    p.linear = false;
    EXPECT_DOUBLE_EQ(reference(p, in.view()).data<double>()[0], 128 / 255.0);
}

TEST(Reference, BoxIsTheMeanOfWhatIsInside) {
    Problem p = problem({7, 5, 1}, box(2), BoundaryKind::none);
    const Image in = random_image(p.shape, Sample::f32), got = reference(p, in.view());
    for (int y = 0; y < 5; ++y)
        for (int x = 0; x < 7; ++x) {
            double sum = 0;
            int count = 0;
            for (int v = std::max(0, y - 2); v <= std::min(4, y + 2); ++v)
                for (int u = std::max(0, x - 2); u <= std::min(6, x + 2); ++u, ++count)
                    sum += sample_at(in.view(), v, u);
            EXPECT_NEAR(sample_at(got.view(), y, x), sum / count, 1e-15);
        }
}

TEST(Reference, ABoxHasWhatContinuesTheImage) {
    for (const BoundaryInfo& boundary : boundary_table)
        for (const auto& [width, height, origin] :
             {std::array{3, 3, 0}, {5, 5, 0}, {4, 1, 1}, {2, 6, -1}, {19, 8, 3}, {47, 47, 0}}) {
            if (!is_extended(boundary.kind)) continue;
            Problem p = problem({7, 5, 1}, box(0), boundary.kind);
            p.filter.box_width = width;
            p.filter.box_height = height;
            p.filter.box_origin_x = origin;
            if (boundary.kind == BoundaryKind::constant) p.boundary.value = {0.25};
            const double outside = p.boundary.outside(0);
            const Image in = random_image(p.shape, Sample::f32), got = reference(p, in.view());
            for (int y = 0; y < 5; ++y)
                for (int x = 0; x < 7; ++x) {
                    double sum = 0;
                    const int top = y - height / 2, left = x - width / 2 - origin;
                    for (int v = top; v < top + height; ++v)
                        for (int u = left; u < left + width; ++u) {
                            const int j = extended_index(boundary.kind, v, 5),
                                      i = extended_index(boundary.kind, u, 7);
                            sum += i < 0 || j < 0 ? outside : sample_at(in.view(), j, i);
                        }
                    EXPECT_NEAR(sample_at(got.view(), y, x), sum / (width * height), 1e-14)
                        << boundary.word << " " << width << " x " << height;
                }
        }
}

}  // namespace
}  // namespace sweep
