// Feedforward, the parallel realisation, the exponential and derivatives against formulas; and the
// recurrences that come out of a design against its ratio of polynomials.
#include <thread>

#include <gtest/gtest.h>

#include "core/design/parallel_form.h"
#include "core/filter/dispatch.h"
#include "tests/support/designs.h"

namespace sweep {
namespace {

using namespace sweep::test;
using std::numbers::pi;

FilterSpec fed_forward(std::vector<double> d, std::vector<double> b) {
    FilterSpec f = of_kind(FilterKind::iir);
    f.causal = std::move(d);
    f.feedforward = std::move(b);
    return f;
}

// H of any recurrence s' = A s + B x, y = C s + D x is D + t C (I - A t)^-1 B. All four matrices are found by
// running it.
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

// ---- what the recurrences make of it -----------------------------------------------------------------

std::vector<FilterSpec> feeding_filters() {
    std::vector<FilterSpec> all;
    for (FilterKind kind : classics())
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
    // The loop is [N11] (46), written out: y_i = g sum_k b_k x_{i-k} - sum_k d_k y_{i-k}.
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
    // Both passes feed forward. With b alone, the anticausal pass has the weights of the causal one.
    const FilterDesign both = design(fed_forward({-0.5}, {1, 2}));
    EXPECT_EQ(both.columns.causal.numerator, both.columns.anticausal.numerator);
}

TEST(PoleZero, OneCoefficientIsAGain) {
    const FilterDesign filter = design(fed_forward({-0.5}, {3, 0, 0}));
    EXPECT_FALSE(filter.feeds_forward());
    EXPECT_DOUBLE_EQ(filter.columns.causal.gain, 3 / 0.5);
    EXPECT_EQ(design(fed_forward({-0.5}, {1, 2, 3})).order(), 2);  // with a second pole, at zero
    EXPECT_NE(refusal(fed_forward({-0.5}, std::vector<double>(10, 1.0))).find("at most 8"),
              std::string::npos);
    EXPECT_NE(refusal(fed_forward({-0.5}, {std::nan("")})).find("finite"), std::string::npos);
}

// In float32 the test looks at what slow high-pass filters leave of a constant, and at the error of any of
// them on noise.
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
    std::vector<FilterSpec> all = splines();
    all.push_back(gaussian(5, 4));
    for (int order = 1; order <= 5; ++order) all.push_back(unsymmetric(order));
    for (FilterKind kind : classics())
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

// The function is d^n/dt^n of a Gaussian with unit area.
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
            // The recursive Gaussian is as near as this to the true Gaussian, and nearer at higher orders.
            EXPECT_LE(error, (order == 3   ? 0.09
                              : order == 4 ? 0.03
                                           : 0.02) *
                                 largest * (d == 2 ? 2 : 1))
                << "order " << order << " derivative " << d;
            // The result for a polynomial is exact: sum (-n)^d h = d!.
            EXPECT_NEAR(moment * (d == 1 ? -1 : 1), d == 2 ? 2 : 1, 1e-3);
            EXPECT_NEAR(sum, d == 0 ? 1 : 0, 1e-5);
        }
}

// x points right and y down. A plane and a paraboloid are sampled in the middle of an image so wide that its
// edges do not matter.
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

// design() keeps the last design. It must not be taken for that of another filter, and another thread keeps
// none.
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
