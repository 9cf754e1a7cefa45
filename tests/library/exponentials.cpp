// sweep_plan_get_exponentials(): the response of a plan, away from the impulse.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lib/sweep.hpp"

namespace {

sweep_api::Request line_of(int n) {
    sweep_api::Request request;
    request.width = n, request.height = 1;
    request.input = SWEEP_F64, request.engine = SWEEP_ENGINE_CPU;
    request.boundary = SWEEP_BOUNDARY_ZERO;
    request.axes = SWEEP_AXES_X;
    return request;
}

// What the plan makes of an impulse in the middle of a line against the sums, in units of the largest output.
void expect_the_response(const sweep_api::Request& request) {
    sweep_api::Plan plan(request);
    const std::size_t n = std::size_t(request.width), middle = n / 2;
    std::vector<double> line(n, 0.0), response(n);
    line[middle] = 1;
    plan.run(line.data(), response.data());
    double largest = 0;
    for (double h : response) largest = std::max(largest, std::abs(h));
    for (const bool before : {false, true}) {
        const std::vector<sweep_exponential> all = plan.exponentials(SWEEP_AXES_X, before);
        ASSERT_FALSE(all.empty());
        for (std::size_t i = 1; i < middle; ++i) {
            std::complex<double> sum = 0;
            for (const sweep_exponential& e : all)
                sum += std::complex(e.weight_re, e.weight_im) *
                       std::pow(std::complex(e.pole_re, e.pole_im), double(i));
            ASSERT_NEAR(sum.real(), response[before ? middle - i : middle + i], 1e-12 * largest)
                << i << (before ? " before" : " behind");
            ASSERT_NEAR(sum.imag(), 0, 1e-12 * largest);
        }
    }
}

TEST(Exponentials, AddUpToTheResponse) {
    for (const double sigma : {0.5, 3.0, 40.0})
        for (int derivative = 0; derivative <= 2; ++derivative) {
            sweep_api::Request request = line_of(301);
            request.sigma = sigma, request.derivative_x = derivative;
            expect_the_response(request);
            request.order = 3;
            expect_the_response(request);
        }
    sweep_api::Request request = line_of(201);
    request.filter = SWEEP_BSPLINE5;
    expect_the_response(request);
    request.filter = SWEEP_ELLIPTIC, request.order = 5;
    expect_the_response(request);
    const double a[] = {-0.6, 0.2, 0.0}, b[] = {0.5, 0.2, 0.1}, c[] = {-0.3, 0.1, 0.0};
    request.filter = SWEEP_IIR;
    request.causal = a, request.causal_count = 3, request.anticausal = c, request.anticausal_count = 3;
    request.feedforward = b, request.feedforward_count = 2;
    expect_the_response(request);
}

TEST(Exponentials, AreRefusedInOneLine) {
    const auto refusal = [](sweep_api::Request request) -> std::string {
        sweep_api::Plan plan(request);
        try {
            plan.exponentials(SWEEP_AXES_X);
        } catch (const sweep_api::Error& error) {
            EXPECT_EQ(error.status(), SWEEP_USAGE);
            return error.what();
        }
        return "";
    };
    sweep_api::Request request = line_of(8);
    request.filter = SWEEP_BOX;
    EXPECT_NE(refusal(request).find("not recursive"), std::string::npos);
    const double twice[] = {-1, 0.25};
    request.filter = SWEEP_IIR, request.causal = twice, request.causal_count = 2;
    EXPECT_NE(refusal(request).find("poles that differ"), std::string::npos);

    const sweep_api::Plan plan(line_of(8));
    std::size_t count = 0;
    EXPECT_EQ(sweep_plan_get_exponentials(plan.get(), SWEEP_AXES_BOTH, 0, 0, nullptr, &count), SWEEP_USAGE);
    EXPECT_EQ(sweep_plan_get_exponentials(plan.get(), SWEEP_AXES_X, 0, 1, nullptr, &count), SWEEP_USAGE);
    EXPECT_EQ(sweep_plan_get_exponentials(plan.get(), SWEEP_AXES_X, 0, 0, nullptr, nullptr), SWEEP_USAGE);
    EXPECT_EQ(sweep_plan_get_exponentials(plan.get(), SWEEP_AXES_Y, 0, 0, nullptr, &count), SWEEP_OK);
    EXPECT_EQ(count, 0u) << "nothing runs along y";
    sweep_exponential one;
    EXPECT_EQ(sweep_plan_get_exponentials(plan.get(), SWEEP_AXES_X, 0, 1, &one, &count), SWEEP_OK);
    EXPECT_EQ(count, 5u) << "all are counted";
}

}  // namespace
