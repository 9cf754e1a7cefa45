// The classic filters, derivatives and feedforward against closed forms: |H|^2 of the textbooks, ripples that are as high
// as asked for, derivatives of what a formula gives; and the recurrences that come out of a design against its ratio
// of polynomials.
#include <gtest/gtest.h>

#include <numbers>
#include <thread>

#include "core/dispatch.h"
#include "core/error.h"
#include "core/parallel_form.h"
#include "tests/cases.h"

namespace sweep {
namespace {

using namespace sweep::test;
using Complex = std::complex<double>;
using std::numbers::pi;

constexpr FilterKind classics[] = {FilterKind::butterworth, FilterKind::chebyshev1, FilterKind::chebyshev2,
                                   FilterKind::elliptic};

FilterSpec classic(FilterKind kind, int order, double cutoff, Band band = Band::low, double ripple = 1,
                   double attenuation = 40) {
    FilterSpec f = of_kind(kind);
    f.order = order;
    f.cutoff = cutoff;
    f.band = band;
    f.ripple = ripple;
    f.attenuation = attenuation;
    return f;
}

FilterSpec derivative(double sigma, int order, int dx, int dy) {
    FilterSpec f = gaussian(sigma, order);
    f.derivative_x = dx;
    f.derivative_y = dy;
    return f;
}

FilterSpec fed_forward(std::vector<double> d, std::vector<double> b) {
    FilterSpec f = of_kind(FilterKind::iir);
    f.causal = std::move(d);
    f.feedforward = std::move(b);
    return f;
}

Complex delay(double frequency) {
    return std::polar(1.0, -2 * pi * frequency);
}

// H of a pass as designed, at the delay t: from its poles and its numerator.
Complex designed(const PassDesign& pass, Complex t) {
    // 1 - t without cancellation, for slow filters.
    const double half = std::arg(t) / 2;
    const Complex delta = Complex(0, -2 * std::sin(half)) * std::polar(1.0, half);
    Complex h = pass.gain * pass.unit_gain;
    if (!pass.numerator.empty()) h *= pass.numerator.back();
    for (Complex zero : pass.zeros) h *= delta - zero;
    for (Complex p : pass.poles) h /= (1.0 - p) + p * delta;
    return h;
}

// H of any recurrence: D + t C (I - A t)^-1 B of s' = A s + B x, y = C s + D x, all four found by running it.
template <class Filter>
Complex realised(const Filter& filter, Complex t) {
    constexpr int R = Filter::order;
    Complex a[R][R + 1];  // I - A t | B
    Vec<double, R> b{}, c{};
    Complex h = filter.step(b, 1.0);
    for (int j = 0; j < R; ++j) {
        Vec<double, R> s{};
        s[j] = 1;
        c[j] = filter.step(s, 0.0);
        for (int i = 0; i < R; ++i) a[i][j] = (i == j ? 1.0 : 0.0) - s[i] * t;
    }
    for (int i = 0; i < R; ++i) a[i][R] = b[i];
    for (int i = 0; i < R; ++i) {
        int pivot = i;
        for (int k = i + 1; k < R; ++k)
            if (std::abs(a[k][i]) > std::abs(a[pivot][i])) pivot = k;
        for (int j = 0; j <= R; ++j) std::swap(a[i][j], a[pivot][j]);
        for (int k = 0; k < R; ++k) {
            if (k == i) continue;
            const Complex factor = a[k][i] / a[i][i];
            for (int j = i; j <= R; ++j) a[k][j] -= factor * a[i][j];
        }
    }
    for (int i = 0; i < R; ++i) h += t * c[i] * a[i][R] / a[i][i];
    return h;
}

// T_n inside and outside [-1, 1].
double chebyshev(int n, double x) {
    return std::abs(x) <= 1 ? std::cos(n * std::acos(x))
                            : (x < 0 && n % 2 == 1 ? -1 : 1) * std::cosh(n * std::acosh(std::abs(x)));
}

// 1 / |H|^2 - 1 of the analogue filter at `w` times its edge.
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
    const double w = std::tan(pi * frequency) / std::tan(pi * f.cutoff);
    return f.band == Band::low ? w : 1 / w;
}

double decibels(Complex h) {
    return -20 * std::log10(std::abs(h));
}

std::string refusal(const FilterSpec& spec) {
    try {
        design(spec);
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ExitCode::usage);
        EXPECT_EQ(std::string_view(e.what()).find('\n'), std::string_view::npos);
        return e.what();
    }
    return "";
}

