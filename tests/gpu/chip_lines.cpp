// Algorithm 8 along one axis, 8a: lines of every number of pieces and thread blocks, what continues them, and batches.
#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "core/problem/datum.h"
#include "gpu/plan/orders.h"
#include "tests/support/gpu_cases.h"

namespace sweep::test {
namespace {

class ChipLines : public GpuCases {
  protected:
    static Problem by_8a(Problem p, Axes axes) {
        p.filter.axes = axes;
        p.method.algorithm = Algorithm::alg8a;
        return p;
    }
    // Lines of more than one thread block need clusters, which the emulator has not.
    bool holds(const Problem& p) {
        const int length = p.filter.axes == Axes::x ? p.shape.width : p.shape.height;
        return !emulated_ || length <= line_piece * most_line_pieces;
    }
    void expect(Problem p, double tolerance = float_tolerance) {
        for (const Axes axes : {Axes::x, Axes::y}) {
            const Problem now = by_8a(p, axes);
            if (!holds(now)) continue;
            ASSERT_EQ(why_not(now, EngineKind::cuda), "") << text(now);
            expect_matches({text(now), now, tolerance}, on());
            ++filtered_;
        }
    }
    int filtered_ = 0;
};

TEST_F(ChipLines, Lengths) {
    for (int length : {1,   2,   31,  32,  33,   64,   65,   97,   160,  255,  257,
                       480, 511, 512, 513, 1000, 1025, 1537, 2048, 3585, 4095, 4096})
        for (BoundaryKind boundary : boundaries_but(BoundaryKind::constant))
            for (double sigma : {0.7, 4.0, 30.0})
                for (int across : {5, 70}) {
                    if (emulated_ && (length > 257 ? across == 70 || sigma == 4 : across == 5)) continue;
                    expect(problem({length, across, 1}, gaussian(sigma, 3), boundary));
                    expect(problem({across, length, 1}, gaussian(sigma, 3), boundary));
                }
}

TEST_F(ChipLines, OrdersAndChannels) {
    for (Shape shape : {Shape{300, 132, 1}, Shape{385, 65, 2}, Shape{129, 190, 3}, Shape{500, 101, 4}})
        for (BoundaryKind boundary : boundaries_but(BoundaryKind::constant))
            for (int order = 1; order <= 5; ++order) {
                if (emulated_ && (order + shape.channels + int(boundary)) % 3 != 0) continue;
                expect(problem(shape,
                               order == 1 ? of_kind(FilterKind::bspline3) : gaussian(6, std::max(order, 3)),
                               boundary));
            }
    for (Shape shape : {Shape{301, 132, 1}, Shape{130, 190, 3}, Shape{121, 77, 4}}) {
        Problem p = problem(shape, gaussian(4), BoundaryKind::constant);
        p.boundary.value.assign(std::size_t(shape.channels), 0.25);
        p.boundary.value.back() = -3;
        expect(p);
    }
}

TEST_F(ChipLines, OtherSamples) {
    for (Shape shape : {Shape{130, 90, 1}, Shape{67, 131, 2}, Shape{90, 61, 3}, Shape{70, 140, 4}})
        for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::mirror}) {
            Problem p = problem(shape, gaussian(5), boundary);
            p.input = Sample::u8;
            expect(p);
        }
}

TEST_F(ChipLines, Zeros) {
    for (Shape shape : {Shape{300, 70, 1}, Shape{129, 190, 3}, Shape{31, 500, 1}, Shape{1200, 700, 1}})
        for (BoundaryKind boundary : boundaries_but(BoundaryKind::constant))
            for (double sigma : {1.5, 6.0, 40.0})
                for (double accuracy : {1.4e-2, 3e-4, 6e-6})
                    for (int derivative : {0, 1}) {
                        if (emulated_ && (shape.width == 1200 || shape.channels == 3 || sigma == 6)) continue;
                        if (emulated_ && derivative == 1 && boundary != BoundaryKind::mirror) continue;
                        FilterSpec filter = gaussian(sigma);
                        filter.accuracy = accuracy;
                        for (const Axes axes : {Axes::x, Axes::y}) {
                            Problem p = by_8a(problem(shape, filter, boundary), axes);
                            (axes == Axes::x ? p.filter.derivative_x : p.filter.derivative_y) = derivative;
                            if (!holds(p) || !why_not(p, EngineKind::cuda).empty()) continue;
                            Problem usual = p;
                            usual.method.algorithm = Algorithm::automatic;
                            if (resolved(usual, EngineKind::cuda).method.algorithm != Algorithm::alg7)
                                continue;  // blocks lose digits
                            expect_matches({text(p), p, 3 * float_tolerance}, on());
                            ++filtered_;
                        }
                    }
    EXPECT_GT(filtered_, 40);
}

