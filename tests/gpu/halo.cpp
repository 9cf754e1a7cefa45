// Algorithm `halo`: filters that forget fast, in blocks with a halo.
#include "core/families/halo.h"

#include "core/design/design.h"
#include "gpu/device/half.h"
#include "tests/support/gpu_cases.h"

namespace sweep::test {
namespace {

// What float32 makes of such filters, of their largest output.
constexpr double halo_tolerance = 1e-6;

FilterSpec exponential(double alpha) {
    FilterSpec f = of_kind(FilterKind::exponential);
    f.alpha = alpha;
    return f;
}

// Different poles in all directions: causal and anticausal, of rows and of columns.
FilterSpec two_sided() {
    FilterSpec f = of_kind(FilterKind::iir);
    f.causal = feedback({0.4, -0.3});
    f.anticausal = feedback({-0.35, 0.2});
    return f;
}
FilterSpec gaussian_by_axis(double sigma, double sigma_y) {
    FilterSpec f = gaussian(sigma);
    f.sigma_y = sigma_y;
    return f;
}

std::vector<FilterSpec> filters() {
    return {of_kind(FilterKind::bspline3),
            exponential(0.6),
            exponential(0.5),
            of_kind(FilterKind::bspline5),
            two_sided(),
            gaussian(0.5),
            gaussian(1),
            gaussian(1.4),
            gaussian_by_axis(0.6, 1.2)};
}

class Halo : public GpuCases {
  protected:
    static Problem by_halo(Problem p) {
        p.method.algorithm = Algorithm::halo;
        return p;
    }
    void expect(const Problem& p) { GpuCases::expect(p, Algorithm::halo, halo_tolerance); }
};

// One pixel, less than a halo, less than a tile, parts of tiles, and rows that are no whole words.
TEST_F(Halo, MatchesTheReference) {
    int k = 0;
    for (Shape shape :
         {Shape{1, 1, 1}, Shape{4, 4, 1}, Shape{5, 3, 1}, Shape{37, 150, 1}, Shape{104, 96, 1},
          Shape{252, 251, 1}, Shape{251, 252, 1}, Shape{1, 300, 1}, Shape{300, 1, 1}, Shape{416, 130, 1}})
        for (BoundaryKind boundary : but_reflect101(boundaries_where(is_extended)))
            for (const FilterSpec& filter : filters()) {
                if (emulated_ && shape.pixels() > 30 && k++ % 5 != 0) continue;
                expect(problem(shape, filter, boundary));
            }
}

// Each tile that an order has is taken for some size.
TEST_F(Halo, LargeImages) {
    if (emulated_) GTEST_SKIP() << "too large to emulate";
    for (Shape shape : {Shape{1023, 517, 1}, Shape{1024, 1024, 1}, Shape{1920, 1080, 1}, Shape{2048, 2048, 1},
                        Shape{2047, 2047, 1}, Shape{4096, 4096, 1}, Shape{4095, 2000, 1}})
        for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::mirror})
            for (const FilterSpec& filter : filters()) expect(problem(shape, filter, boundary));
}

// Images of bytes, of one to four channels, and in textures.
std::vector<Problem> pictures(Shape plane, const FilterSpec& filter, BoundaryKind boundary) {
    std::vector<Problem> all;
    for (int channels = 1; channels <= 4; ++channels)
        for (Sample sample : {Sample::u8, Sample::f32})
            for (bool linear : {false, true}) {
                if (sample == Sample::f32 && (linear || channels == 1)) continue;
                Problem p = problem({plane.width, plane.height, channels}, filter, boundary);
                p.input = sample;
                p.linear = linear;
                all.push_back(p);
                if (channels < 4) continue;
                p.method.memory = Memory::texture;
                all.push_back(p);
            }
    return all;
}

TEST_F(Halo, TakesPicturesOfEveryKind) {
    int k = 0;
    for (Shape plane :
         {Shape{1, 1}, Shape{3, 5}, Shape{37, 150}, Shape{104, 16}, Shape{209, 63}, Shape{300, 1}})
        for (BoundaryKind boundary : but_reflect101(boundaries_where(is_extended)))
            for (const FilterSpec& filter : filters())
                for (const Problem& p : pictures(plane, filter, boundary)) {
                    if (emulated_ && plane.pixels() > 15 && k++ % 41 != 0) continue;
                    expect(p);
                }
}

