// Algorithm 8 beyond the chip (gpu/stream): images that are too large to stay there, in tiles of all sizes, of
// filters that remember one tile and several, with datums that differ from tile to tile,
// and runs that follow each other.
#include "core/families/chip/resident.h"
#include "core/plan/planner.h"
#include "tests/support/gpu_cases.h"

namespace sweep::test {
namespace {

class Stream : public GpuCases {
  protected:
    static Problem by_8(const Shape& shape, const FilterSpec& filter, BoundaryKind boundary) {
        Problem p = problem(shape, filter, boundary);
        p.method.algorithm = Algorithm::alg8;
        return p;
    }
    // Expects the result of an image that streams.
    void expect(const Problem& p, double tolerance = float_tolerance) {
        SCOPED_TRACE(text(p));
        ASSERT_NO_THROW(engine_->prepare(p));
        ASSERT_EQ(engine_->job().block, stream_side) << "it stays on the chip";
        expect_matches({text(p), p, tolerance}, on());
    }
    // Images just too large to stay on the chip, narrow and wide ones; the emulated chip holds 16 tiles of 64 x 128.
    std::vector<Shape> shapes() const {
        if (emulated_) return {{132, 590, 1}, {516, 230, 1}};
        return {{2048, 2180, 1}, {3000, 1500, 1}, {1028, 5000, 1}, {6000, 800, 1}, {4100, 2049, 1}};
    }
};

TEST_F(Stream, Boundaries) {
    for (const Shape& shape : shapes())
        for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::zero, BoundaryKind::constant})
            expect(by_8(shape, gaussian(3, 3), boundary));
}

// Of filters that remember one tile and more. Small images stream, too, although they would find room on the chip.
TEST_F(Stream, Mirrored) {
    std::vector<Shape> mirrored{{256, 640, 1}, {572, 250, 1}, {292, 290, 1}};
    if (!emulated_) mirrored = {{2048, 2240, 1}, {1920, 1080, 1}, {6000, 808, 1}, {548, 279, 1}};
    for (BoundaryKind boundary : boundaries_where(runs_back)) {
        for (const Shape& shape : mirrored) {
            for (const FilterSpec& filter :
                 {of_kind(FilterKind::bspline3), gaussian(3, 3), gaussian(9, 3),
                  of_kind(FilterKind::bspline5), gaussian(emulated_ || shape.width < 2048 ? 5 : 20, 3)})
                expect(by_8(shape, filter, boundary));
            for (const Axes axes : {Axes::x, Axes::y}) {
                FilterSpec filter = gaussian(5, 3);
                filter.axes = axes;
                expect(by_8(shape, filter, boundary));
            }
        }
    }
}

// Whatever is left of the last tile: the line's ends lie within tiles, and on their edges. Lines that turn on a
// sample may not leave one to four.
TEST_F(Stream, MirroredLinesOfAllLengths) {
    for (BoundaryKind boundary : boundaries_where(runs_back))
        for (int rest = emulated_ ? 1 : 0; rest < stream_side; rest += emulated_ ? 10 : 1) {
            const Problem p = by_8({192 + (rest + 3) / 4 * 4, 256 + rest, 1}, gaussian(4, 3), boundary);
            if (turns_on_sample(boundary) && rest >= 1 && rest <= 4) {
                EXPECT_NE(why_not(p, EngineKind::cuda), "") << text(p);
                continue;
            }
            expect(p);
            FilterSpec filter = gaussian(6, 3);
            filter.axes = Axes::y;
            expect(by_8({68, 192 + rest, 1}, filter, boundary));
        }
}

// A plan at hand does not take on what the other way of the algorithm has.
TEST_F(Stream, AnotherBoundary) {
    const Shape shape{256, 256, 1};
    for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::mirror, BoundaryKind::reflect101,
                                  BoundaryKind::repeat, BoundaryKind::reflect101}) {
        const Problem p = by_8(shape, gaussian(3, 3), boundary);
        expect_matches({text(p), p, float_tolerance}, on());
        EXPECT_EQ(engine_->job().block == stream_side, runs_back(boundary)) << text(p);
    }
}

