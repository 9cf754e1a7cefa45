// The Gaussian by poles and zeros beside the sampled Gaussian.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/design/design.h"
#include "core/design/designs.h"
#include "core/problem/accuracy.h"
#include "tests/support/cases.h"

namespace sweep {
namespace {

FilterSpec accurate(double sigma, double accuracy) {
    FilterSpec spec;
    spec.sigma = sigma;
    spec.accuracy = accuracy;
    return spec;
}

struct Distance {
    double sum_of_errors, sum, least_of_peak;
};

// The response of both passes beside the Gaussian of sum 1, as far as the filter remembers.
Distance distance(double sigma, int order) {
    const PassDesign pass = rational_gaussian(sigma, order);
    const int half = int(20 * sigma) + 40;
    const std::vector<double> h = impulse_response({pass, pass}, half), g = sampled_gaussian(sigma, half);
    Distance d{0, std::accumulate(h.begin(), h.end(), 0.0),
               *std::min_element(h.begin(), h.end()) / *std::max_element(h.begin(), h.end())};
    for (std::size_t i = 0; i < h.size(); ++i) d.sum_of_errors += std::abs(h[i] - g[i]);
    return d;
}

TEST(RationalGaussian, IsAsNearToTheGaussianAsItSaysAtEverySigma) {
    const std::pair<int, double> most_of_orders[] = {{3, 1.4e-2}, {5, 2.9e-4}, {7, 5.3e-6}};
    for (const double sigma : {0.3, 0.5, 0.7, 1.0, 2.0, 5.0, 40.0, 150.0, 300.0, 1000.0, 5000.0, 8192.0})
        for (const auto& [order, most] : most_of_orders) {
            const Distance d = distance(sigma, order);
            EXPECT_LE(d.sum_of_errors, most) << sigma << " " << order;
            EXPECT_LE(d.sum_of_errors, 1.05 * rational_gaussian_error(sigma, order) + 1e-9)
                << sigma << " " << order;
            EXPECT_NEAR(d.sum, 1, 1e-10) << sigma << " " << order;
            EXPECT_GE(d.least_of_peak, -1.1e-6) << sigma << " " << order;
        }
}

// sum |h - d| / sum |d|; constants become what the sampled derivative makes of them, which is 0 from sigma 1 on.
TEST(RationalGaussian, ItsDerivativesAreAsNearToTheSampledOnesAtEverySigma) {
    const double most[2][3] = {{1.8e-2, 4e-4, 8e-6}, {0.2, 3.5e-3, 7e-5}},
                 most_below_0_7[2][3] = {{0.25, 6e-3, 2.5e-5}, {0.2, 3.5e-3, 7e-5}};
    for (const double sigma :
         {0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.5, 2.0, 3.0, 5.0, 40.0, 150.0, 1000.0, 8192.0})
        for (const int derivative : {1, 2})
            for (const int order : {3, 5, 7}) {
                const AxisDesign axis = rational_derivative(sigma, order, derivative);
                const int half = int(25 * sigma) + 40;
                const std::vector<double> h = impulse_response(axis, half),
                                          d = sampled_gaussian(sigma, half, derivative);
                double error = 0, whole = 0, constant = 0;
                for (std::size_t i = 0; i < h.size(); ++i) {
                    error += std::abs(h[i] - d[i]);
                    whole += std::abs(d[i]);
                    constant += h[i] - d[i];
                }
                SCOPED_TRACE(testing::Message() << sigma << " " << order << " " << derivative);
                EXPECT_EQ(axis.causal.zeros.size(), axis.anticausal.zeros.size());
                EXPECT_LE(int(axis.causal.zeros.size()), order);
                EXPECT_LE(error / whole,
                          (sigma < 0.7 ? most_below_0_7 : most)[derivative - 1][(order - 3) / 2]);
                EXPECT_LE(error / whole, 1.1 * rational_gaussian_error(sigma, order, derivative) + 1e-8);
                EXPECT_NEAR(constant / whole, 0, 1e-6);
                const double left = std::abs(axis.causal.response() * axis.anticausal.response());
                EXPECT_TRUE(sigma < 1 || left < 1e-12) << left;
            }
}

TEST(RationalGaussian, ZerosBringNineTimesTheAccuracyOfEachPole) {
    for (const double sigma : {2.0, 40.0})
        for (const int order : {3, 5})
            EXPECT_GT(distance(sigma, order).sum_of_errors, 25 * distance(sigma, order + 2).sum_of_errors)
                << sigma << " " << order;
}

TEST(RationalGaussian, TakesTheLeastOrderThatKeepsTheAccuracy) {
    EXPECT_EQ(design(accurate(5, 1e-2)).order(), 3);
    EXPECT_EQ(design(accurate(5, 3e-4)).order(), 5);
    EXPECT_EQ(design(accurate(5, 6e-6)).order(), 7);
    FilterSpec two = accurate(40, 9e-7);  // which the small sigma does not keep
    EXPECT_EQ(design(two).order(), 7);
    two.sigma_y = 1;
    EXPECT_THROW(design(two), Error);
}

TEST(RationalGaussian, RefusesWhatNoOrderKeeps) {
    for (const double accuracy : {1e-9, -1.0, std::nan("")})
        EXPECT_THROW(design(accurate(5, accuracy)), Error) << accuracy;
    FilterSpec derivative = accurate(5, 1e-3);
    derivative.derivative_x = 2;
    EXPECT_EQ(design(derivative).order(), 7);
    derivative.accuracy = 1e-6;
    EXPECT_THROW(design(derivative), Error);
    derivative.derivative_x = 3;
    EXPECT_THROW(design(derivative), Error);
}

TEST(RationalGaussian, TheDistanceOfAProblemIsThatOfItsWorseAxis) {
    Problem p = test::problem({40, 30, 1}, accurate(40, 1e-2));
    EXPECT_NEAR(*distance_from_gaussian(p), distance(40, 3).sum_of_errors, 1e-9);
    p.filter.sigma_y = 2;
    EXPECT_NEAR(*distance_from_gaussian(p), distance(2, 3).sum_of_errors, 1e-9);
    p.filter.sigma_y = 1;  // needs order 5, which both axes then have
    EXPECT_NEAR(*distance_from_gaussian(p), distance(1, 5).sum_of_errors, 1e-9);
    p.filter = test::gaussian(5, 3);  // poles alone
    EXPECT_GT(*distance_from_gaussian(p), 1e-2);
    p.filter.derivative_x = 1;
    EXPECT_GT(*distance_from_gaussian(p), 1e-2) << "central differences of it";
    p.filter.causal_gain = 2;
    EXPECT_FALSE(distance_from_gaussian(p));
}

}  // namespace
}  // namespace sweep