// Every sample is the float32 answer's nearest float16, in linear memory and in a texture, of an odd width too.
TEST_F(Halo, RoundsToFloat16Once) {
    for (Shape shape : {Shape{37, 21, 4}, Shape{120, 33, 4}})
        for (Sample sample : {Sample::u8, Sample::f32})
            for (Memory memory : {Memory::linear, Memory::texture}) {
                Problem p = by_halo(problem(shape, gaussian(1)));
                p.input = sample;
                p.method.memory = memory;
                SCOPED_TRACE(text(p));
                const Image in = random_image(p.shape, p.input);
                Image exact(p.shape, output_sample(p));
                on()(p, in.view(), exact.view());
                p.method.half_result = true;
                Image halves(p.shape, output_sample(p));
                on()(p, in.view(), halves.view());
                std::size_t wrong = 0;
                for (std::size_t i = 0; i < p.shape.samples(); ++i)
                    wrong += halves.data<std::uint16_t>()[i] != gpu::half_bits(exact.data<float>()[i]);
                EXPECT_EQ(wrong, 0u);
            }
}

TEST_F(Halo, LargePictures) {
    if (emulated_) GTEST_SKIP() << "too large to emulate";
    for (Shape plane : {Shape{1023, 517}, Shape{1920, 1080}})
        for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::mirror})
            for (const FilterSpec& filter : {gaussian(1)})
                for (const Problem& p : pictures(plane, filter, boundary)) expect(p);
}

TEST_F(Halo, StopsAfterAnyPass) {
    for (int passes = 1; passes < all_passes; ++passes)
        for (BoundaryKind boundary : but_reflect101(boundaries_where(is_extended)))
            for (const FilterSpec& filter : {of_kind(FilterKind::bspline3), gaussian(1)}) {
                Problem p = problem({53, 61, 1}, filter, boundary);
                p.passes = passes;
                expect(p);
            }
}

TEST_F(Halo, TakesTwoBoundaries) {
    int k = 0;
    for (BoundaryKind rows : but_reflect101(boundaries_where(is_extended)))
        for (BoundaryKind columns : but_reflect101(boundaries_where(is_extended))) {
            if (emulated_ && k++ % 3 != 0) continue;
            Problem p = problem({61, 53, 1}, of_kind(FilterKind::bspline5), rows);
            p.boundary_y = Boundary{columns, {}};
            if (columns == BoundaryKind::constant) p.boundary_y->value = {0.75};
            if (columns != rows && (columns == BoundaryKind::zero || columns == BoundaryKind::constant) &&
                (rows == BoundaryKind::zero || rows == BoundaryKind::constant))
                continue;  // two constants
            expect(p);
        }
}

TEST_F(Halo, ConstantImagesStayConstantToTheLastBit) {
    for (BoundaryKind boundary : but_reflect101(boundaries_where(keeps_constants)))
        for (const FilterSpec& filter : filters())
            for (Shape shape : {Shape{117, 89, 1}, Shape{120, 89, 1}}) {
                const Problem p = by_halo(problem(shape, filter, boundary));
                SCOPED_TRACE(text(p));
                Image in(p.shape, Sample::f32), out(p.shape, Sample::f32);
                std::fill_n(in.data<float>(), p.shape.samples(), 0.7654321f);
                engine_->prepare(p);
                engine_->run(in.view(), out.view());
                EXPECT_EQ(std::memcmp(in.data<float>(), out.data<float>(), in.bytes()), 0);
            }
}

// The four samples of which one is the datum are as large as each other.
TEST_F(Halo, FindsOneDatum) {
    const Problem p = by_halo(problem({120, 60, 1}, of_kind(FilterKind::bspline3)));
    Image in = random_image(p.shape, p.input), out(p.shape, Sample::f32);
    in.data<float>()[0] = in.data<float>()[60 * 120 - 1] = -0.5f;
    in.data<float>()[119] = in.data<float>()[59 * 120] = 0.5f;
    engine_->prepare(p);
    engine_->run(in.view(), out.view());
    const Image truth = reference(p, in.view());
    EXPECT_LT(largest_error(out.view(), truth.view()), halo_tolerance);
}

TEST_F(Halo, ANaNInACornerSpreadsAsFarAsTheFilter) {
    expect_nan_stays_in_corners(by_halo(problem({120, 60, 1}, of_kind(FilterKind::bspline3))));
}