// ---- the classic filters -----------------------------------------------------------------------------

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
                        // A zero is as wide as the rounding of its frequency.
                        ASSERT_NEAR(std::abs(designed(pass, delay(frequency))), want, 1e-11 + 1e-9 * want)
                            << text(problem({1, 1, 1}, f)) << " order " << order << " cutoff " << cutoff
                            << " at " << frequency;
                    }
                }
}

// scipy.signal.butter(2, 0.5): b = 0.29289.. (1, 2, 1), a = (1, 0, 0.1716). In closed form 1 / (2 + sqrt 2), and 3 - 2
// sqrt 2.
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

// Every ripple touches its line: as many times as the order says, no higher, no lower.
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
                    // Evenly in the angle of the ripples, towards the edge from inside the pass band and, inverted,
                    // from inside the stop band.
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
                        // Where the stop band begins is not asked for: it is where the loss first reaches its line, and
                        // from there on it never comes back above.
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
    for (FilterKind kind : classics)
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
    for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::repeat, BoundaryKind::mirror}) {
        p.boundary.kind = boundary;
        const Image out = reference(p, constant.view());
        for (std::size_t i = 0; i < p.shape.samples(); ++i) ASSERT_NEAR(out.data<double>()[i], 0, 1e-13);
    }
}

TEST(ClassicFilters, RefuseWhatCannotBe) {
    for (FilterKind kind : classics) {
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

// ---- what the recurrences make of it -----------------------------------------------------------------

std::vector<FilterSpec> feeding_filters() {
    std::vector<FilterSpec> all;
    for (FilterKind kind : classics)
        for (int order = 1; order <= max_order; ++order)
            for (double cutoff : {0.001, 0.02, 0.2, 0.45, 0.49})
                for (Band band : {Band::low, Band::high}) all.push_back(classic(kind, order, cutoff, band));
    for (int order : {3, 4, 5})
        for (double sigma : {0.8, 5.0, 340.0})
            for (int d : {1, 2}) all.push_back(derivative(sigma, order, 3 - d, d));
    all.push_back(fed_forward({-0.5}, {1, 2}));
    all.push_back(fed_forward({-1.8, 0.83}, {0.25, 0.5, 0.25}));
    all.push_back(fed_forward({0, 0, -0.5}, {1, -2, 0.5, 3}));
    all.push_back(fed_forward({0}, {1, -1}));
    all.push_back(fed_forward({0}, {0, 0, 1, 0, 0, 0, 0, 0, 2}));
    all.push_back(fed_forward({-0.5}, {1, -4, 6, -4, 1}));
    all.push_back(fed_forward({-0.9}, {0, 1, 3}));
    FilterSpec uneven = fed_forward({-1.8, 0.83, 0.1, -0.05}, {1, 0, 0, 2, -1});
    uneven.anticausal = {-0.3};
    uneven.anticausal_feedforward = {2, -1};
    all.push_back(uneven);
    return all;
}

TEST(PoleZero, RecurrenceIsTheRatioOfPolynomials) {
    for (const FilterSpec& spec : feeding_filters()) {
        const FilterDesign filter = design(spec);
        for (int index = 0; index < all_passes; ++index) {
            const PassDesign& pass = filter.pass(index);
            dispatch_order(filter.order(), [&]<int R>() {
                const auto F = make_recurrence<double, R, Realisation::pole_zero>(pass);
                double error = 0, largest = 0;
                for (double scale : {0.5, 0.1, 0.01, 0.001, 1e-4})
                    for (int i = 1; i <= 50; ++i) {
                        const Complex t = delay(scale * i / 50.0), want = designed(pass, t);
                        error = std::max(error, std::abs(pass.gain * realised(F, t) - want));
                        largest = std::max(largest, std::abs(want));
                    }
                EXPECT_LE(error, 1e-10 * largest)
                    << text(problem({1, 1, 1}, spec)) << " order " << R << " cutoff " << spec.cutoff
                    << " band " << int(spec.band) << " pass " << index;
                // A constant comes out as response() says, to the last bit where it vanishes.
                Vec<double, R> s = F.steady();
                const double constant = F.step(s, 1.0);
                EXPECT_NEAR(constant, pass.response(), 1e-12 * std::max(1.0, std::abs(pass.response())))
                    << text(problem({1, 1, 1}, spec)) << " order " << R << " cutoff " << spec.cutoff;
            });
        }
    }
}

TEST(PoleZero, FeedforwardIsTheSumThatWasGiven) {
    // [N11] (46), typed in: y_i = g sum_k b_k x_{i-k} - sum_k d_k y_{i-k}.
    for (double g : {1.0, -0.3}) {
        FilterSpec spec = fed_forward({-1.8, 0.83, 0.01}, {0.5, -0.2, 0.1, 0.7});
        if (g != 1) spec.causal_gain = spec.anticausal_gain = g;
        const FilterDesign filter = design(spec);
        const auto F = make_recurrence<double, 3, Realisation::pole_zero>(filter.columns.causal);
        std::vector<double> x(300), y(300);
        for (int i = 0; i < 300; ++i) x[std::size_t(i)] = std::sin(i * i * 0.1);
        Vec<double, 3> s{};
        for (std::size_t i = 0; i < 300; ++i) {
            for (std::size_t k = 0; k < 4 && k <= i; ++k) y[i] += g * spec.feedforward[k] * x[i - k];
            for (std::size_t k = 1; k < 4 && k <= i; ++k) y[i] -= spec.causal[k - 1] * y[i - k];
            EXPECT_NEAR(F.step(s, x[i]) * filter.columns.causal.gain, y[i], 1e-11);
        }
    }
    // Both passes: with b alone, the anticausal one as the causal one.
    const FilterDesign both = design(fed_forward({-0.5}, {1, 2}));
    EXPECT_EQ(both.columns.causal.numerator, both.columns.anticausal.numerator);
}

TEST(PoleZero, OneCoefficientIsAGain) {
    const FilterDesign filter = design(fed_forward({-0.5}, {3, 0, 0}));
    EXPECT_FALSE(filter.feeds_forward());
    EXPECT_DOUBLE_EQ(filter.columns.causal.gain, 3 / 0.5);
    EXPECT_EQ(design(fed_forward({-0.5}, {1, 2, 3})).order(), 2);  // as many poles at zero as it takes
    EXPECT_NE(refusal(fed_forward({-0.5}, std::vector<double>(10, 1.0))).find("at most 8"),
              std::string::npos);
    EXPECT_NE(refusal(fed_forward({-0.5}, {std::nan("")})).find("finite"), std::string::npos);
}

// In float32: what is left of a constant by slow high-pass filters, and the error of any of them on noise.
TEST(PoleZero, FloatStaysNearDouble) {
    std::vector<double> x(20000);
    std::mt19937 random(3);
    for (double& v : x) v = double(float(random() * 0x1p-32));
    for (const FilterSpec& spec : feeding_filters()) {
        if (spec.kind == FilterKind::iir) continue;
        const FilterDesign filter = design(spec);
        dispatch_order(filter.order(), [&]<int R>() {
            const auto F = make_recurrence<float, R, Realisation::pole_zero>(filter.columns.causal);
            const auto exact = make_recurrence<double, R, Realisation::pole_zero>(filter.columns.causal);
            Vec<float, R> s{};
            Vec<double, R> e{};
            double error = 0, largest = 0;
            for (double v : x) {
                const double got = double(F.step(s, float(v))), want = exact.step(e, v);
                error = std::max(error, std::abs(got - want));
                largest = std::max(largest, std::abs(want));
            }
            RecordProperty("worst", std::to_string(error / largest));
            EXPECT_LE(error, (spec.cutoff > 0.4 ? 1e-5 : 2e-5) * largest)
                << text(problem({1, 1, 1}, spec)) << " order " << R << " cutoff " << spec.cutoff << " band "
                << int(spec.band);
        });
    }
}

// ---- the summed decomposition ------------------------------------------------------------------------

TEST(ParallelForm, PartsAddUpToTheProduct) {
    std::vector<FilterSpec> all{of_kind(FilterKind::bspline3), of_kind(FilterKind::bspline5), gaussian(5, 4)};
    for (int order = 1; order <= 5; ++order) all.push_back(unsymmetric(order));
    for (FilterKind kind : classics)
        for (int order = 1; order <= max_order; ++order)
            for (Band band : {Band::low, Band::high}) all.push_back(classic(kind, order, 0.1, band));
    for (int d : {1, 2}) all.push_back(derivative(4, 3, d, d));
    all.push_back(fed_forward({-1.8, 0.83}, {0.25, 0.5, 0.25}));
    for (const FilterSpec& spec : all) {
        const AxisDesign axis = design(spec).columns;
        dispatch_order(axis.order(), [&]<int R>() {
            const ParallelForm<double, R> form = make_parallel<double, R>(axis);
            double error = 0, largest = 0;
            for (int i = 0; i <= 200; ++i) {
                const Complex t = delay(i / 400.0);
                const Complex want = designed(axis.causal, t) / axis.causal.gain *
                                     (designed(axis.anticausal, std::conj(t)) / axis.anticausal.gain);
                error =
                    std::max(error, std::abs(realised(form.F, t) + realised(form.Rv, std::conj(t)) - want));
                largest = std::max(largest, std::abs(want));
            }
            EXPECT_LE(error, 1e-10 * largest) << text(problem({1, 1, 1}, spec)) << " order " << R;
        });
    }
}

TEST(ParallelForm, RefusesPolesThatRepeat) {
    FilterSpec twice = of_kind(FilterKind::iir);
    twice.causal = feedback({0.5, 0.5});
    try {
        make_parallel<double, 2>(design(twice).columns);
        FAIL() << "a pole repeats";
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ExitCode::usage);
        EXPECT_NE(std::string(e.what()).find("repeats"), std::string::npos);
    }
}

// ---- exponential, derivatives ------------------------------------------------------------------------

TEST(Exponential, IsTheRunningMeanThatItSays) {
    FilterSpec spec = of_kind(FilterKind::exponential);
    for (double alpha : {0.001, 0.2, 1.0}) {
        spec.alpha = alpha;
        const auto F = make_recurrence<double, 1, Realisation::delta>(design(spec).columns.causal);
        Vec<double, 1> s{};
        double y = 0;
        for (int i = 0; i < 200; ++i) {
            const double x = std::cos(i * i);
            y = alpha * x + (1 - alpha) * y;
            EXPECT_NEAR(F.step(s, x), y, 1e-14);
        }
    }
}

// d^n/dt^n of a unit Gaussian.
double gaussian_derivative(int n, double t, double sigma) {
    const double u = t / sigma, g = std::exp(-u * u / 2) / (sigma * std::sqrt(2 * pi));
    return n == 0 ? g : n == 1 ? -u / sigma * g : (u * u - 1) / (sigma * sigma) * g;
}

TEST(Derivatives, ImpulseBecomesTheDerivativesOfTheGaussian) {
    constexpr int half = 60;
    constexpr double sigma = 6;
    for (int order : {3, 4, 5})
        for (int d : {0, 1, 2}) {
            const std::vector<double> h = impulse_response(design(derivative(sigma, order, d, 0)).rows, half);
            double error = 0, largest = 0, sum = 0, moment = 0;
            for (int n = -half; n <= half; ++n) {
                const double want = gaussian_derivative(d, n, sigma), got = h[std::size_t(n + half)];
                error = std::max(error, std::abs(got - want));
                largest = std::max(largest, std::abs(want));
                sum += got;
                moment += std::pow(n, d) * got;
            }
            // The recursive Gaussian is as near as this to the Gaussian itself, more so at higher orders.
            EXPECT_LE(error, (order == 3   ? 0.09
                              : order == 4 ? 0.03
                                           : 0.02) *
                                 largest * (d == 2 ? 2 : 1))
                << "order " << order << " derivative " << d;
            // What a polynomial becomes is exact: sum (-n)^d h = d!.
            EXPECT_NEAR(moment * (d == 1 ? -1 : 1), d == 2 ? 2 : 1, 1e-3);
            EXPECT_NEAR(sum, d == 0 ? 1 : 0, 1e-5);
        }
}

// x to the right, y down: a plane and a paraboloid, in the middle of an image so wide that its edges are far.
TEST(Derivatives, OfPolynomialsAreExactAwayFromTheEdges) {
    constexpr int w = 161, h = 141, x0 = 80, y0 = 70;
    const double gx = 0.5, gy = -0.25, xx = 0.01, yy = -0.02, xy = 0.03;
    Image in({w, h, 1}, Sample::f64);
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) {
            const double u = x - x0, v = y - y0;
            in.data<double>()[y * w + x] = 1 + gx * u + gy * v + xx * u * u / 2 + yy * v * v / 2 + xy * u * v;
        }
    const struct {
        int dx, dy;
        double want;
    } cases[] = {{1, 0, gx}, {0, 1, gy}, {2, 0, xx}, {0, 2, yy}, {1, 1, xy}, {2, 2, 0}};
    for (const auto& [dx, dy, want] : cases)
        for (int order : {3, 4, 5})
            for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::zero, BoundaryKind::mirror}) {
                Problem p = problem(in.shape(), derivative(2, order, dx, dy), boundary);
                p.input = Sample::f64;
                const Image out = reference(p, in.view());
                EXPECT_NEAR(out.data<double>()[y0 * w + x0], want, 1e-9)
                    << dx << " " << dy << " order " << order << " boundary " << int(boundary);
            }
}

