// Whole lines (rt), signals of one row or column (1, 3) and varying coefficients (5v) on the GPU,
// against the reference.
#include <map>

#include "core/base/error.h"
#include "core/design/varying.h"
#include "core/families/algorithms.h"
#include "core/families/signal.h"
#include "core/plan/planner.h"
#include "core/stages/stages.h"
#include "gpu/plan/orders.h"
#include "tests/support/gpu_cases.h"

namespace sweep::test {
namespace {

using enum BoundaryKind;

class GpuLine : public GpuCases {};

// ---- rt ----------------------------------------------------------------------------------------------

TEST_F(GpuLine, RtWidestFilters) {
    for (BoundaryKind boundary : {zero, clamp})
        for (int order : {3, 4, 5})
            for (Shape shape : {Shape{8192, 10, 1}, Shape{10, 8192, 1}})
                expect(problem(shape, gaussian(8192 / 6.0, order), boundary), Algorithm::rt,
                       4e-6 + 1e-8 * 8192 / 6);
}

// ---- signals -----------------------------------------------------------------------------------------

const Algorithm signal_algorithms[] = {Algorithm::alg1, Algorithm::alg3};

FilterSpec filter_of_order(int order, BoundaryKind boundary) {
    FilterSpec filter = unsymmetric(order);
    if (runs_back(boundary)) filter.anticausal.clear();
    return filter;
}

bool has(Algorithm algorithm, BoundaryKind boundary) {
    return info(algorithm).boundaries.has(boundary);
}

TEST_F(GpuLine, Signals) {
    for (Algorithm algorithm : signal_algorithms)
        for (BoundaryKind boundary : all_boundaries())
            for (int n : {1, 2, 31, 32, 33, 4000, 4095, 4096, 4097, 12500})
                for (int order = 1; order <= gpu::most_published_order && has(algorithm, boundary); ++order) {
                    expect(problem({n, 1, 1}, filter_of_order(order, boundary), boundary), algorithm);
                    expect(problem({1, n, 1}, filter_of_order(order, boundary), boundary), algorithm);
                }
}

TEST_F(GpuLine, LongSignals) {
    const std::vector<int> lengths = emulated_ ? std::vector{100003} : std::vector{100003, (1 << 20) + 7};
    for (Algorithm algorithm : signal_algorithms)
        for (BoundaryKind boundary : all_boundaries())
            for (int n : lengths)
                for (int order : {1, 3, 5}) {
                    if (!has(algorithm, boundary)) continue;
                    if (order == 3 || order == 5)
                        expect(problem({n, 1, 1}, gaussian(90, order), boundary), algorithm);
                    else
                        expect(problem({1, n, 1}, filter_of_order(order, boundary), boundary), algorithm);
                }
}

// Sigma n / 6, or as wide as a Gaussian gets.
TEST_F(GpuLine, SignalsUnderWideFilters) {
    const std::vector<int> lengths =
        emulated_ ? std::vector{1000, 8192} : std::vector{1000, 8192, 49152, 1 << 20};
    for (Algorithm algorithm : signal_algorithms)
        for (BoundaryKind boundary : all_boundaries())
            for (int n : lengths)
                for (int order : {3, 4, 5})
                    if (has(algorithm, boundary))
                        expect(problem({n, 1, 1}, gaussian(std::min(n / 6.0, max_sigma), order), boundary),
                               algorithm, 4e-6);
}

// Rows and columns of a signal that are one sample long; gains that are not one.
TEST_F(GpuLine, SignalPasses) {
    for (Algorithm algorithm : signal_algorithms)
        for (BoundaryKind boundary : all_boundaries())
            for (int passes : {1, 2, 3, 4})
                for (Shape shape : {Shape{1, 1, 1}, Shape{5003, 1, 3}, Shape{1, 5003, 3}}) {
                    if (!has(algorithm, boundary)) continue;
                    Problem p = problem(shape, filter_of_order(3, boundary), boundary);
                    p.passes = passes;
                    p.filter.causal_gain = 0.02;
                    p.filter.anticausal_gain = 0.3;
                    expect(p, algorithm);
                }
}

TEST_F(GpuLine, SignalChannelsAndBytes) {
    for (Algorithm algorithm : signal_algorithms)
        for (int channels : {1, 2, 3, 4})
            for (Sample sample : {Sample::f32, Sample::u8})
                for (Shape shape :
                     {Shape{4099, 1, channels}, Shape{1, 8200, channels}, Shape{7, 1, channels}}) {
                    Problem p = problem(shape, unsymmetric(2), constant);
                    p.boundary.value = std::vector<double>{0.25, -1, 3, 0.5};
                    p.boundary.value.resize(std::size_t(channels));
                    p.input = sample;
                    expect(p, algorithm);
                    expect(problem(shape, gaussian(5)), algorithm);
                }
}

TEST_F(GpuLine, ConstantSignalsStayConstantToTheLastBit) {
    for (Algorithm algorithm : signal_algorithms)
        for (BoundaryKind boundary : boundaries_where(keeps_constants))
            for (double sigma : {0.8, 50.0, 1000.0}) {
                if (!has(algorithm, boundary)) continue;
                Problem p = problem({10007, 1, 1}, gaussian(sigma, 4), boundary);
                p.method.algorithm = algorithm;
                SCOPED_TRACE(text(p));
                Image in(p.shape, Sample::f32), out(p.shape, Sample::f32);
                std::fill_n(in.data<float>(), p.shape.samples(), 0.7654321f);
                on()(p, in.view(), out.view());
                EXPECT_EQ(std::memcmp(in.data<float>(), out.data<float>(), in.bytes()), 0);
            }
}

// Impulses in 2^26 samples: what comes out is known. They stand at and around the ends of superblocks, and of all
// that a thread of the scan owns.
TEST_F(GpuLine, VeryLongSignals) {
    if (emulated_) GTEST_SKIP() << "2^26 samples are for devices";
    constexpr int n = 1 << 26, half = 1500;
    const FilterSpec filter = gaussian(90);
    const std::vector<double> response = impulse_response(design(filter).columns, half);
    for (Shape shape : {Shape{n, 1, 1}, Shape{1, n, 1}}) {
        Image in(shape, Sample::f32), out(shape, Sample::f32);
        std::fill_n(in.data<float>(), n, 0.25f);
        std::map<int, double> heights;
        std::mt19937 generator(3);
        for (int i = 5000; i < n - 5000; i += 4096 + int(generator() % 3000000))
            heights[i % 3 == 0 ? i : i / 4096 * 4096 - i % 3 + 1] = 1 + double(generator() % 100);
        for (auto [i, height] : heights) in.data<float>()[i] += float(height);
        for (Algorithm algorithm : signal_algorithms) {
            Problem p = problem(shape, filter);
            p.method.algorithm = algorithm;
            SCOPED_TRACE(text(p));
            on()(p, in.view(), out.view());
            double worst = 0;
            auto next = heights.begin();
            for (int i = 0; i < n; ++i) {
                while (next != heights.end() && next->first + half < i) ++next;
                double want = 0.25;
                for (auto h = next; h != heights.end() && h->first - half <= i; ++h)
                    want += h->second * response[std::size_t(i - h->first + half)];
                worst = std::max(worst, std::abs(double(out.data<float>()[i]) - want));
            }
            EXPECT_LE(worst, (0.25 + 100 * response[half]) * float_tolerance);
        }
    }
}

TEST_F(GpuLine, SignalsRepeatToTheLastBit) {
    for (Algorithm algorithm : signal_algorithms) {
        Problem p = problem({70001, 1, 1}, gaussian(12)), other = problem({70001, 1, 1}, gaussian(200));
        p.method.algorithm = other.method.algorithm = algorithm;
        const Image in = random_image(p.shape, p.input);
        Image first(p.shape, Sample::f32), again(p.shape, Sample::f32);
        on()(p, in.view(), first.view());
        on()(other, in.view(), again.view());
        on()(p, in.view(), again.view());
        engine_->time_runs(3);
        engine_->run(in.view(), again.view());
        EXPECT_EQ(std::memcmp(first.data<float>(), again.data<float>(), first.bytes()), 0);
    }
}

// ---- varying coefficients ----------------------------------------------------------------------------

FilterSpec with_pole(double p) {
    FilterSpec filter = of_kind(FilterKind::iir);
    filter.causal = {-p};
    return filter;
}

// Bicubic interpolation's pole, and slower and slower ones, until the coefficients vary from end to end.
TEST_F(GpuLine, VaryingCoefficients) {
    for (double p : {-0.9999, -0.9, std::sqrt(3.0) - 2, 0.0, 0.3, 0.6, 0.9, 0.99, 0.999, 0.99999, 1 - 1e-7})
        for (int passes : {2, 4})
            for (Shape shape :
                 {Shape{1, 1, 1}, Shape{33, 65, 1}, Shape{97, 64, 4}, Shape{64, 128, 1}, Shape{2, 31, 2},
                  Shape{130, 259, 3}, Shape{1100, 40, 1}, Shape{40, 1100, 1}, Shape{3000, 1, 1}}) {
                Problem q = problem(shape, with_pole(p), mirror);
                q.passes = passes;
                q.input = shape.channels == 3 ? Sample::u8 : Sample::f32;
                expect(q, Algorithm::alg5v);
            }
    expect(problem({200, 300, 1}, of_kind(FilterKind::bspline3), mirror), Algorithm::alg5v);
    expect(problem({200, 300, 1}, of_kind(FilterKind::exponential), mirror), Algorithm::alg5v);
}

TEST_F(GpuLine, VaryingCoefficientsKeepConstants) {
    for (double p : {-0.5, 0.3, 0.99, 0.9999}) {
        Problem q = problem({517, 389, 1}, with_pole(p), mirror);
        q.method.algorithm = Algorithm::alg5v;
        Image in(q.shape, Sample::f32), out(q.shape, Sample::f32);
        std::fill_n(in.data<float>(), q.shape.samples(), 0.7654321f);
        on()(q, in.view(), out.view());
        EXPECT_EQ(std::memcmp(in.data<float>(), out.data<float>(), in.bytes()), 0) << p;
    }
}

// Gaussian elimination of the tridiagonal matrix, row by row.
TEST(VaryingPair, IsTheFactorisation) {
    for (double p : {-0.99, -0.5, -0.2, 0.0, 0.3, 0.6, 0.9, 0.99, 0.9999})
        for (int n : {1, 2, 3, 10, 100, 3000}) {
            const VaryingPair pair(design(with_pole(p)).columns.causal, n);
            const double unit = (1 - p) * (1 - p);
            double pivot = 0, s = 0;
            for (int i = 0; i < n; ++i) {
                const double diagonal = 1 + p * p - (i == 0 ? p : 0) - (i == n - 1 ? p : 0),
                             factor = i == 0
                                          ? 0
                                          : p / pivot;  // of row i - 1, whose entry right of the pivot is -p
                pivot = diagonal - factor * p;
                s = unit + factor * s;  // what the right-hand side of a constant 1 has become
                const double slack = 1e-10 / (1 - std::abs(p));
                EXPECT_NEAR(pair.g(i), unit / s, slack * unit / s) << p << " " << i << " of " << n;
                EXPECT_NEAR(pair.k(i), s / pivot, slack * s / pivot) << p << " " << i << " of " << n;
            }
            if (pair.varying() < n - 1) {
                EXPECT_EQ(pair.g(pair.varying()), pair.k(pair.varying()));
                EXPECT_NEAR(std::pow(std::abs(p), 2 * pair.varying() + 1), 0, 0x1p-53);
            }
        }
}

// ---- what they move, and what they refuse ------------------------------------------------------------

TEST(LineStages, MoveWhatTheFormulasSay) {
    Problem p = problem({1024, 512, 1}, gaussian(5));
    const std::uint64_t image = 4 * p.shape.samples();
    p.method.algorithm = Algorithm::rt;
    EXPECT_EQ(total_bytes(stages(p, 1)), 8 * image);
    p = problem({1024, 512, 1}, with_pole(0.5), mirror);
    p.method.algorithm = Algorithm::alg5v;
    EXPECT_EQ(total_bytes(stages(p, 32)), 3 * image + 22 * image / 32);
    for (int order : {3, 4, 5})
        for (Shape shape : {Shape{1 << 20, 1, 1}, Shape{1, 1 << 20, 2}}) {
            p = problem(shape, gaussian(5, order));
            const std::uint64_t n = 4 * shape.samples(), states = std::uint64_t(order) * n / 4096;
            p.method.algorithm = Algorithm::alg1;
            EXPECT_EQ(total_bytes(stages(p, 4096)), 6 * n + 8 * states);
            p.method.algorithm = Algorithm::alg3;
            EXPECT_EQ(total_bytes(stages(p, 4096)), 3 * n + 9 * states);
        }
}

TEST(LineAlgorithms, RefuseWhatTheyDoNotHave) {
    auto refusal = [](Shape shape, FilterSpec filter, BoundaryKind boundary, Algorithm algorithm) {
        Problem p = problem(shape, filter, boundary);
        p.method.algorithm = algorithm;
        return why_not(p, EngineKind::cuda);
    };
    for (Algorithm algorithm : signal_algorithms) {
        EXPECT_NE(refusal({2, 2, 1}, gaussian(5), clamp, algorithm).find("one row or one column"),
                  std::string::npos);
        EXPECT_EQ(refusal({2, 1, 1}, gaussian(5), clamp, algorithm), "");
    }
    EXPECT_NE(refusal({9, 1, 1}, gaussian(5), mirror, Algorithm::alg1).find("repeat"), std::string::npos);
    EXPECT_NE(refusal({9, 9, 1}, gaussian(5), repeat, Algorithm::rt).find("clamp"), std::string::npos);
    EXPECT_NE(refusal({9, 9, 1}, with_pole(0.5), clamp, Algorithm::alg5v).find("mirror"), std::string::npos);
    EXPECT_NE(refusal({9, 9, 1}, gaussian(5), mirror, Algorithm::alg5v).find("orders 1"), std::string::npos);
    EXPECT_NE(refusal({9, 9, 1}, unsymmetric(1), mirror, Algorithm::alg5v), "");
    EXPECT_EQ(refusal({9, 9, 1}, with_pole(0.5), mirror, Algorithm::alg5v), "");
}

// A sample across the signal is a line of its own: the reference on an image of one sample says the same.
TEST(Signal, FactorAcross) {
    for (int order = 1; order <= max_order; ++order)
        for (BoundaryKind boundary : all_boundaries())
            for (int passes : {1, 2, 3, 4}) {
                Problem p = problem({1, 7, 1}, filter_of_order(order, boundary), boundary);
                p.passes = passes;
                const double factor = factor_across({p, design(p.filter)});
                const bool of_zero = boundary == none || boundary == zero || boundary == constant;
                if (passes < 3 || !of_zero) {
                    EXPECT_EQ(factor, 1);
                    continue;
                }
                Problem one = problem({1, 1, 1}, p.filter, boundary == none ? none : zero);
                one.input = Sample::f64;
                one.passes = passes - 2;  // down, up: both axes have the same filter
                Image in(one.shape, Sample::f64);
                in.data<double>()[0] = 1;
                const double want =
                    reference(one, in.view()).data<double>()[0] / design(p.filter).gain_after(passes - 2);
                EXPECT_NEAR(factor, want, 1e-12 * std::abs(want)) << text(p);
            }
}

}  // namespace
}  // namespace sweep::test