// A single large sample leaves the others their digits, wherever it stands in a tile.
TEST_F(Halo, KeepsTheDigitsBesideALargeSample) {
    for (int at : {0, 50, 103, 39 * 120}) {
        const Problem p = by_halo(problem({120, 60, 1}, of_kind(FilterKind::bspline3)));
        Image in(p.shape, Sample::f32), out(p.shape, Sample::f32);
        std::fill_n(in.data<float>(), p.shape.samples(), 0.f);
        in.data<float>()[at] = 1000;
        engine_->prepare(p);
        engine_->run(in.view(), out.view());
        // As far away as 40 samples the response has died away.
        const int far = (59 * 120 + (at % 120 < 60 ? 119 : 0));
        EXPECT_EQ(out.data<float>()[far], 0);
    }
}

// The numbers of the passes change from run to run, and so may the tile.
TEST_F(Halo, AdoptsAnotherSigma) {
    for (double sigma : {0.5, 1.0, 1.4, 0.7}) expect(problem({130, 61, 1}, gaussian(sigma)));
}

TEST_F(Halo, RunsAreRepeatable) {
    expect_same_bits(by_halo(problem({251, 155, 1}, gaussian(1))), emulated_ ? 2 : 100);
}

TEST_F(Halo, ReportsItsStage) {
    const Problem p = by_halo(problem({40, 30, 1}, gaussian(1)));
    const Image in = random_image(p.shape, p.input);
    Image out(p.shape, Sample::f32);
    engine_->prepare(p);
    engine_->run(in.view(), out.view());
    ASSERT_EQ(engine_->report().stages.size(), 1u);
    EXPECT_EQ(engine_->report().stages[0].stage.bytes(), 2 * 4 * 40 * 30u);
}

TEST_F(Halo, RefusesFiltersThatRememberLonger) {
    const std::string reason = why_not(by_halo(problem({40, 30, 1}, gaussian(5))), EngineKind::cuda);
    EXPECT_NE(reason.find("forget within 21 samples"), std::string::npos) << reason;
    EXPECT_NE(why_not(by_halo(problem({40, 30, 1}, gaussian(1), BoundaryKind::none)), EngineKind::cuda)
                  .find("boundaries zero"),
              std::string::npos);
    EXPECT_NE(why_not(by_halo(problem({40, 30, 1}, gaussian(1, 5))), EngineKind::cuda).find("orders 1 to 3"),
              std::string::npos);
}

// `auto` takes it while sigma is small, and another algorithm as soon as the filter remembers longer.
TEST_F(Halo, AutoChoosesItWhereItWins) {
    for (double sigma : {0.8, 5.0, 1.0}) {
        const Problem p = problem({130, 61, 1}, gaussian(sigma));
        expect_matches({text(p), p, float_tolerance}, on());
        EXPECT_EQ(engine_->resolved().method.algorithm == Algorithm::halo, sigma < 2);
    }
    gpu::Tuning without;
    without.short_memories.clear();
    engine_->set_tuning(without);
    engine_->prepare(problem({130, 61, 1}, gaussian(1)));
    EXPECT_EQ(engine_->resolved().method.algorithm, Algorithm::alg7);
}

// ---- Filters with zeros, by the taps of their response --------------------------------------------------

FilterSpec with_zeros(double accuracy, double sigma, int derivative_x = 0) {
    FilterSpec f = gaussian(sigma);
    f.accuracy = accuracy;
    f.derivative_x = derivative_x;
    return f;
}

// Of every width of halo, along both axes alike and not, of responses that are even and odd; one sample, less than a
// halo, parts of tiles.
std::vector<FilterSpec> short_responses() {
    FilterSpec two = with_zeros(3e-4, 0.6);
    two.sigma_y = 1.8;
    return {with_zeros(3e-4, 1), with_zeros(1.4e-2, 1),    with_zeros(3e-4, 1.5), with_zeros(3e-4, 2),
            with_zeros(3e-4, 3), with_zeros(3e-4, 1.2, 1), with_zeros(6e-6, 1),   two};
}
constexpr std::array boundaries_of_zeros{BoundaryKind::clamp, BoundaryKind::mirror, BoundaryKind::repeat};