TEST_F(Stream, OrdersAndMemories) {
    for (const Shape& shape : shapes())
        for (const FilterSpec& filter : {of_kind(FilterKind::bspline3), of_kind(FilterKind::bspline5),
                                         gaussian(0.7, 3), gaussian(9, 3), gaussian(emulated_ ? 14 : 20, 3)})
            expect(by_8(shape, filter, BoundaryKind::clamp));
    for (int order : {2, 3}) expect(by_8(shapes()[0], unsymmetric(order), BoundaryKind::clamp));
}

// The columns and the rows have filters of their own.
TEST_F(Stream, Anisotropic) {
    for (const Shape& shape : shapes()) {
        FilterSpec filter = gaussian(2, 3);
        filter.sigma_y = 11;
        expect(by_8(shape, filter, BoundaryKind::clamp));
    }
}

TEST_F(Stream, OneAxis) {
    for (const Shape& shape : shapes())
        for (const Axes axes : {Axes::x, Axes::y})
            for (const BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::constant}) {
                FilterSpec filter = gaussian(5, 3);
                filter.axes = axes;
                expect(by_8(shape, filter, boundary));
            }
}

// A large constant beside a small one: each tile has a datum of its own.
TEST_F(Stream, ConstantsStayAndStepsKeepTheirDigits) {
    std::vector<std::pair<Shape, BoundaryKind>> cases;
    for (BoundaryKind boundary : boundaries_where(runs_back))
        cases.emplace_back(emulated_ ? Shape{256, 640, 1} : Shape{2048, 2240, 1}, boundary);
    for (const Shape& shape : shapes()) cases.emplace_back(shape, BoundaryKind::clamp);
    for (const auto& [shape, boundary] : cases) {
        const Problem p = by_8(shape, gaussian(2, 3), boundary);
        engine_->prepare(p);
        Image in(shape, Sample::f32), out(shape, Sample::f32);
        const std::size_t width = std::size_t(shape.width), height = std::size_t(shape.height);
        std::fill_n(in.data<float>(), width * height, 12345.678f);
        engine_->run(in.view(), out.view());
        EXPECT_EQ(std::memcmp(in.data<float>(), out.data<float>(), out.bytes()), 0) << text(p);
        for (std::size_t y = 0; y < height / 2; ++y) std::fill_n(in.data<float>() + y * width, width, 1e6f);
        engine_->run(in.view(), out.view());
        // Far from the step all is what it was.
        EXPECT_EQ(out.data<float>()[0], 1e6f);
        EXPECT_EQ(out.data<float>()[width * height - 1], 12345.678f);
    }
}

TEST_F(Stream, SameBitsFromRunToRun) {
    for (const Shape& shape : shapes())
        expect_same_bits(by_8(shape, gaussian(5, 3), BoundaryKind::clamp), emulated_ ? 2 : 200);
}

// Another sigma and boundary are taken on by the plan at hand, and its rings change with the memory.
TEST_F(Stream, AnotherFilter) {
    for (double sigma : {1.0, 9.0, 2.0})
        for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::constant})
            expect(by_8(shapes()[1], gaussian(sigma, 3), boundary));
}

TEST_F(Stream, RefusesWhatItDoesNotHave) {
    const Shape shape = shapes()[1];
    // Rows that bulk copies cannot move.
    EXPECT_FALSE(
        fits(*engine_, by_8({shape.width + 1, shape.height, 1}, gaussian(5, 3), BoundaryKind::clamp)));
    EXPECT_FALSE(fits(*engine_, by_8(shape, gaussian(shape.height / 14., 3), BoundaryKind::mirror)));
    EXPECT_FALSE(fits(*engine_, by_8(shape, gaussian(5, 5), BoundaryKind::clamp)));
    EXPECT_FALSE(fits(*engine_, by_8(shape, gaussian(200, 3), BoundaryKind::clamp)));
    EXPECT_FALSE(fits(*engine_, by_8({shape.width, shape.height, 3}, gaussian(5, 3), BoundaryKind::clamp)));
    // Under reflect101 images stream or not at all, which is known before there is a plan.
    EXPECT_NE(why_not(by_8({256, 257, 1}, gaussian(5, 3), BoundaryKind::reflect101), EngineKind::cuda), "");
    EXPECT_NE(why_not(by_8({256, 256, 1}, gaussian(5, 5), BoundaryKind::reflect101), EngineKind::cuda), "");
}

}  // namespace
}  // namespace sweep::test
