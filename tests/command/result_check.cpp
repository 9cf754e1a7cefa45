// The truth to which --check compares large pictures: some rows, computed in strips of columns.
#include "app/work/checks/result_check.h"

#include "app/work/results/steps/filter_samples.h"
#include "core/base/random_image.h"
#include "core/problem/reference.h"
#include "cpu/engine.h"
#include "tests/support/cases.h"

namespace sweep::app {
namespace {

using namespace sweep::test;

// A result that equals the truth has no error in any row, with every boundary and after every pass.
TEST(ResultCheck, RowsOfLargePicturesAreThoseOfTheWhole) {
    for (const auto& [boundary, passes] : {std::pair{BoundaryKind::constant, 4},
                                           {BoundaryKind::clamp, 4},
                                           {BoundaryKind::mirror, 3},
                                           {BoundaryKind::none, 2}}) {
        FilterSpec filter = gaussian(30);
        filter.derivative_x = boundary == BoundaryKind::clamp ? 1 : 0;
        Problem p = problem({2100, 700, 3}, filter, boundary);
        if (boundary == BoundaryKind::constant) p.boundary.value = {0.5, -2, 1};
        p.passes = passes;
        const Image in = random_image(p.shape, Sample::f32), truth = reference(p, in.view());
        const ResultCheck check = check_result(p, in.view(), truth.view(), {});
        SCOPED_TRACE(text(p));
        EXPECT_EQ(check.compared(), "64 of 700 rows");
        EXPECT_LE(check.error, 1e-12);
        EXPECT_TRUE(check.passed());
    }
}

TEST(ResultCheck, RowsAndColumnsMayDiffer) {
    Problem p = problem({2100, 700, 3}, gaussian(30), BoundaryKind::constant);
    p.filter.sigma_y = 4;
    p.boundary_y = Boundary{BoundaryKind::repeat, {}};
    for (Axes axes : {Axes::both, Axes::x, Axes::y}) {
        p.filter.axes = axes;
        const Image in = random_image(p.shape, Sample::f32), truth = reference(p, in.view());
        EXPECT_LE(check_result(p, in.view(), truth.view(), {}).error, 1e-12);
    }
}

// As they are those of a window's textures.
TEST(ResultCheck, ResultsInFloat16AreRead) {
    Problem p = problem({40, 30, 4}, gaussian(3));
    p.method.half_result = true;
    Image in(p.shape, Sample::f32), result(p.shape, Sample::f16);
    std::fill_n(in.data<float>(), p.shape.samples(), 0.5F);
    constexpr std::uint16_t a_half = 0x3800, one = 0x3C00;
    std::fill_n(result.data<std::uint16_t>(), p.shape.samples(), a_half);
    const ResultCheck check = check_result(p, in.view(), std::as_const(result).view(), {});
    EXPECT_LE(check.error, 1e-12);
    EXPECT_TRUE(check.passed());
    result.view().row<std::uint16_t>(20)[30] = one;
    EXPECT_NEAR(check_result(p, in.view(), std::as_const(result).view(), {}).error, 1, 1e-12);
}

// Of a smooth picture these filters leave nothing, and engines leave the rounding of its samples.
TEST(ResultCheck, FiltersThatTakeSmoothPicturesOutAreMeasuredByTheirPassBand) {
    FilterSpec high = of_kind(FilterKind::butterworth), derivative = gaussian(3);
    high.order = 2;
    high.band = Band::high;
    derivative.derivative_y = 1;
    for (const FilterSpec& filter : {high, derivative})
        for (double offset : {0.0, 30000.0}) {
            const Problem p = problem({200, 150, 1}, filter);
            Image in(p.shape, Sample::f32);
            for (std::size_t i = 0; i < p.shape.samples(); ++i)
                in.data<float>()[i] = float(offset + double(i % 200) / 256);
            Image result(p.shape, Sample::f32);
            cpu::Engine engine;
            engine.prepare(p);
            engine.run(in.view(), result.view());
            SCOPED_TRACE(text(p));
            EXPECT_LE(check_result(p, in.view(), std::as_const(result).view(), {}).error, 1e-6);
            result.view().row<float>(20)[30] += 1e-3f;
            EXPECT_FALSE(check_result(p, in.view(), std::as_const(result).view(), {}).passed());
        }
}

// What is wrong beside small samples is found, however large others are.
TEST(ResultCheck, FindsWhatIsWrongFarFromLargeSamples) {
    Problem p = problem({96, 90, 1}, gaussian(2));
    Image in = random_image(p.shape, Sample::f32);
    in.data<float>()[0] = 1e6f;
    const Image truth = reference(p, in.view());
    Image result(p.shape, Sample::f32);
    for (std::size_t i = 0; i < p.shape.samples(); ++i)
        result.data<float>()[i] = float(truth.data<double>()[i]);
    EXPECT_TRUE(check_result(p, in.view(), std::as_const(result).view(), {}).passed());
    result.view().row<float>(70)[60] += 1e-2f;
    const ResultCheck check = check_result(p, in.view(), std::as_const(result).view(), {});
    EXPECT_LE(check.error, check.tolerance) << "beside the largest output nothing is seen";
    EXPECT_FALSE(check.passed());
    EXPECT_NEAR(check.local_error, 1e-2, 2e-3);
    EXPECT_EQ(check.local_x, 60);
    EXPECT_EQ(check.local_y, 70);
}

// An answer of zeros is wrong also where the picture is small.
TEST(ResultCheck, FindsWhatIsWrongInSmallPictures) {
    for (const FilterKind kind : {FilterKind::gaussian, FilterKind::box, FilterKind::sat}) {
        const Problem p = problem({40, 30, 1}, of_kind(kind));
        Image in = random_image(p.shape, Sample::f32);
        for (std::size_t i = 0; i < p.shape.samples(); ++i) in.data<float>()[i] *= 0x1p-120f;
        const Image truth = reference(p, in.view());
        Image result(p.shape, Sample::f32);
        for (std::size_t i = 0; i < p.shape.samples(); ++i)
            result.data<float>()[i] = float(truth.data<double>()[i]);
        SCOPED_TRACE(text(p));
        EXPECT_TRUE(check_result(p, in.view(), std::as_const(result).view(), {}).passed());
        std::fill_n(result.data<float>(), p.shape.samples(), 0.0f);
        EXPECT_NEAR(check_result(p, in.view(), std::as_const(result).view(), {}).error, 1, 1e-6);
    }
}

TEST(ResultCheck, FindsTheWrongPixel) {
    Problem p = problem({40, 30, 2}, gaussian(3));
    const Image in = random_image(p.shape, Sample::f32);
    Image result = reference(p, in.view());
    result.view().row<double>(17)[2 * 11 + 1] += 0.5;
    const ResultCheck check = check_result(p, in.view(), std::as_const(result).view(), {});
    EXPECT_FALSE(check.passed());
    EXPECT_EQ(check.x, 11);
    EXPECT_EQ(check.y, 17);
    EXPECT_NEAR(check.error, 0.5 / check.largest, 1e-12);
    result.view().row<double>(0)[0] = std::nan("");
    EXPECT_FALSE(check_result(p, in.view(), std::as_const(result).view(), {}).passed());
}

// What rounds is named as it is asked for.
TEST(EngineInput, IsSaidToBeRoundedByTheEngineThatDoesSo) {
    for (const auto& [engine, word] : {std::pair{EngineKind::cuda, "cuda"}, {EngineKind::opengl, "opengl"}})
        for (const auto& [sample, what] :
             {std::pair{Sample::f64, "the float64 input is"}, {Sample::u32, "integers of 32 bits are"}}) {
            std::vector<std::string> said;
            const auto say = [&](const std::string& text) { said.push_back(text); };
            const Image input =
                engine_input(random_image({4, 3, 1}, sample), {}, FilterKind::gaussian, engine, say);
            EXPECT_EQ(input.sample(), Sample::f32);
            ASSERT_EQ(said.size(), 1u);
            EXPECT_EQ(said.front(),
                      std::string("the engine ") + word + " works in float32: " + what + " rounded");
        }
}

}  // namespace
}  // namespace sweep::app
