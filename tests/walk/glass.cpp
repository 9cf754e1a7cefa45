// The block under the glass: each number of the engine's buffers is the sum that is shown beside it, and the states in double
// are those of passes that run over whole lines.
#include "app/glass/glass.h"

#include <cmath>

#include "app/engines/engines.h"
#include "core/base/error.h"
#include "core/base/random_image.h"
#include "core/filter/design.h"
#include "core/filter/dispatch.h"
#include "tests/support/cases.h"

namespace sweep::test {
namespace {

using app::BlockGlass, app::Border, app::GlassPlace, app::WalkSum;

BlockGlass glass_over(const Problem& p, const Image& X) {
    const auto engine = app::start_engine(EngineKind::cpu).engine,
               in_double = app::start_engine(EngineKind::cpu).engine;
    return {*engine, *in_double, p, X.view()};
}

// Some numbers of every block's borders.
template <class F>
void for_places(const BlockGlass& glass, F check) {
    const int b = glass.block();
    for (int m = 0; m < glass.block_rows(); ++m)
        for (int n = 0; n < glass.block_columns(); ++n)
            for (const Border border : {Border::P, Border::E, Border::P_rows, Border::E_rows}) {
                const bool rows = border == Border::P_rows || border == Border::E_rows;
                const int lanes = std::min(b, rows ? glass.height() - m * b : glass.width() - n * b);
                for (int lane : {0, lanes / 2, lanes - 1})
                    for (int k = 0; k < glass.order(); ++k) check(GlassPlace{border, m, n, lane, k});
            }
}

TEST(Glass, EachNumberIsTheSumThatIsShown) {
    const Shape shape{150, 140, 1};
    const Image X = random_image(shape, Sample::f32);
    std::vector<FilterSpec> filters{of_kind(FilterKind::bspline3), of_kind(FilterKind::bspline5),
                                    unsymmetric(4)};
    for (int order = 3; order <= 5; ++order) filters.push_back(gaussian(6, order));
    for (const FilterSpec& filter : filters)
        for (const BoundaryKind boundary : {BoundaryKind::none, BoundaryKind::zero, BoundaryKind::clamp,
                                            BoundaryKind::repeat, BoundaryKind::mirror})
            for (const Algorithm algorithm :
                 {Algorithm::automatic, Algorithm::alg4, Algorithm::alg5, Algorithm::alg6}) {
                Problem p = problem(shape, filter, boundary);
                p.algorithm = algorithm == Algorithm::automatic ? Algorithm::alg7 : algorithm;
                if (!why_not(p, EngineKind::cpu).empty()) continue;
                p.algorithm = algorithm;
                SCOPED_TRACE(text(p));
                const BlockGlass glass = glass_over(p, X);
                double largest = 0;
                for_places(glass, [&](const GlassPlace& at) {
                    largest = std::max(largest, std::abs(glass.in_double(at)));
                });
                ASSERT_GT(largest, 0);
                int apart = 0;
                for_places(glass, [&](const GlassPlace& at) {
                    const WalkSum sum = glass.sum(at);
                    ASSERT_FALSE(sum.terms.empty());
                    EXPECT_NEAR(sum.value, sum.sum(), 1e-5 * largest);
                    EXPECT_NEAR(sum.value, glass.in_double(at), 1e-5 * largest);
                    apart += sum.terms.size() > 1;
                });
                EXPECT_GT(apart, 0);
            }
}

// Without a boundary a line begins from nothing: the states are those of the passes over the whole line.
TEST(Glass, StatesAreThoseOfWholeLines) {
    const Shape shape{150, 201, 1};
    const Image X = random_image(shape, Sample::f32);
    for (int order : {1, 2, 3, 5}) {
        const FilterSpec spec = order < 3 ? of_kind(order == 1 ? FilterKind::bspline3 : FilterKind::bspline5)
                                          : gaussian(9, order);
        const Problem p = problem(shape, spec, BoundaryKind::none);
        const BlockGlass glass = glass_over(p, X);
        const FilterDesign filter = design(p.filter);
        const int b = glass.block();
        dispatch_order(order, [&]<int R>() {
            const auto F = make_recurrence<double, R, Realisation::delta>(filter.columns.causal),
                       Rv = make_recurrence<double, R, Realisation::delta>(filter.columns.anticausal);
            for (const int x : {0, 65, 149}) {
                Vec<double, R> s{};
                std::vector<double> y;
                for (int i = 0; i < shape.height; ++i) {
                    if (i % b == 0) {
                        for (int k = 0; k < R; ++k)
                            EXPECT_NEAR(glass.in_double({Border::P, i / b, x / b, x % b, k}), s[k], 1e-12);
                    }
                    y.push_back(F.step(s, double(glass.pixel(x, i))));
                }
                s = {};
                for (int i = shape.height - 1; i >= 0; --i) {
                    if (i % b == b - 1 || i == shape.height - 1) {
                        for (int k = 0; k < R; ++k)
                            EXPECT_NEAR(glass.in_double({Border::E, i / b, x / b, x % b, k}), s[k], 1e-12);
                    }
                    Rv.step(s, y[std::size_t(i)]);
                }
            }
        });
    }
}

TEST(Glass, RefusesWhatHasNoCarries) {
    const Image X({40, 40, 1}, Sample::f32);
    for (const FilterKind kind : {FilterKind::sat, FilterKind::box, FilterKind::none})
        EXPECT_THROW(glass_over(problem({40, 40, 1}, of_kind(kind)), X), Error);
}

}  // namespace
}  // namespace sweep::test
