// Every result is right or is refused: the reference where poles are slow, the engines' own estimates of
// their error, and random filters of every kind against the reference.
#include "core/problem/accuracy.h"

#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "cpu/engine.h"
#include "tests/support/accuracy.h"

namespace sweep::test {
namespace {

// The two-sided response is g / (1 + a) a^|k|, where a = 1 - g is the pole of both passes. It is summed over
// the line as the boundary continues it.
std::vector<long double> two_sided_exponential(const std::vector<double>& x, double pole, bool clamps) {
    const long double a = pole, g = 1 - a, h = g / (1 + a);
    const int n = int(x.size());
    std::vector<long double> y(x.size());
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) y[std::size_t(i)] += h * std::pow(a, std::abs(i - j)) * x[std::size_t(j)];
        if (clamps)  // The first and the last sample stand there endlessly often.
            y[std::size_t(i)] +=
                h / g * (std::pow(a, i + 1) * x[0] + std::pow(a, n - i) * x[std::size_t(n - 1)]);
    }
    return y;
}

TEST(Reference, IsExactForPolesAsSlowAsAnyThatIsAccepted) {
    for (double gap : {1e-5, 1e-6, 1e-7, 1e-8, 1e-10, 1e-11})
        for (BoundaryKind boundary : {BoundaryKind::zero, BoundaryKind::clamp}) {
            Problem p = problem({1, 40, 1}, of_poles({1 - gap}), boundary);
            p.input = Sample::f64;
            p.passes = 2;
            SCOPED_TRACE(text(p) + " 1 - pole " + std::to_string(gap * 1e12) + "e-12");
            const Image in = random_image(p.shape, p.input, 5);
            const std::vector<double> x(in.data<double>(), in.data<double>() + 40);
            const std::vector<long double> want =
                two_sided_exponential(x, 1 - gap, boundary == BoundaryKind::clamp);
            const Image got = reference(p, in.view());
            for (std::size_t i = 0; i < x.size(); ++i)
                EXPECT_NEAR(got.data<double>()[i] / double(want[i]), 1, 1e-11);
        }
}

// `input` is an image, or the seed of a random one.
template <class Input>
double error_of(const Problem& p, const Input& input) {
    cpu::Engine engine;
    return error_on(p, input, [&](ConstImageView in, ImageView out) {
        engine.prepare(p);
        engine.run(in, out);
    });
}

TEST(Accuracy, ResonantFiltersAreRightOnSmoothImages) {
    expect_smooth_images_right({256, 200, 1},
                               [](const Problem& p, const Image& in) { return error_of(p, in); });
}

// By name they get blocks, whose error is known beforehand.
TEST(Accuracy, OfBlocksIsKnownOnSmoothImages) {
    for (const std::vector<double>& feedback : resonant_feedback) {
        FilterSpec filter = of_kind(FilterKind::iir);
        filter.causal = feedback;
        Problem p = problem({256, 200, 1}, filter, BoundaryKind::clamp);
        p.method.algorithm = Algorithm::alg7;
        ASSERT_EQ(why_not(p, EngineKind::cpu), "");
        EXPECT_LE(error_of(p, ramp(p.shape, true)), 10 * expected_error(p)) << feedback[0];
    }
}

// A high-pass filter and a derivative have next to no output where an image is smooth, and are not refused there.
TEST(Accuracy, OfFiltersThatTakeConstantsOutIsThatOfTheirPassBand) {
    FilterSpec high = of_kind(FilterKind::butterworth);
    high.band = Band::high;
    for (double cutoff : {0.01, 0.1, 0.3}) {
        high.cutoff = cutoff;
        EXPECT_LE(expected_error(problem({256, 200, 1}, high)), tried_tolerance({})) << cutoff;
    }
    for (double sigma : {1.0, 5.0, 20.0, 100.0})
        for (int order : {1, 2}) {
            FilterSpec derivative = gaussian(sigma);
            derivative.derivative_x = order;
            EXPECT_LE(expected_error(problem({256, 200, 1}, derivative)), tried_tolerance({})) << sigma;
        }
}