TEST(Derivatives, OfAConstantAreZeroUpToTheEdges) {
    Problem p = problem({33, 20, 1}, gaussian(3));
    Image constant(p.shape, Sample::f32);
    std::fill_n(constant.data<float>(), p.shape.samples(), 2.5f);
    for (auto [dx, dy] : {std::pair{1, 0}, {0, 1}, {2, 0}, {1, 2}})
        for (BoundaryKind boundary :
             {BoundaryKind::clamp, BoundaryKind::constant, BoundaryKind::repeat, BoundaryKind::mirror}) {
            p.filter = derivative(3, 3, dx, dy);
            p.boundary = {boundary, {}};
            if (boundary == BoundaryKind::constant) p.boundary.value = {2.5};
            const Image out = reference(p, constant.view());
            for (std::size_t i = 0; i < p.shape.samples(); ++i) ASSERT_NEAR(out.data<double>()[i], 0, 1e-14);
        }
}

// The last design is kept: it may not be taken for that of another filter. Another thread keeps none.
TEST(Design, IsThatOfItsFilterWhicheverWasAskedForBefore) {
    std::vector<FilterSpec> specs{gaussian(5)};
    const auto with = [&](auto change) { change(specs.emplace_back(specs.front())); };
    with([](FilterSpec& f) { f.sigma = 5.01; });
    with([](FilterSpec& f) { f.order = 4; });
    with([](FilterSpec& f) { f.derivative_x = 1; });
    with([](FilterSpec& f) { f.derivative_y = 1; });
    with([](FilterSpec& f) { f.causal_gain = f.anticausal_gain = 0.5; });
    specs.push_back(classic(FilterKind::butterworth, 3, 0.1));
    specs.push_back(classic(FilterKind::butterworth, 3, 0.11));
    specs.push_back(classic(FilterKind::butterworth, 3, 0.11, Band::high));
    const auto numbers = [](const FilterDesign& filter) {
        std::vector<double> all;
        for (int pass = 0; pass < 4; ++pass) {
            const PassDesign& p = filter.pass(pass);
            all.insert(all.end(), p.d.begin(), p.d.end());
            all.insert(all.end(), p.numerator.begin(), p.numerator.end());
            all.insert(all.end(), {p.unit_gain, p.gain});
        }
        return all;
    };
    for (const FilterSpec& spec : specs) {
        std::vector<double> fresh;
        std::thread([&] { fresh = numbers(design(spec)); }).join();
        for (const FilterSpec& before : specs) {
            design(before);
            EXPECT_EQ(numbers(design(spec)), fresh);
            EXPECT_EQ(numbers(design(spec)) == numbers(design(before)), before == spec);
        }
        FilterSpec unstable = of_kind(FilterKind::iir);
        unstable.causal = {-2};
        EXPECT_THROW(design(unstable), Error);
        EXPECT_EQ(numbers(design(spec)), fresh);
    }
}

}  // namespace
}  // namespace sweep
