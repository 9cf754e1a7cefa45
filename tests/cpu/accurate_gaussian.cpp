// Pictures that the engine filters with the Gaussian by poles and zeros,
// beside their convolution with the sampled Gaussian.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/random_image.h"
#include "core/design/design.h"
#include "cpu/engine.h"
#include "tests/support/cases.h"

namespace sweep {
namespace {

// The place of sample i of a line of n that the boundary continues; -1: 0 is there.
int place(BoundaryKind boundary, int i, int n) {
    if (i >= 0 && i < n) return i;
    if (boundary == BoundaryKind::zero) return -1;
    if (boundary == BoundaryKind::clamp) return i < 0 ? 0 : n - 1;
    const int period = boundary == BoundaryKind::mirror ? 2 * n : n, in = ((i % period) + period) % period;
    return in < n ? in : period - 1 - in;
}

// Convolves the lines of one axis, `step` samples between neighbours, with the Gaussian.
std::vector<double> blurred(const std::vector<double>& from, int lines, int line_step, int n, int step,
                            const std::vector<double>& g, BoundaryKind boundary) {
    std::vector<double> to(from.size());
    const int half = int(g.size() / 2);
    for (int line = 0; line < lines; ++line)
        for (int i = 0; i < n; ++i) {
            double sum = 0;
            for (int k = -half; k <= half; ++k)
                if (const int at = place(boundary, i + k, n); at >= 0)
                    sum += g[std::size_t(k + half)] * from[std::size_t(line * line_step + at * step)];
            to[std::size_t(line * line_step + i * step)] = sum;
        }
    return to;
}

TEST(AccurateGaussian, IsTheConvolutionWithTheGaussianUnderEveryBoundary) {
    constexpr int width = 151, height = 93;
    const Image in = random_image({width, height, 1}, Sample::f32);
    cpu::Engine engine;
    for (const double sigma : {0.7, 5.0, 40.0}) {
        const std::vector<double> g = sampled_gaussian(sigma, int(9 * sigma) + 2);
        for (const BoundaryKind boundary :
             {BoundaryKind::zero, BoundaryKind::clamp, BoundaryKind::repeat, BoundaryKind::mirror}) {
            std::vector<double> exact(in.data<float>(), in.data<float>() + width * height);
            exact = blurred(exact, width, 1, height, width, g, boundary);
            exact = blurred(exact, height, width, width, 1, g, boundary);
            for (const double accuracy : {1.4e-2, 3e-4, 6e-6}) {
                Problem p = test::problem({width, height, 1}, FilterSpec(), boundary);
                p.filter.sigma = sigma;
                p.filter.accuracy = accuracy;
                Image out(in.shape(), Sample::f32);
                engine.prepare(p);
                engine.run(in.view(), out.view());
                double error = 0;
                for (std::size_t i = 0; i < exact.size(); ++i)
                    error = std::max(error, std::abs(double(out.data<float>()[i]) - exact[i]));
                EXPECT_LE(error, accuracy + 2e-6) << sigma << " " << info(boundary).word << " " << accuracy;
            }
        }
    }
}

// Under mirror, too, where zeros cost an inverse that is well conditioned for these filters.
TEST(AccurateGaussian, TakesTheSameAlgorithmUnderEveryBoundary) {
    for (const BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::mirror})
        for (const double sigma : {0.3, 5.0, 8192.0})
            for (const double accuracy : {1.4e-2, 3e-4, 6e-6}) {
                Problem p = test::problem({151, 93, 1}, FilterSpec(), boundary);
                p.filter.sigma = sigma;
                p.filter.accuracy = accuracy;
                p.method.algorithm = Algorithm::alg7;
                EXPECT_EQ(why_not(p, EngineKind::cpu), "") << sigma << " " << accuracy;
            }
    Problem p = test::problem({151, 93, 1}, FilterSpec(), BoundaryKind::mirror);
    p.filter.kind = FilterKind::iir;
    p.filter.causal = {-0.5};
    p.filter.feedforward = {1, -2};  // a zero at the reciprocal of the pole
    p.method.algorithm = Algorithm::alg7;
    EXPECT_NE(why_not(p, EngineKind::cpu).find("zeros"), std::string::npos);
    p.filter = FilterSpec();
    p.filter.derivative_x = 1;
    EXPECT_NE(why_not(p, EngineKind::cpu).find("the same causal and anticausal feedforward"),
              std::string::npos);
}

}  // namespace
}  // namespace sweep