TEST_F(ChipLines, WidestFilters) {
    const int n = emulated_ ? 500 : 4000;
    for (BoundaryKind boundary : boundaries_but(BoundaryKind::constant))
        for (int order : {3, 4, 5}) {
            if (emulated_ && (order + int(boundary)) % 3 != 0) continue;
            expect(problem({n, 40, 1}, gaussian(n / 6.0, order), boundary), 4e-6);
            expect(problem({40, n, 1}, gaussian(n / 6.0, order), boundary), 4e-6);
        }
}

TEST_F(ChipLines, ConstantImagesStayConstantToTheLastBit) {
    for (BoundaryKind boundary : boundaries_where(keeps_constants))
        for (double sigma : {0.8, 50.0, 1000.0})
            for (const Axes axes : {Axes::x, Axes::y}) {
                const Problem p = by_8a(problem({117, 189, 1}, gaussian(sigma, 3), boundary), axes);
                SCOPED_TRACE(text(p));
                Image in(p.shape, Sample::f32), out(p.shape, Sample::f32);
                std::fill_n(in.data<float>(), p.shape.samples(), 0.7654321f);
                engine_->prepare(p);
                engine_->run(in.view(), out.view());
                EXPECT_EQ(std::memcmp(in.data<float>(), out.data<float>(), in.bytes()), 0);
            }
}

// What stands far away costs no digits: a step of 1e6 in the first piece.
TEST_F(ChipLines, LargeSamplesFarAwayCostNoDigits) {
    for (const Axes axes : {Axes::x, Axes::y}) {
        const Problem p = by_8a(problem({260, 260, 1}, gaussian(2)), axes);
        Image in = random_image(p.shape, Sample::f32), out(p.shape, Sample::f32);
        for (int y = 0; y < 20; ++y)
            for (int x = 0; x < 20; ++x) in.view().row<float>(y)[x] = 1e6f;
        engine_->prepare(p);
        engine_->run(in.view(), out.view());
        const Image truth = reference(p, in.view());
        for (int y = 64; y < 260; ++y)
            for (int x = 64; x < 260; ++x)
                ASSERT_NEAR(out.view().row<float>(y)[x], truth.view().row<double>(y)[x], 1e-6)
                    << x << ", " << y;
    }
}

TEST_F(ChipLines, SaysWhatItDoesNotHave) {
    const auto reason = [](Problem p, Axes axes) { return why_not(by_8a(p, axes), EngineKind::cuda); };
    EXPECT_NE(reason(problem({40, 30, 1}, gaussian(5)), Axes::both).find("along one axis"),
              std::string::npos);
    EXPECT_NE(
        reason(problem({4097, 30, 1}, gaussian(5)), Axes::x).find("lines of up to 4096 samples, not 4097"),
        std::string::npos);
    Problem down = problem({40, 30, 1}, gaussian(5));
    down.passes = 1;
    EXPECT_NE(reason(down, Axes::y).find("all four passes"), std::string::npos);
}

TEST_F(ChipLines, AutoTakesIt) {
    Problem p = problem({140, 130, 1}, gaussian(5));
    for (const Axes axes : {Axes::x, Axes::y, Axes::both}) {
        p.filter.axes = axes;
        engine_->prepare(p);
        EXPECT_EQ(engine_->resolved().method.algorithm == Algorithm::alg8a, axes != Axes::both);
    }
}

TEST_F(ChipLines, RunsAreRepeatable) {
    expect_same_bits(by_8a(problem({300, 460, 1}, gaussian(12)), Axes::x), emulated_ ? 1 : 200);
    expect_same_bits(by_8a(problem({300, 460, 1}, gaussian(12)), Axes::y), emulated_ ? 1 : 200);
}

}  // namespace
}  // namespace sweep::test