// At this cutoff odd orders have a pole at 5.6e-17, whose residue is 1e16.
TEST(Accuracy, ButterworthAtAQuarterIsRightUnderMirror) {
    for (int order : {1, 2, 3, 5, 7})
        for (double cutoff : {0.25, 0.24999999, 0.24995, 0.2499, 0.249})
            for (Band band : {Band::low, Band::high})
                for (Sample sample : {Sample::f32, Sample::f64}) {
                    FilterSpec f = of_kind(FilterKind::butterworth);
                    f.order = order;
                    f.cutoff = cutoff;
                    f.band = band;
                    Problem p = problem({33, 40, 1}, f, BoundaryKind::mirror);
                    p.input = sample;
                    SCOPED_TRACE(text(p) + " " + std::to_string(cutoff));
                    EXPECT_LE(error_of(p, 3), sample == Sample::f32 ? 1e-6 : 1e-9);
                    p.method.algorithm = Algorithm::parallel;
                    if (why_not(p, EngineKind::cpu).empty()) {
                        EXPECT_LE(error_of(p, 3), largest_block_error);
                    }
                }
    FilterSpec f = of_kind(FilterKind::butterworth);
    f.cutoff = 0.25;
    Problem p = problem({33, 40, 1}, f, BoundaryKind::mirror);
    p.method.algorithm = Algorithm::parallel;
    EXPECT_NE(why_not(p, EngineKind::cpu).find("loses the digits"), std::string::npos);
    EXPECT_NE(why_not(p, EngineKind::cuda).find("loses the digits"), std::string::npos);
}

// Such lines have nothing of what these filters pass, and the outputs are nothing but rounding.
TEST(Accuracy, FiltersThatTakeConstantsOutRunOnLinesOfFewSamples) {
    for (const auto& [band, cutoff, high] : {std::tuple{Band::high, 0.25, 0.0}, {Band::pass, 0.1, 0.2}})
        for (BoundaryKind boundary : all_boundaries())
            for (int width : {1, 2, 3})
                for (Sample sample : {Sample::f32, Sample::f64}) {
                    FilterSpec f = of_kind(FilterKind::butterworth);
                    f.order = 4, f.band = band, f.cutoff = cutoff, f.cutoff_high = high;
                    f.axes = Axes::x;
                    Problem p = problem({width, 7, 1}, f, boundary);
                    p.input = sample;
                    SCOPED_TRACE(text(p) + " " + std::to_string(width));
                    EXPECT_EQ(why_not(p, EngineKind::cpu), "");
                }
}

TEST(Accuracy, PolesThatGatherNearMinusOneAreRight) {
    for (const std::vector<std::complex<double>>& poles : {std::vector<std::complex<double>>{-.9, -.88, -.86},
                                                           {-.9, -.89, -.88, -.87},
                                                           {-.97, -.96, -.95, -.94},
                                                           {-.999, -.998, -.997},
                                                           {std::polar(.99, 3.0), std::polar(.99, 2.9)}})
        for (BoundaryKind boundary : all_boundaries()) {
            const Problem p = problem({127, 127, 1}, of_poles(poles), boundary);
            SCOPED_TRACE(text(p));
            try {
                EXPECT_LE(error_of(p, 4), float32_tolerance);
            } catch (const Error&) {
                EXPECT_GT(resonance(p.filter), beyond_double);
            }
        }
}

TEST(Accuracy, ResonantPolesAreRightOnLinesOfAnyLength) {
    for (int n : {2, 3, 17, 64, 100, 333})
        for (double radius : {0.99, 0.999, 0.9995})
            for (double angle : {0.1, 1.0, 1.5707, 2.5})
                for (BoundaryKind boundary : all_boundaries()) {
                    const Problem p =
                        problem({n, n / 2 + 1, 1},
                                of_poles({std::polar(radius, angle), std::polar(0.99, 0.7), 0.3}), boundary);
                    SCOPED_TRACE(text(p) + " radius " + std::to_string(radius) + " angle " +
                                 std::to_string(angle));
                    // On a line of two samples a plain recurrence loses as much.
                    EXPECT_LE(error_of(p, 6), n > 2 ? float32_tolerance : 2 * float32_tolerance);
                }
}