TEST_F(Halo, TakesFiltersWithZeros) {
    int k = 0;
    for (Shape shape : {Shape{1, 1, 1}, Shape{5, 3, 1}, Shape{37, 150, 1}, Shape{113, 65, 1},
                        Shape{300, 1, 1}, Shape{259, 130, 1}})
        for (BoundaryKind boundary : boundaries_of_zeros)
            for (const FilterSpec& filter : short_responses()) {
                if (emulated_ && shape.pixels() > 300 && k++ % 5 != 0) continue;
                if (shape.width == 1 && filter.derivative_x > 0) continue;  // nothing is left
                expect(problem(shape, filter, boundary));
            }
}

TEST_F(Halo, LargeImagesUnderFiltersWithZeros) {
    if (emulated_) GTEST_SKIP() << "too large to emulate";
    for (Shape shape : {Shape{1023, 517, 1}, Shape{1920, 1080, 1}, Shape{2048, 2048, 1}})
        for (const FilterSpec& filter : short_responses())
            expect(problem(shape, filter, BoundaryKind::mirror));
}

TEST_F(Halo, FiltersWithZerosHaveTwoBoundariesAndADatum) {
    Problem p = by_halo(problem({140, 70, 1}, with_zeros(3e-4, 2), BoundaryKind::repeat));
    p.boundary_y = Boundary{BoundaryKind::mirror, {}};
    expect(p);
    Image in(p.shape, Sample::f32), out(p.shape, Sample::f32);
    std::fill_n(in.data<float>(), p.shape.samples(), 0.7654321f);
    on()(p, in.view(), out.view());
    EXPECT_EQ(std::memcmp(in.data<float>(), out.data<float>(), in.bytes()), 0) << "a constant stays itself";
    p.boundary_y.reset();
    expect_nan_stays_in_corners(by_halo(problem({140, 90, 1}, with_zeros(3e-4, 1))));
}

TEST_F(Halo, AutoChoosesItForFiltersWithZeros) {
    const auto takes_halo = [&](double sigma, BoundaryKind boundary) {
        engine_->prepare(problem({130, 61, 1}, with_zeros(3e-4, sigma), boundary));
        return engine_->resolved().method.algorithm == Algorithm::halo;
    };
    EXPECT_TRUE(takes_halo(1, BoundaryKind::mirror));
    EXPECT_FALSE(takes_halo(5, BoundaryKind::mirror)) << "too long";
    EXPECT_FALSE(takes_halo(1, BoundaryKind::zero)) << "constants outside";
}

// Each width of strips, bytes that are looked up and bytes that stand for b / 255, in memory and in textures.
TEST_F(Halo, TakesBytesUnderFiltersWithZeros) {
    int k = 0;
    for (Shape plane : {Shape{3, 5}, Shape{37, 150}, Shape{209, 63}, Shape{300, 1}})
        for (BoundaryKind boundary : boundaries_of_zeros)
            for (const FilterSpec& filter : short_responses())
                for (const Problem& p : pictures(plane, filter, boundary)) {
                    if (p.input != Sample::u8 || filter.derivative_x > 0) continue;
                    if (emulated_ && plane.pixels() > 15 && k++ % 23 != 0) continue;
                    expect(p);
                }
}

TEST_F(Halo, AutoChoosesItForBytesUnderFiltersWithZeros) {
    const auto takes_halo = [&](int channels, double sigma, int derivative_x = 0) {
        Problem p = problem({130, 61, channels}, with_zeros(3e-4, sigma, derivative_x));
        p.input = Sample::u8;
        engine_->prepare(p);
        return engine_->resolved().method.algorithm == Algorithm::halo;
    };
    EXPECT_TRUE(takes_halo(4, 0.8));
    EXPECT_TRUE(takes_halo(4, 2.5));
    EXPECT_FALSE(takes_halo(4, 5)) << "too long";
    EXPECT_FALSE(takes_halo(1, 0.8)) << "7 is as fast";
    EXPECT_FALSE(takes_halo(4, 0.8, 1)) << "a derivative";
}

// One plan goes on with another sigma, whose tiles are others, and is left for a filter without zeros.
TEST_F(Halo, GoesFromZerosToPolesAlone) {
    for (const FilterSpec& filter : {with_zeros(3e-4, 1), with_zeros(3e-4, 2), gaussian(1),
                                     with_zeros(1.4e-2, 1), of_kind(FilterKind::bspline3)})
        expect(problem({120, 60, 1}, filter));
}

}  // namespace
}  // namespace sweep::test
