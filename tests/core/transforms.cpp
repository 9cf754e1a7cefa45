// The host's part of convolution, Fourier transform and cascades: taps, names, bytes.
#include "core/base/error.h"
#include "core/design/taps.h"
#include "core/design/transfer.h"
#include "core/families/algorithms.h"
#include "core/families/published/cascade.h"
#include "core/plan/planner.h"
#include "core/stages/stages.h"
#include "tests/support/cases.h"

namespace sweep::test {
namespace {

TEST(Taps, OfASymmetricFilterAreSymmetric) {
    for (double sigma : {0.8, 5.0, 100.0}) {
        const Taps taps = taps_of(design(gaussian(sigma)).columns, true, 0);
        const std::size_t n = taps.weights.size();
        ASSERT_EQ(n % 2, 1u);
        EXPECT_EQ(taps.first, -int(n / 2));
        double sum = 0, variance = 0;
        for (std::size_t i = 0; i < n; ++i) {
            EXPECT_NEAR(taps.weights[i], taps.weights[n - 1 - i], 1e-15);
            sum += taps.weights[i];
            variance += taps.weights[i] * std::pow(double(i) - double(n / 2), 2);
        }
        EXPECT_NEAR(sum, 1, 1e-8);
        EXPECT_NEAR(variance / (sigma * sigma), 1, 1e-5);
        EXPECT_LT(double(n), 40 * sigma + 10);
    }
}

// y_i = 0.5 x_i + 0.5 y_{i-1} has the tap 0.5^(k+1) for the sample k before; backwards the poles are 0.25.
TEST(Taps, OfOnePassReachBackOnly) {
    FilterSpec filter = of_kind(FilterKind::iir);
    filter.causal = {-0.5};
    filter.anticausal = {-0.25};
    const Taps down = taps_of(design(filter).columns, false, 0);
    EXPECT_EQ(down.first, 1 - int(down.weights.size()));
    for (std::size_t k = 0; k < down.weights.size(); ++k)
        EXPECT_DOUBLE_EQ(down.weights[down.weights.size() - 1 - k], std::pow(0.5, double(k) + 1));
    // The taps leave out less than 5e-9 of the response, and not much less.
    EXPECT_GE(down.weights.size(), 27u);
    EXPECT_LE(down.weights.size(), 29u);

    const Taps both = taps_of(design(filter).columns, true, 0);
    const int centre = -both.first;
    const double h0 = 0.5 * 0.75 / (1 - 0.5 * 0.25);
    EXPECT_NEAR(both.weights[std::size_t(centre)], h0, 1e-15);
    EXPECT_NEAR(both.weights[std::size_t(centre) - 1], h0 * 0.5, 1e-15);
    EXPECT_NEAR(both.weights[std::size_t(centre) + 1], h0 * 0.25, 1e-15);
}

TEST(Taps, CutOffKeepTheirMiddle) {
    const AxisDesign axis = design(gaussian(5)).columns;
    const Taps all = taps_of(axis, true, 0), nine = taps_of(axis, true, 9), five = taps_of(axis, false, 9);
    ASSERT_EQ(nine.weights.size(), 9u);
    EXPECT_EQ(nine.first, -4);
    double sum = 0;
    for (int i = -4; i <= 4; ++i) {
        EXPECT_EQ(nine.weights[std::size_t(i + 4)], all.weights[std::size_t(i - all.first)]);
        sum += nine.weights[std::size_t(i + 4)];
    }
    EXPECT_NEAR(nine.response, sum, 1e-15);
    EXPECT_EQ(all.response, 1);
    EXPECT_EQ(five.weights.size(), 5u);
    EXPECT_EQ(five.first, -4);
    EXPECT_EQ(taps_of(axis, true, 100001).weights, all.weights);
}

TEST(Taps, ThatNobodyCouldWaitForAreRefused) {
    FilterSpec slow = of_kind(FilterKind::iir);
    slow.causal = {-(1 - 1e-9)};
    EXPECT_THROW(taps_of(design(slow).columns, true, 0), Error);
    EXPECT_EQ(taps_of(design(slow).columns, true, 33).weights.size(), 33u);
    Problem p = problem({8, 8, 1}, gaussian(5));
    p.method.taps = 8;
    EXPECT_THROW(validate(p), Error);
    p.method.taps = -3;
    EXPECT_THROW(validate(p), Error);
}

TEST(Cascades, HaveNames) {
    using Terms = std::vector<CascadeTerm>;
    EXPECT_EQ(parse_cascade("2x5_1"), (Terms{{5, 1}, {5, 1}}));
    EXPECT_EQ(parse_cascade("5_1+4_2"), (Terms{{5, 1}, {4, 2}}));
    EXPECT_EQ(parse_cascade("4_2+2x5_1+4_8"), (Terms{{4, 2}, {5, 1}, {5, 1}, {4, 8}}));
    for (const char* name : {"", "5", "5_1", "1x5_1", "5_1+", "+5_1", "5_0+5_1", "5_9+5_1", "6_1+5_1", "2x",
                             "x5_1", "0x5_1", "2x5_1 ", "5_1+7", "5_11"})
        EXPECT_FALSE(parse_cascade(name)) << name;
    Problem p;
    p.method.algorithm = Algorithm::cascade;
    for (const char* name : {"2x5_1", "5_1+4_2", "4_2+2x5_1+4_8", "5_1+5_2+5_1"}) {
        p.method.cascade = *parse_cascade(name);
        EXPECT_EQ(algorithm_name(p), name);
    }
}

TEST(Cascades, ShareOutPoles) {
    const auto terms = [](const char* name) { return *parse_cascade(name); };
    const FilterDesign three = design(gaussian(5)), four = design(gaussian(5, 4)),
                       spline = design(of_kind(FilterKind::bspline5));
    EXPECT_EQ(cascade_refusal(three, terms("5_1+4_2")), "");
    EXPECT_EQ(cascade_refusal(spline, terms("2x5_1")), "");
    EXPECT_NE(cascade_refusal(three, terms("2x5_1")).find("order 2"), std::string::npos);
    EXPECT_NE(cascade_refusal(four, terms("2x5_1+4_2")).find("conjugate"), std::string::npos);
    EXPECT_NE(cascade_refusal(three, terms("3x5_1")).find("conjugate"), std::string::npos);

    // The product of the terms is the filter.
    FilterSpec gained = unsymmetric(5);
    gained.causal_gain = 0.3;
    const FilterDesign five = design(gained);
    for (const char* name : {"5_1+4_2+5_2", "4_2+5_1+5_2", "5_3+4_2", "4_4+5_1"}) {
        const std::vector<FilterDesign> parts = cascade_terms(five, terms(name));
        for (double omega : {0.0, 0.1, 1.0, 3.0}) {
            std::complex<double> product = 1;
            for (const FilterDesign& part : parts) product *= transfer(part.rows, true, omega);
            EXPECT_LE(std::abs(product - transfer(five.rows, true, omega)), 1e-12);
        }
        for (std::size_t i = 0; i < parts.size(); ++i) {
            EXPECT_EQ(parts[i].order(), terms(name)[i].order);
            for (double d : parts[i].columns.causal.d) EXPECT_TRUE(std::isfinite(d));
        }
    }
}

// The poles are of both kinds and lie all over the disc of radius 0.9. Their number is as asked for, and
// even.
std::vector<std::complex<double>> many_poles(int order) {
    std::vector<std::complex<double>> poles{0.8, -0.5};
    for (int k = 0; 2 * k + 2 < order; ++k) poles.push_back(std::polar(0.5 + 0.05 * k, 0.3 + 0.35 * k));
    return poles;
}

FilterSpec of_poles(const std::vector<std::complex<double>>& poles) {
    FilterSpec filter = of_kind(FilterKind::iir);
    filter.causal = feedback(poles);
    return filter;
}

// A periodic image that is filtered by one half of the poles and then by the other is filtered by all of
// them.
TEST(HighOrders, AreTwoFiltersOneAfterTheOther) {
    for (int order : {10, 13, 16})
        for (BoundaryKind boundary : boundaries_where(is_periodic)) {
            std::vector<std::complex<double>> all = many_poles(order / 2 * 2);
            if (order % 2 == 1) all.push_back(0.7);
            const std::size_t half = all.size() / 2;
            Problem p = problem({37, 29, 2}, of_poles(all), boundary);
            ASSERT_EQ(design(p.filter).order(), order);
            p.input = Sample::f64;
            const Image in = random_image(p.shape, p.input), want = reference(p, in.view());
            p.filter = of_poles({all.begin(), all.begin() + std::ptrdiff_t(half)});
            const Image between = reference(p, in.view());
            p.filter = of_poles({all.begin() + std::ptrdiff_t(half), all.end()});
            // d_1..d_16 in double determine the poles to about 1e-10.
            EXPECT_LE(largest_error(reference(p, between.view()).view(), want.view()), 1e-8) << order;
        }
}

TEST(HighOrders, AreForSomeAlgorithmsOnly) {
    Problem p = problem({64, 64, 1}, of_poles(many_poles(12)), BoundaryKind::repeat);
    const auto refused_for = [&](Algorithm algorithm, EngineKind engine, const char* orders) {
        p.method.algorithm = algorithm;
        return why_not(p, engine).find(orders) != std::string::npos;
    };
    EXPECT_TRUE(refused_for(Algorithm::alg7, EngineKind::cuda, "orders 1 to 8"));
    for (Algorithm algorithm : {Algorithm::alg4, Algorithm::alg5, Algorithm::rt}) {
        EXPECT_TRUE(refused_for(algorithm, EngineKind::cuda, "orders 1 to 5"));
        EXPECT_TRUE(refused_for(algorithm, EngineKind::cpu, "orders 1 to 8"));
    }
    p.method.algorithm = Algorithm::convolution;
    EXPECT_EQ(why_not(p, EngineKind::cuda), "");
    p.method.algorithm = Algorithm::cascade;
    p.method.cascade = *parse_cascade("5_8+4_4");
    EXPECT_NE(why_not(p, EngineKind::cuda).find("terms of order 1 to 5"), std::string::npos);
    p.method.cascade = *parse_cascade("2x5_4+4_4");
    EXPECT_EQ(why_not(p, EngineKind::cuda), "");
    EXPECT_NE(why_not(p, EngineKind::cpu), "");
    p.method.algorithm = Algorithm::automatic;
    for (BoundaryKind kind : all_boundaries()) {
        p.boundary = {kind, {0.5}};
        EXPECT_EQ(resolved(p, EngineKind::cpu).method.algorithm, Algorithm::rt64);
        EXPECT_EQ(why_not(p, EngineKind::cpu), "");
    }
    p.method.algorithm = Algorithm::cascade;
    p.boundary.kind = BoundaryKind::clamp;
    EXPECT_NE(why_not(p, EngineKind::cuda).find("another filter"), std::string::npos);
}

// If the first 8 of these poles were one term and the others the next, the first term would amplify some
// frequency 4e7 times.
TEST(HighOrders, AreSharedOutSoThatTermsStaySmall) {
    const FilterDesign filter = design(of_poles(many_poles(16)));
    const FilterDesign first = cascade_terms(filter, *parse_cascade("2x5_8")).front();
    double largest = 0;
    for (double omega = 0; omega < 3.1416; omega += 0.01)
        largest = std::max(
            largest, std::abs(transfer(first.columns, true, omega) * transfer(first.rows, true, omega)));
    EXPECT_LT(largest, 10);
}

// The transfer function is the response, transformed by definition.
TEST(Transfer, IsThatOfTheResponse) {
    for (int order : {1, 2, 3, 4, 5}) {
        const AxisDesign axis = design(unsymmetric(order)).columns;
        const std::vector<double> h = impulse_response(axis, 2000);
        for (double omega : {0.0, 0.01, 0.5, 3.1}) {
            std::complex<double> sum = 0;
            for (int i = -2000; i <= 2000; ++i) sum += h[std::size_t(i + 2000)] * std::polar(1.0, -omega * i);
            EXPECT_LE(std::abs(sum - transfer(axis, true, omega)), 1e-10) << order << " " << omega;
        }
    }
}

// [N11]: in a cascade, each term but the first saves its first reading: 2x5_1 moves 2 (3 + 22/b) - 1 images.
TEST(TransformStages, OfCascadesSpareAReading) {
    const int b = 32;
    Problem p = problem({320, 256, 1}, of_kind(FilterKind::bspline5), BoundaryKind::repeat);
    const std::uint64_t image = 4 * p.shape.samples();
    p.method.algorithm = Algorithm::cascade;
    p.method.cascade = *parse_cascade("2x5_1");
    std::vector<Stage> list = stages(p, b);
    EXPECT_EQ(total_bytes(list), 5 * image + 44 * image / b);
    ASSERT_EQ(list.size(), 11u);  // step 5.1 of the second term is done with 5.6 of the first
    EXPECT_EQ(list[5].paper, "5.6+5.1");
    EXPECT_EQ(list[5].term, 0);
    EXPECT_EQ(list[6].step, Step::alg5_2);
    EXPECT_EQ(list[6].term, 1);

    p.filter = gaussian(5);
    p.method.cascade = *parse_cascade("5_1+4_2");
    EXPECT_EQ(total_bytes(stages(p, b)), (3 + 5 - 1) * image + (22 + 2 * 18) * image / b);
    p.input = Sample::u8;  // the input is read twice
    EXPECT_EQ(total_bytes(stages(p, b)), (3 + 5 - 1) * image + (22 + 2 * 18) * image / b - 3 * image / 2);
}

// Direct convolution reads and writes every image once: 4 h w.
TEST(TransformStages, OfConvolutionMoveFourImages) {
    Problem p = problem({97, 65, 3}, gaussian(5));
    p.method.algorithm = Algorithm::convolution;
    EXPECT_EQ(total_bytes(stages(p, 64)), 4 * 4 * p.shape.samples());
    p.input = Sample::u8;
    EXPECT_EQ(total_bytes(stages(p, 64)), (1 + 3 * 4) * p.shape.samples());
    p.passes = 2;
    EXPECT_EQ(total_bytes(stages(p, 64)), (1 + 4) * p.shape.samples());
}

TEST(TransformStages, OfFourierCountTheSpectrum) {
    Problem p = problem({96, 65, 1}, gaussian(5), BoundaryKind::repeat);
    p.method.algorithm = Algorithm::fft;
    const std::uint64_t image = 4 * 96 * 65, spectrum = 8 * 49 * 65;
    EXPECT_EQ(total_bytes(stages(p, 1)), 6 * image + 4 * spectrum);
    p.boundary.kind = BoundaryKind::mirror;
    EXPECT_EQ(total_bytes(stages(p, 1)), 3 * image + 3 * 4 * image + 4 * (8 * 97 * 130));
}

}  // namespace
}  // namespace sweep::test