// The response at half the sampling rate is 10^14 times that to a constant. A mirrored line has nothing at
// that frequency, but rounding errors have, and those of a smooth image are all that is left there.
TEST(Accuracy, OfAPoleNextToMinusOneIsRightOrRefusedUnderMirror) {
    int refused = 0;
    for (double gap : {1e-2, 1e-3, 3e-4, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8})
        for (Shape shape : {Shape{33, 65, 1}, {300, 100, 1}, {64, 64, 1}})
            for (int times : {1, 2}) {
                const Problem p =
                    problem(shape, of_poles(std::vector<std::complex<double>>(std::size_t(times), gap - 1)),
                            BoundaryKind::mirror);
                SCOPED_TRACE(text(p) + " 1 + pole " + std::to_string(gap * 1e9) + "e-9");
                try {
                    EXPECT_LE(error_of(p, 4), float32_tolerance);
                } catch (const Error&) {
                    EXPECT_LE(gap, times == 1 ? 1e-4 : 1e-2);
                    ++refused;
                }
            }
    EXPECT_GT(refused, 0);
}

// The error of direct feedback with coefficients rounded to float is estimated: the realisation is there to
// show it.
TEST(Accuracy, OfDirectFeedbackIsKnown) {
    Problem p = problem({300, 300, 1}, gaussian(5), BoundaryKind::clamp);
    p.method.algorithm = Algorithm::alg7;
    p.method.realisation = Realisation::direct;
    for (double sigma : {3.0, 10.0, 30.0}) {
        p.filter.sigma = sigma;
        const double known = expected_error(p), error = error_of(p, 9);
        EXPECT_LT(error, 50 * known) << sigma;
        EXPECT_GT(error, known / 50) << sigma;
    }
}

// The estimates tell good realisations from bad ones before anything runs.
TEST(Accuracy, IsKnownBeforeAnythingRuns) {
    const AxisDesign gaussian5 = design(gaussian(5)).columns,
                     clustered = design(of_poles({-.999, -.998, -.997})).columns;
    for (BoundaryKind boundary : all_boundaries()) {
        EXPECT_LE(block_error(gaussian5, Realisation::delta, boundary, 100), 1e-6);
        EXPECT_LE(line_error(gaussian5, boundary, 100), 1e-12);
    }
    EXPECT_GE(block_error(clustered, Realisation::delta, BoundaryKind::clamp, 127), 1e-4);
    FilterSpec f = of_kind(FilterKind::butterworth);
    f.cutoff = 0.25;
    EXPECT_GE(block_error(design(f).columns, Realisation::parallel, BoundaryKind::mirror, 40), 1);
}

// The usual filters stay with the fast algorithms: no check of accuracy costs them their speed.
TEST(Accuracy, UsualFiltersStayInBlocks) {
    for (BoundaryKind boundary : all_boundaries()) {
        const EngineKind engine = turns_on_sample(boundary) ? EngineKind::cpu : EngineKind::cuda;
        for (double sigma : {0.5, 5.0, 340.0, 8192.0})
            EXPECT_NE(resolved(problem({1000, 700, 1}, gaussian(sigma), boundary), engine).method.algorithm,
                      Algorithm::rt64);
        if (runs_back(boundary)) continue;  // feeds forward
        for (FilterKind kind : classics())
            for (int order : {1, 2, 3, 4})
                for (double cutoff : {0.02, 0.1, 0.25}) {
                    FilterSpec f = of_kind(kind);
                    f.order = order;
                    f.cutoff = cutoff;
                    const Problem p = problem({1000, 700, 1}, f, boundary);
                    EXPECT_EQ(resolved(p, EngineKind::cuda).method.algorithm, Algorithm::alg7)
                        << text(p) << " cutoff " << cutoff;
                }
    }
}

TEST(Accuracy, EveryFilterIsRightOrRefused) {
    expect_right_or_refused({Sample::f32, Sample::f64}, 400, error_of<unsigned>);
}

}  // namespace
}  // namespace sweep::test
