// What enters a block is a number of the filter and the image: the CPU and the CUDA engine must find the same, by
// whichever algorithm. Their blocks are not of one size, but those of one are a multiple of those of the other, so that
// they share edges.
#include <cmath>
#include <optional>
#include <utility>

#include "cpu/engine.h"
#include "gpu/engine.h"
#include "tests/support/cases.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

class GpuCarries : public testing::TestWithParam<Algorithm> {
  protected:
    void SetUp() override {
        const gpu::Device device = gpu::probe();
        if (!device.usable) SKIP_WITHOUT("gpu", device.reason);
        gpu_.emplace(32);
    }

    std::optional<gpu::Engine> gpu_;  // where there is a device
    cpu::Engine cpu_;

    // Of noise in [far, far + 1].
    void expect_same(Problem p, float far = 0) {
        p.method.algorithm = GetParam();
        if (!why_not(p, EngineKind::cuda).empty() || !why_not(p, EngineKind::cpu).empty()) return;
        SCOPED_TRACE(text(p));
        Image in = random_image(p.shape, p.input, 4);
        if (far != 0)
            for (std::size_t i = 0; i < p.shape.samples(); ++i) in.data<float>()[i] += far;
        Image out(p.shape, output_sample(p));
        gpu_->prepare(p);
        gpu_->run(in.view(), out.view());
        cpu_.prepare(p);
        cpu_.run(in.view(), out.view());
        Carries fine = gpu_->carries(), coarse = cpu_.carries();
        if (fine.block > coarse.block) std::swap(fine, coarse);
        ASSERT_EQ(fine.order, coarse.order);
        ASSERT_EQ(coarse.block % fine.block, 0);
        ASSERT_EQ(fine.columns.empty(), coarse.columns.empty());
        ASSERT_EQ(fine.rows.empty(), coarse.rows.empty());

        // The fine block that P enters at the same edge as the coarse block m, and that which E does.
        const int ratio = coarse.block / fine.block, r = coarse.order;
        auto same = [&](int m, int k, int fine_blocks) {
            return k < r ? m * ratio : std::min(m * ratio + ratio - 1, fine_blocks - 1);
        };
        std::vector<double> got, want;
        auto compare = [&](double f, double c) {
            ASSERT_EQ(std::isnan(f), std::isnan(c));
            if (!std::isnan(c)) got.push_back(f), want.push_back(c);
        };
        for (int c = 0; c < p.shape.channels && !coarse.columns.empty(); ++c)
            for (int m = 0; m < coarse.block_rows(); ++m)
                for (int x = 0; x < p.shape.width; ++x)
                    for (int k = 0; k < 2 * r; ++k)
                        compare(fine.column(c, same(m, k, fine.block_rows()), x, k),
                                coarse.column(c, m, x, k));
        // A ringing state that slow sections follow is hardly to be seen in E_0, from which mirror finds the first P.
        // Side by side, parts are larger than their sum.
        const double tolerance = float_tolerance * (runs_back(p.boundary.kind)                  ? 30
                                                    : p.method.algorithm == Algorithm::parallel ? 10
                                                                                                : 2);
        if (!want.empty()) expect_close(got, want, tolerance);
        if (coarse.rows.empty()) return;
        got.clear(), want.clear();
        for (int c = 0; c < p.shape.channels; ++c)
            for (int n = 0; n < coarse.block_columns(); ++n)
                for (int y = 0; y < p.shape.height; ++y)
                    for (int k = 0; k < 2 * r; ++k)
                        compare(fine.row(c, same(n, k, fine.block_columns()), y, k), coarse.row(c, n, y, k));
        expect_close(got, want, tolerance);
    }
};

TEST_P(GpuCarries, AgreeWithTheCpu) {
    for (BoundaryKind boundary : all_boundaries())
        for (Shape shape : {Shape{200, 150, 1}, Shape{65, 64, 3}, Shape{33, 260, 1}, Shape{1, 1, 1}})
            for (int passes : {2, 4}) {
                std::vector<FilterSpec> filters{gaussian(20, 3), gaussian(3, 5)};
                for (int order : {1, 2, 3, 5, 8}) {
                    filters.push_back(unsymmetric(order));
                    if (runs_back(boundary)) filters.back().anticausal.clear();
                }
                for (const FilterSpec& filter : filters) {
                    Problem p = problem(shape, filter, boundary);
                    p.passes = passes;
                    expect_same(p);
                    p.input = Sample::u8;
                    if (passes == 4) expect_same(p);
                }
            }
}

// Carries that are relative to a datum are read back as those of the image.
TEST_P(GpuCarries, OfAnImageFarFromZeroAreAbsolute) {
    FilterSpec filter = unsymmetric(2);
    filter.feedforward = {
        1, 0.5};  // makes the constants that enter the second pass larger than those of the first
    expect_same(problem({200, 150, 1}, filter, BoundaryKind::clamp), 100);
}

class GpuSignalCarries : public GpuCarries {};

// Signals long enough for several superblocks, and for segments of the CPU's.
TEST_P(GpuSignalCarries, AgreeWithTheCpu) {
    for (BoundaryKind boundary : but_reflect101(all_boundaries()))
        for (Shape shape : {Shape{70001, 1, 1}, Shape{1, 20011, 2}, Shape{9000, 1, 3}, Shape{1, 33, 1}})
            for (int passes : {1, 2, 3, 4})
                for (const FilterSpec& filter : {gaussian(20, 3), unsymmetric(2), unsymmetric(5)}) {
                    Problem p = problem(shape, filter, boundary);
                    if (runs_back(boundary)) p.filter.anticausal.clear();
                    p.passes = passes;
                    expect_same(p);
                }
}

std::string name_of(const testing::TestParamInfo<Algorithm>& algorithm) {
    return std::string(sweep::info(algorithm.param).name);
}

INSTANTIATE_TEST_SUITE_P(Of, GpuCarries,
                         testing::Values(Algorithm::alg4, Algorithm::alg5, Algorithm::alg6, Algorithm::alg7,
                                         Algorithm::parallel),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Of, GpuSignalCarries, testing::Values(Algorithm::alg1, Algorithm::alg3), name_of);

}  // namespace
}  // namespace sweep::test
