// Columns in parts against whole ones.
#include "core/line/parts.h"

#include <cstdio>
#include <memory>

#include <gtest/gtest.h>

#include "tests/support/cases.h"

namespace sweep {
namespace {

using namespace sweep::test;

std::vector<FilterSpec> filters() {
    std::vector<FilterSpec> all{gaussian(5), gaussian(40, 5), unsymmetric(3), unsymmetric(5)};
    for (const FilterSpec& spline : splines()) all.push_back(spline);
    FilterSpec accurate = gaussian(9);
    accurate.accuracy = 1e-3;
    FilterSpec derivative = accurate;
    derivative.derivative_y = 1;
    FilterSpec smooth;
    smooth.kind = FilterKind::exponential;
    FilterSpec classic;
    classic.kind = FilterKind::elliptic;
    classic.order = 4;
    FilterSpec one_way;
    one_way.kind = FilterKind::iir;
    one_way.causal = {-1.2, 0.45};
    one_way.anticausal = {0, 0};
    all.insert(all.end(), {accurate, derivative, smooth, classic, one_way});
    for (FilterSpec& each : all) each.axes = Axes::y;
    return all;
}

// Relative to the largest output, or a tenth of the largest sample where a derivative leaves less.
double worst_error(const FilterSpec& filter, const Boundary& boundary, const std::vector<int>& heights,
                   std::FILE* scratch = nullptr) {
    int rows = 0;
    for (const int height : heights) rows += height;
    Problem whole = problem({3, rows, 1}, filter);
    whole.boundary = boundary;
    whole.input = Sample::f64;
    const Image noise = random_image(whole.shape, Sample::f32, 7);
    Image in(whole.shape, Sample::f64);
    std::copy_n(noise.data<float>(), whole.shape.samples(), in.data<double>());
    const Image truth = reference(whole, std::as_const(in).view());

    ColumnParts parts(design(filter).columns, heights, 3, scratch);
    for (int part = 0, first = 0; part < parts.count(); first += parts.height(part++))
        for (int i = 0; i < parts.height(part); ++i) parts.read(part, i, in.view().row<double>(first + i));
    parts.enter(boundary.kind, boundary.value);

    double worst = 0, largest = 0;
    for (int part = 0, first = 0; part < parts.count(); first += parts.height(part++)) {
        Problem alone = whole;
        alone.shape.height = parts.height(part);
        alone.boundary.kind = BoundaryKind::clamp;
        ConstImageView rows_of_part = std::as_const(in).view();
        rows_of_part.data = in.view().row<double>(first);
        rows_of_part.shape.height = parts.height(part);
        Image found = reference(alone, rows_of_part);
        for (int i = 0; i < parts.height(part); ++i) {
            parts.add(part, i, found.view().row<double>(i));
            for (int x = 0; x < 3; ++x) {
                const double right = truth.view().row<double>(first + i)[x];
                worst = std::max(worst, std::abs(found.view().row<double>(i)[x] - right));
                largest = std::max(largest, std::abs(right));
            }
        }
    }
    return worst / std::max(largest, 0.1);
}

TEST(Parts, AreTheWholeUnderEveryBoundary) {
    for (const FilterSpec& filter : filters())
        for (const BoundaryInfo& boundary : boundary_table)
            for (const std::vector<int>& heights :
                 {std::vector{40, 40, 40, 7}, {1, 1, 1}, {64, 1}, {5}, {700, 700, 200}, {1}}) {
                SCOPED_TRACE(text(problem({3, 9, 1}, filter)) + std::string(boundary.word) + " " +
                             std::to_string(heights.front()));
                std::vector<double> value;
                if (boundary.kind == BoundaryKind::constant) value = {0.75};
                EXPECT_LT(worst_error(filter, {boundary.kind, value}, heights), 1e-10);
            }
}

TEST(Parts, AreKeptInAFile) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> scratch(std::tmpfile(), std::fclose);
    ASSERT_TRUE(scratch);
    for (const BoundaryInfo& boundary : boundary_table)
        EXPECT_LT(worst_error(filters()[1], {boundary.kind, {0.75}}, {40, 40, 40, 7}, scratch.get()), 1e-10)
            << boundary.word;
}

TEST(Parts, ThatRepeatAPoleAreRefused) {
    FilterSpec twice;
    twice.kind = FilterKind::iir;
    twice.causal = {-1, 0.25};
    EXPECT_ANY_THROW(part_poles(design(twice).columns));
}

}  // namespace
}  // namespace sweep
