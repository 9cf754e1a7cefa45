// The classic filters against closed forms: |H|^2 of the textbooks, and ripples as high as the parameters
// ask.
#include <gtest/gtest.h>

#include "tests/support/designs.h"

namespace sweep {
namespace {

using namespace sweep::test;
using std::numbers::pi;

// The Chebyshev polynomial T_n, inside and outside [-1, 1].
double chebyshev(int n, double x) {
    return std::abs(x) <= 1 ? std::cos(n * std::acos(x))
                            : (x < 0 && n % 2 == 1 ? -1 : 1) * std::cosh(n * std::acosh(std::abs(x)));
}

// The function is 1 / |H|^2 - 1 of the analogue filter at `w` times its edge.
double excess(const FilterSpec& f, double w) {
    const double pass = std::expm1(f.ripple * std::numbers::ln10 / 10),
                 stop = std::expm1(f.attenuation * std::numbers::ln10 / 10), t = chebyshev(f.order, w);
    switch (f.kind) {
        case FilterKind::butterworth:
            return std::pow(w, 2 * f.order);
        case FilterKind::chebyshev1:
            return pass * t * t;
        default: {
            const double inverse = chebyshev(f.order, 1 / w);
            return stop / (inverse * inverse);
        }
    }
}

double edge_ratio(const FilterSpec& f, double frequency) {
    const double W = std::tan(pi * frequency), low = std::tan(pi * f.cutoff),
                 high = std::tan(pi * f.cutoff_high), w = W / low,
                 between = (W * W - low * high) / ((high - low) * W);
    return f.band == Band::low    ? w
           : f.band == Band::high ? 1 / w
           : f.band == Band::pass ? between
                                  : 1 / between;
}

double decibels(Complex h) {
    return -20 * std::log10(std::abs(h));
}

TEST(ClassicFilters, HaveTheResponsesOfTheTextbooks) {
    for (FilterKind kind : {FilterKind::butterworth, FilterKind::chebyshev1, FilterKind::chebyshev2})
        for (int order = 1; order <= max_order; ++order)
            for (double cutoff : {0.001, 0.1, 0.25, 0.45})
                for (Band band : {Band::low, Band::high}) {
                    const FilterSpec f = classic(kind, order, cutoff, band, 0.5, 60);
                    const PassDesign pass = design(f).columns.causal;
                    ASSERT_EQ(pass.order(), order);
                    for (int i = 1; i < 100; ++i) {
                        const double frequency = i / 200.0;
                        const double want = 1 / std::sqrt(1 + excess(f, edge_ratio(f, frequency)));
                        // Near a zero of the response the error is that of the rounded frequency.
                        ASSERT_NEAR(std::abs(designed(pass, delay(frequency))), want, 1e-11 + 1e-9 * want)
                            << text(problem({1, 1, 1}, f)) << " order " << order << " cutoff " << cutoff
                            << " at " << frequency;
                    }
                }
}

// scipy.signal.butter(2, 0.5) gives b = 0.29289.. (1, 2, 1) and a = (1, 0, 0.1716). In closed form these
// numbers are 1 / (2 + sqrt 2) and 3 - 2 sqrt 2.
// A band is narrow, wide, or nearly all there is; the prototype's poles become complex pairs, or two real ones.
const std::pair<double, double> some_bands[] = {{0.1, 0.2},   {0.001, 0.002}, {0.001, 0.49},
                                                {0.24, 0.26}, {0.4, 0.45},    {0.02, 0.4}};

FilterSpec banded(FilterKind kind, int order, std::pair<double, double> edges, Band band) {
    FilterSpec f = classic(kind, order, edges.first, band, 0.5, 60);
    f.cutoff_high = edges.second;
    return f;
}

TEST(ClassicFilters, BandsHaveTheResponsesOfTheTextbooks) {
    for (FilterKind kind : {FilterKind::butterworth, FilterKind::chebyshev1, FilterKind::chebyshev2})
        for (int order = 1; order <= max_order / 2; ++order)
            for (const auto& edges : some_bands)
                for (Band band : {Band::pass, Band::stop}) {
                    const FilterSpec f = banded(kind, order, edges, band);
                    const PassDesign pass = design(f).columns.causal;
                    ASSERT_EQ(pass.order(), 2 * order);
                    for (int i = 1; i < 200; ++i) {
                        const double frequency = i / 400.0;
                        const double want = 1 / std::sqrt(1 + excess(f, edge_ratio(f, frequency)));
                        ASSERT_NEAR(std::abs(designed(pass, delay(frequency))), want, 1e-9 + 1e-7 * want)
                            << text(problem({1, 1, 1}, f)) << " to " << edges.second << " at " << frequency;
                    }
                }
}

// Ripple in what passes and attenuation in the middle of what does not, and the ripple is reached at the edges.
TEST(ClassicFilters, EllipticBandsRippleAsHighAsAsked) {
    const double middle = std::atan(std::sqrt(std::tan(pi * 0.1) * std::tan(pi * 0.2))) / pi;
    for (int order = 2; order <= max_order / 2; ++order)
        for (Band band : {Band::pass, Band::stop}) {
            const FilterSpec f = banded(FilterKind::elliptic, order, {0.1, 0.2}, band);
            const PassDesign pass = design(f).columns.causal;
            double least = 1, most = 0, stopped = 0;
            for (int i = 1; i < 5000; ++i) {
                const double frequency = i / 10000.0, h = std::abs(designed(pass, delay(frequency)));
                const bool is_between = frequency >= 0.1 && frequency <= 0.2,
                           is_at_ends = frequency < 0.001 || frequency > 0.499,
                           is_in_middle = std::abs(frequency - middle) < 0.0005;
                if (is_between == (band == Band::pass)) {
                    least = std::min(least, h);
                    most = std::max(most, h);
                }
                if (band == Band::pass ? is_at_ends : is_in_middle) stopped = std::max(stopped, h);
            }
            EXPECT_NEAR(decibels(least), 0.5, 5e-3) << order;
            EXPECT_NEAR(decibels(most), 0, 1e-3) << order;
            EXPECT_GE(decibels(stopped), 60 - 1e-6) << order;
        }
}

TEST(ClassicFilters, BandsRefuseWhatCannotBe) {
    for (FilterKind kind : classics())
        for (Band band : {Band::pass, Band::stop}) {
            EXPECT_NE(refusal(banded(kind, 5, {0.1, 0.2}, band)).find("orders 1 to 4"), std::string::npos);
            EXPECT_NE(refusal(banded(kind, 2, {0.1, 0}, band)).find("--cutoff LOW,HIGH"), std::string::npos);
            EXPECT_NE(refusal(banded(kind, 2, {0.2, 0.1}, band)).find("above the lower"), std::string::npos);
            EXPECT_NE(refusal(banded(kind, 2, {0.1, 0.5}, band)).find("cutoff must lie"), std::string::npos);
            EXPECT_NE(refusal(banded(kind, 2, {0.1, 0.2}, Band::high)).find("one edge"), std::string::npos);
        }
}

TEST(ClassicFilters, HalfBandButterworthIsItsClosedForm) {
    const PassDesign pass = design(classic(FilterKind::butterworth, 2, 0.25)).columns.causal;
    EXPECT_NEAR(pass.d[0], 0, 1e-15);
    EXPECT_NEAR(pass.d[1], 3 - 2 * std::sqrt(2.0), 1e-15);
    ASSERT_EQ(pass.numerator.size(), 3u);
    // (1 + z^-1)^2 = (2 - delta)^2
    const double b = 1 / (2 + std::sqrt(2.0)) / pass.unit_gain;
    EXPECT_NEAR(pass.numerator[0], 4 * b, 1e-15);
    EXPECT_NEAR(pass.numerator[1], -4 * b, 1e-15);
    EXPECT_NEAR(pass.numerator[2], b, 1e-15);
}

TEST(ClassicFilters, ButterworthFallsWithoutRippleThroughThreeDecibels) {
    for (int order = 1; order <= max_order; ++order)
        for (double cutoff : {0.01, 0.1, 0.4})
            for (Band band : {Band::low, Band::high}) {
                const PassDesign pass =
                    design(classic(FilterKind::butterworth, order, cutoff, band)).columns.causal;
                EXPECT_NEAR(decibels(designed(pass, delay(cutoff))), 10 * std::log10(2.0), 1e-9);
                double last = band == Band::low ? 2 : -1;
                for (int i = 1; i < 500; ++i) {
                    const double now = std::abs(designed(pass, delay(i / 1000.0)));
                    ASSERT_TRUE(band == Band::low ? now <= last + 1e-14 : now >= last - 1e-14)
                        << order << " " << i;
                    last = now;
                }
            }
}

// Every ripple touches its limit: as many do as the order says, and none goes higher or lower.
TEST(ClassicFilters, RipplesAreAsHighAsAskedFor) {
    for (FilterKind kind : {FilterKind::chebyshev1, FilterKind::chebyshev2, FilterKind::elliptic})
        for (int order = 1; order <= max_order; ++order)
            for (Band band : {Band::low, Band::high})
                for (auto [ripple, attenuation] :
                     {std::pair{1.0, 40.0}, {0.1, 80.0}, {3.0, 20.0}, {0.01, 120.0}}) {
                    const double cutoff = 0.11;
                    const FilterSpec f = classic(kind, order, cutoff, band, ripple, attenuation);
                    SCOPED_TRACE(text(problem({1, 1, 1}, f)) + " order " + std::to_string(order) + " " +
                                 std::to_string(ripple) + " " + std::to_string(attenuation));
                    const PassDesign pass = design(f).columns.causal;
                    // The frequencies are even in the angle of the ripples. They approach the edge from
                    // inside the pass band and, inverted, from inside the stop band.
                    auto loss = [&](double w) {
                        const double scaled = std::tan(pi * cutoff) * (band == Band::low ? w : 1 / w);
                        return decibels(designed(pass, delay(std::atan(scaled) / pi)));
                    };
                    constexpr int steps = 4000;
                    double worst_pass = 0, best_pass = 1e9, worst_stop = 1e9;
                    int touches = 0;
                    double before = 0, now = 0;
                    for (int i = 1; i <= steps; ++i) {
                        const double w = std::sin(pi / 2 * i / steps);
                        if (kind != FilterKind::chebyshev2) {
                            const double next = loss(w);
                            worst_pass = std::max(worst_pass, next);
                            best_pass = std::min(best_pass, next);
                            if (i > 2 && now >= before && now > next) ++touches;
                            before = now;
                            now = next;
                        }
                        if (kind == FilterKind::chebyshev2) worst_stop = std::min(worst_stop, loss(1 / w));
                    }
                    if (kind != FilterKind::chebyshev2) {
                        EXPECT_NEAR(worst_pass, ripple, 1e-6 + 1e-9 * attenuation);
                        EXPECT_NEAR(best_pass, 0, 2e-5 * ripple + 1e-6);
                        EXPECT_NEAR(loss(1), ripple, 1e-7);
                        if (kind == FilterKind::chebyshev1) {
                            EXPECT_EQ(touches, (order - 1) / 2);
                        }
                    } else {
                        EXPECT_NEAR(worst_stop, attenuation, 1e-4);
                        EXPECT_NEAR(loss(1), attenuation, 1e-7);
                    }
                    if (kind == FilterKind::elliptic && order >= 2) {
                        // No parameter says where the stop band begins: it is where the loss first reaches
                        // its limit. Beyond that frequency the loss never falls below the limit again.
                        double low = 1, high = 1;
                        while (loss(high) < attenuation) high *= 1.0005;
                        low = high / 1.0005;
                        for (int i = 0; i < 60; ++i) {
                            const double middle = (low + high) / 2;
                            (loss(middle) < attenuation ? low : high) = middle;
                        }
                        double least = 1e9;
                        for (int i = 1; i <= steps; ++i)
                            least = std::min(least, loss(high / std::sin(pi / 2 * i / steps)));
                        EXPECT_NEAR(least, attenuation, 1e-4);
                        if (order % 2 == 0) {
                            EXPECT_NEAR(loss(1e9), attenuation, 1e-4);
                        }
                    }
                }
}

TEST(ClassicFilters, HighPassTakesConstantsAwayAndLowPassKeepsThem) {
    for (FilterKind kind : classics())
        for (int order = 1; order <= max_order; ++order)
            for (double cutoff : {1e-5, 0.02, 0.3, 0.45}) {
                const bool dips =
                    order % 2 == 0 && (kind == FilterKind::chebyshev1 || kind == FilterKind::elliptic);
                const double level = dips ? std::pow(10, -1 / 20.0) : 1;
                EXPECT_NEAR(design(classic(kind, order, cutoff)).columns.causal.response(), level, 1e-12);
                const PassDesign high = design(classic(kind, order, cutoff, Band::high)).columns.causal;
                EXPECT_NEAR(std::abs(designed(high, -1)), level, 1e-9);
                const bool no_zero =
                    order % 2 == 0 && (kind == FilterKind::chebyshev2 || kind == FilterKind::elliptic);
                if (no_zero)
                    EXPECT_NEAR(high.response(), 0.01, 1e-4);  // -40 dB, all the way down
                else
                    EXPECT_EQ(high.response(), 0);
            }
}

TEST(ClassicFilters, ConstantsVanishInTheReference) {
    Problem p = problem({40, 30, 1}, classic(FilterKind::butterworth, 4, 0.1, Band::high));
    Image constant(p.shape, Sample::f32);
    std::fill_n(constant.data<float>(), p.shape.samples(), 3.7f);
    for (BoundaryKind boundary : boundaries_where(keeps_constants)) {
        p.boundary.kind = boundary;
        const Image out = reference(p, constant.view());
        for (std::size_t i = 0; i < p.shape.samples(); ++i) ASSERT_NEAR(out.data<double>()[i], 0, 1e-13);
    }
}

TEST(ClassicFilters, RefuseWhatCannotBe) {
    for (FilterKind kind : classics()) {
        for (int order : {0, 9, -1})
            EXPECT_NE(refusal(classic(kind, order, 0.1)).find("orders 1 to 8"), std::string::npos);
        for (double cutoff : {0.0, -0.1, 0.5, 0.7, std::nan("")})
            EXPECT_NE(refusal(classic(kind, 3, cutoff)).find("cutoff"), std::string::npos);
    }
    for (double ripple : {0.0, -1.0, 1e6, std::nan("")}) {
        EXPECT_NE(refusal(classic(FilterKind::chebyshev1, 3, 0.1, Band::low, ripple)).find("ripple"),
                  std::string::npos);
        EXPECT_NE(refusal(classic(FilterKind::elliptic, 3, 0.1, Band::low, ripple)).find("ripple"),
                  std::string::npos);
        EXPECT_EQ(refusal(classic(FilterKind::chebyshev2, 3, 0.1, Band::low, ripple)), "");
    }
    for (double attenuation : {0.0, -40.0, 1e6, std::nan("")}) {
        EXPECT_NE(
            refusal(classic(FilterKind::chebyshev2, 3, 0.1, Band::low, 1, attenuation)).find("attenuation"),
            std::string::npos);
        EXPECT_EQ(refusal(classic(FilterKind::butterworth, 3, 0.1, Band::low, 1, attenuation)), "");
    }
    EXPECT_NE(refusal(classic(FilterKind::elliptic, 3, 0.1, Band::low, 10, 5)).find("more than the ripple"),
              std::string::npos);
    FilterSpec smooth = of_kind(FilterKind::exponential);
    for (double alpha : {0.0, -0.1, 1.1, 1e-9, std::nan("")}) {
        smooth.alpha = alpha;
        EXPECT_NE(refusal(smooth).find("alpha"), std::string::npos);
    }
    for (int order : {-1, 3}) {
        EXPECT_NE(refusal(derivative(3, 3, order, 0)).find("0, 1 or 2"), std::string::npos);
        EXPECT_NE(refusal(derivative(3, 3, 0, order)).find("0, 1 or 2"), std::string::npos);
    }
}

}  // namespace
}  // namespace sweep
