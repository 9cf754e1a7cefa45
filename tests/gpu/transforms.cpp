// Convolution and cascades on the GPU, and the Fourier transform, against the reference.
#include "core/base/error.h"
#include "core/design/taps.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "tests/support/gpu_cases.h"

namespace sweep::test {
namespace {

class GpuTransforms : public GpuCases {
  protected:
    // Each stage of the list has been run and timed, in its order.
    void expect_report(Problem p) {
        on()(p, random_image(p.shape, p.input).view(), Image(p.shape, Sample::f32).view());
        const RunReport& report = engine_->report();
        const std::vector<Stage> expected = stages(p, engine_->block());
        ASSERT_EQ(report.stages.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(report.stages[i].stage.step, expected[i].step);
            EXPECT_EQ(report.stages[i].stage.term, expected[i].term);
            EXPECT_GT(report.stages[i].milliseconds, 0);
        }
        EXPECT_GT(engine_->working_bytes(), 0u);
    }
};

class GpuConvolution : public GpuTransforms {};

// The mirror image of an unsymmetric pair is just more samples, here far beyond the image and back.
TEST_F(GpuConvolution, UnsymmetricMirror) {
    for (int order : {1, 2, 3, 4, 5})
        for (Shape shape : {Shape{1, 1, 1}, Shape{33, 65, 1}, Shape{7, 100, 3}, Shape{130, 2, 4}})
            for (int passes : {1, 2, 3, 4}) {
                Problem p = problem(shape, unsymmetric(order), BoundaryKind::mirror);
                p.passes = passes;
                expect(p, Algorithm::convolution);
            }
}

TEST_F(GpuConvolution, ManyMoreTapsThanSamples) {
    for (BoundaryKind boundary : boundaries_where(is_extended))
        for (Shape shape : {Shape{3, 2, 1}, Shape{33, 65, 1}, Shape{1, 70, 4}})
            expect(problem(shape, gaussian(emulated_ ? 200 : 1000), boundary), Algorithm::convolution);
}

// The convolution with so many taps and no more, sample by sample.
TEST_F(GpuConvolution, ANaNInACornerSpreadsAsFarAsTheFilter) {
    Problem p = problem({120, 100, 1}, gaussian(2));
    p.method.algorithm = Algorithm::convolution;
    expect_nan_stays_in_corners(p);
}

TEST_F(GpuConvolution, CutOff) {
    for (int count : {1, 3, 17, 65, 129}) {
        Problem p = problem({100, 80, 1}, gaussian(9), BoundaryKind::clamp);
        p.method.algorithm = Algorithm::convolution;
        p.method.taps = count;
        const Image in = random_image(p.shape, p.input);
        Image out(p.shape, Sample::f32), want(p.shape, Sample::f64);
        const Taps taps = taps_of(design(p.filter).columns, true, count);
        for (int y = 0; y < p.shape.height; ++y)
            for (int x = 0; x < p.shape.width; ++x) {
                double sum = 0;
                for (int i = 0; i < int(taps.weights.size()); ++i)
                    for (int j = 0; j < int(taps.weights.size()); ++j)
                        sum += taps.weights[std::size_t(i)] * taps.weights[std::size_t(j)] *
                               sample_at(in.view(), std::clamp(y + taps.first + i, 0, p.shape.height - 1),
                                         std::clamp(x + taps.first + j, 0, p.shape.width - 1));
                want.data<double>()[y * p.shape.width + x] = sum;
            }
        on()(p, in.view(), out.view());
        EXPECT_LE(largest_error(out.view(), want.view()), float_tolerance) << count << " taps";
    }
}

// Another sigma needs other taps, more and fewer, in the same plan.
TEST_F(GpuConvolution, OneAfterAnother) {
    for (double sigma : {2.0, 60.0, 0.8, 61.0, 200.0, 2.0})
        expect(problem({150, 90, 1}, gaussian(sigma), BoundaryKind::mirror), Algorithm::convolution);
}

TEST_F(GpuConvolution, ReportsEveryStage) {
    Problem p = problem({300, 200, 1}, gaussian(5));
    p.method.algorithm = Algorithm::convolution;
    for (p.passes = 1; p.passes <= all_passes; ++p.passes) expect_report(p);
}

TEST_F(GpuConvolution, LargeImage) {
    if (emulated_) GTEST_SKIP() << "a large image is for devices";
    expect(problem({2111, 1801, 1}, gaussian(5)), Algorithm::convolution);
}

class GpuCascades : public GpuTransforms {
  protected:
    void expect_cascade(Problem p, const char* terms, double tolerance = float_tolerance) {
        p.method.algorithm = Algorithm::cascade;
        p.method.cascade = *parse_cascade(terms);
        expect_matches({std::string(terms) + " " + text(p), p, tolerance}, on());
    }
    static FilterSpec poles(const std::vector<std::complex<double>>& causal,
                            const std::vector<std::complex<double>>& anticausal = {}) {
        FilterSpec filter = of_kind(FilterKind::iir);
        filter.causal = feedback(causal);
        if (!anticausal.empty()) filter.anticausal = feedback(anticausal);
        return filter;
    }
    static constexpr Shape shapes[] = {{1, 1, 1},   {33, 65, 1}, {64, 96, 1}, {1, 100, 1},
                                       {130, 3, 2}, {31, 40, 3}, {97, 70, 4}};
};

// Those of the paper: the biquintic B-spline and the Gaussian of order 3.
TEST_F(GpuCascades, OfThePaper) {
    for (BoundaryKind boundary : but_reflect101(boundaries_where(is_periodic)))
        for (Shape shape : shapes) {
            expect_cascade(problem(shape, of_kind(FilterKind::bspline5), boundary), "2x5_1");
            for (double sigma : {0.8, 5.0, 50.0, 340.0})
                expect_cascade(problem(shape, gaussian(sigma), boundary), "5_1+4_2");
        }
}

// Each algorithm before and after each, orders in steps of one to four.
TEST_F(GpuCascades, OfAnyTerms) {
    for (BoundaryKind boundary : but_reflect101(boundaries_where(is_periodic)))
        for (Shape shape : {Shape{33, 65, 1}, Shape{64, 96, 1}, Shape{97, 70, 4}}) {
            for (const char* terms : {"5_1+4_1", "4_1+5_1", "2x4_1"})
                expect_cascade(problem(shape, of_kind(FilterKind::bspline5), boundary), terms);
            for (const char* terms : {"4_2+5_1", "5_2+5_1", "4_1+4_2", "5_1+5_2"})
                expect_cascade(problem(shape, gaussian(7), boundary), terms);
            for (const char* terms : {"2x4_2", "5_2+4_2", "4_2+5_2", "2x5_2"})
                expect_cascade(problem(shape, gaussian(7, 4), boundary), terms);
            for (const char* terms : {"5_1+4_2+5_2", "5_3+4_2", "4_1+5_4", "4_4+5_1"})
                expect_cascade(problem(shape, gaussian(7, 5), boundary), terms);
        }
}

TEST_F(GpuCascades, OfHighOrders) {
    using std::polar;
    const FilterSpec eight = poles({0.9, 0.5, -0.4, 0.2, polar(0.9, 0.3), polar(0.8, 1.0)});
    for (BoundaryKind boundary : but_reflect101(boundaries_where(is_periodic)))
        for (const char* terms : {"2x5_4", "5_5+4_3", "4_4+5_3+4_1", "5_3+4_5", "4x5_1+2x4_2", "5_1+4_5+5_2"})
            expect_cascade(problem({70, 45, 2}, eight, boundary), terms, 1e-5);
}

// Beyond the orders of any algorithm by itself. All poles are low-pass: a term that amplifies what another takes away
// again would cost digits.
TEST_F(GpuCascades, OfVeryHighOrders) {
    std::vector<std::complex<double>> all{0.8, 0.3};
    for (int k = 0; k < 7; ++k) all.push_back(std::polar(0.3 + 0.05 * k, 0.1 + 0.1 * k));
    for (BoundaryKind boundary : but_reflect101(boundaries_where(is_periodic))) {
        const Problem p = problem({70, 45, 1}, poles(all), boundary);
        for (const char* terms : {"4x5_4", "5_5+4_4+5_5+4_2", "2x5_1+7x4_2"}) expect_cascade(p, terms, 1e-5);
        expect(p, Algorithm::convolution, 1e-5);
    }
}

// Causal and anticausal pairs need not have the same poles where the image repeats.
TEST_F(GpuCascades, OfUnsymmetricPairs) {
    for (Shape shape : shapes) {
        expect_cascade(problem(shape, poles({0.95, 0.3}, {-0.6, 0.9}), BoundaryKind::repeat), "5_1+4_1");
        expect_cascade(problem(shape, unsymmetric(5), BoundaryKind::repeat), "5_1+4_2+5_2", 1e-5);
    }
}

TEST_F(GpuCascades, OfBytesWithGains) {
    for (int channels : {1, 2, 3, 4}) {
        Problem p = problem({97, 65, channels}, gaussian(5), BoundaryKind::mirror);
        p.input = Sample::u8;
        p.filter.causal_gain = 0.01;
        p.filter.anticausal_gain = -0.3;
        expect_cascade(p, "5_1+4_2");
    }
}

// More blocks in a line than a thread block scans at a time, both ways.
TEST_F(GpuCascades, LongLines) {
    for (BoundaryKind boundary : but_reflect101(boundaries_where(is_periodic)))
        for (Shape shape : {Shape{5003, 33, 1}, Shape{33, 5003, 1}})
            expect_cascade(problem(shape, gaussian(90), boundary), "5_1+4_2");
}

TEST_F(GpuCascades, ConstantImagesStayConstantToTheLastBit) {
    Problem p = problem({127, 61, 1}, gaussian(20), BoundaryKind::mirror);
    p.method.algorithm = Algorithm::cascade;
    p.method.cascade = *parse_cascade("5_1+4_2");
    Image in(p.shape, Sample::f32), out(p.shape, Sample::f32);
    std::fill_n(in.data<float>(), p.shape.samples(), 0.7654321f);
    on()(p, in.view(), out.view());
    EXPECT_EQ(std::memcmp(in.data<float>(), out.data<float>(), in.bytes()), 0);
}

// Another sigma, other terms; and the stages overlapping each other.
TEST_F(GpuCascades, OneAfterAnother) {
    const Image in = random_image({150, 90, 1}, Sample::f32);
    Image first(in.shape(), Sample::f32), again(in.shape(), Sample::f32);
    Problem p = problem(in.shape(), gaussian(12), BoundaryKind::repeat);
    p.method.algorithm = Algorithm::cascade;
    p.method.cascade = *parse_cascade("5_1+4_2");
    on()(p, in.view(), first.view());
    expect_cascade(problem(in.shape(), gaussian(30), BoundaryKind::repeat), "5_1+4_2");
    expect_cascade(problem(in.shape(), gaussian(30), BoundaryKind::mirror), "4_2+5_1");
    on()(p, in.view(), again.view());
    EXPECT_EQ(std::memcmp(first.data<float>(), again.data<float>(), first.bytes()), 0);
    engine_->time_runs(10);
    on()(p, in.view(), again.view());
    EXPECT_EQ(std::memcmp(first.data<float>(), again.data<float>(), first.bytes()), 0);
}

TEST_F(GpuCascades, ReportEveryStage) {
    Problem p = problem({300, 200, 1}, gaussian(5), BoundaryKind::mirror);
    p.method.algorithm = Algorithm::cascade;
    for (const char* terms : {"5_1+4_2", "4_2+5_1"}) {
        p.method.cascade = *parse_cascade(terms);
        expect_report(p);
    }
}

TEST_F(GpuCascades, RefuseWhatWouldBeAnotherFilter) {
    Problem p = problem({16, 16, 1}, gaussian(2), BoundaryKind::repeat);
    p.method.algorithm = Algorithm::cascade;
    p.method.cascade = *parse_cascade("5_1+4_2");
    engine_->prepare(p);
    for (BoundaryKind boundary : boundaries_where(is_periodic, false)) {
        p.boundary = {boundary, {0.5}};
        EXPECT_THROW(engine_->prepare(p), Error);
    }
}

class GpuFourier : public GpuTransforms {
  protected:
    void SetUp() override {
        GpuTransforms::SetUp();
        if (IsSkipped()) return;
        Problem p = problem({8, 8, 1}, gaussian(2), BoundaryKind::repeat);
        p.method.algorithm = Algorithm::fft;
        try {
            engine_->prepare(p);
        } catch (const Error& error) {
            if (error.code() != ExitCode::no_engine) throw;
            EXPECT_NE(std::string(error.what()).find("libcufft"), std::string::npos) << error.what();
            GTEST_SKIP() << error.what();
        }
    }
};

// Each length is transformed in another way: powers of two, products of small primes, primes.
TEST_F(GpuFourier, Lengths) {
    for (BoundaryKind boundary : boundaries_where(is_periodic))
        for (int width : {1, 2, 3, 4, 31, 32, 97, 100, 127, 128, 210})
            for (int height : {1, 2, 3, 37, 64, 101})
                expect(problem({width, height, 1 + (width + height) % 4}, gaussian(3), boundary),
                       Algorithm::fft);
    if (emulated_) return;  // long primes are for libraries
    for (Shape shape : {Shape{8191, 3, 1}, Shape{3, 10007, 1}, Shape{1, 10007, 1}, Shape{1021, 509, 1}})
        expect(problem(shape, unsymmetric(3), BoundaryKind::repeat), Algorithm::fft);
}

TEST_F(GpuFourier, PassesChannelsAndBytes) {
    for (BoundaryKind boundary : boundaries_where(is_periodic))
        for (int channels : {1, 2, 3, 4})
            for (int passes : {1, 2, 3, 4})
                for (Sample sample : {Sample::f32, Sample::u8}) {
                    Problem p = problem({97, 65, channels}, unsymmetric(3), boundary);
                    p.filter.causal_gain = 0.02;
                    p.filter.anticausal_gain = 0.3;
                    p.passes = passes;
                    p.input = sample;
                    expect(p, Algorithm::fft);
                }
}

TEST_F(GpuFourier, UnsymmetricMirror) {
    for (int order : {1, 2, 3, 4, 5})
        for (Shape shape : {Shape{1, 1, 1}, Shape{33, 65, 1}, Shape{130, 2, 4}})
            expect(problem(shape, unsymmetric(order), BoundaryKind::mirror), Algorithm::fft);
}

// Less the first pixel, a constant image is nothing.
TEST_F(GpuFourier, ConstantImagesStayConstantToTheLastBit) {
    Problem p = problem({127, 61, 1}, gaussian(20), BoundaryKind::mirror);
    p.method.algorithm = Algorithm::fft;
    Image in(p.shape, Sample::f32), out(p.shape, Sample::f32);
    std::fill_n(in.data<float>(), p.shape.samples(), 0.7654321f);
    on()(p, in.view(), out.view());
    EXPECT_EQ(std::memcmp(in.data<float>(), out.data<float>(), in.bytes()), 0);
}

TEST_F(GpuFourier, ReportsEveryStage) {
    Problem p = problem({300, 200, 1}, gaussian(5), BoundaryKind::mirror);
    p.method.algorithm = Algorithm::fft;
    expect_report(p);
}

TEST_F(GpuFourier, RefusesWhatIsNotPeriodic) {
    for (BoundaryKind boundary : boundaries_where(is_periodic, false)) {
        Problem p = problem({16, 16, 1}, gaussian(2), boundary);
        p.method.algorithm = Algorithm::fft;
        EXPECT_THROW(engine_->prepare(p), Error);
    }
}

}  // namespace
}  // namespace sweep::test
