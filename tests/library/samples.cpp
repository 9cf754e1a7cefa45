// What plans of the C interface make of samples: boxes, missing and small samples, and what is derived.
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "core/base/largest.h"
#include "core/base/random_image.h"
#include "core/plan/usual_accuracy.h"
#include "core/problem/reference.h"
#include "lib/sweep.h"
#include "lib/sweep.hpp"
#include "tests/library/made.h"
#include "tests/support/cases.h"

namespace sweep::test {
namespace {

TEST(Library, BoxesHaveWidthsHeightsAndOrigins) {
    const Image in = random_image({50, 40, 1}, Sample::f32);
    const auto filtered = [&](auto set) {
        sweep_request request = request_of(50, 40, 1);
        request.filter = SWEEP_BOX;
        request.engine = SWEEP_ENGINE_CPU;
        set(request);
        const Made made(request);
        EXPECT_EQ(made.status, SWEEP_OK) << sweep_last_error();
        std::vector<float> out(in.shape().samples());
        EXPECT_EQ(sweep_run(made.plan, in.data<float>(), 0, out.data(), 0), SWEEP_OK);
        return out;
    };
    const std::vector<float> usual = filtered([](auto&) {});
    EXPECT_EQ(filtered([](auto& r) { r.box_width = 9; }), usual);
    EXPECT_EQ(filtered([](auto& r) { r.box_width = 9, r.box_height = 9; }), usual);
    // y = 20, x = 30: the pixels from 30 - 2 - 1 on, and from 20 - 1 on.
    const float* x = in.data<float>();
    double sum = 0;
    for (int v = 19; v < 22; ++v)
        for (int u = 27; u < 31; ++u) sum += double(x[v * 50 + u]);
    EXPECT_NEAR(
        filtered([](auto& r) { r.box_width = 4, r.box_height = 3, r.box_origin_x = 1; })[20 * 50 + 30],
        sum / 12, 1e-6);

    for (const auto set :
         {+[](sweep_request& r) { r.radius = -1; }, +[](sweep_request& r) { r.box_width = -1; },
          +[](sweep_request& r) { r.box_origin_x = 5; },
          +[](sweep_request& r) { r.box_height = 4, r.box_origin_y = -3; }}) {
        sweep_request request = request_of(50, 40, 1);
        request.filter = SWEEP_BOX;
        set(request);
        EXPECT_EQ(Made(request).status, SWEEP_USAGE);
    }
}

// The truth is the quotient of the reference's means of the samples and of their weights, both in double.
TEST(Library, SamplesThatAreMissingHaveNoWeight) {
    const Shape shape{61, 47, 2};
    for (const sweep_sample type : {SWEEP_F32, SWEEP_F64})
        for (const sweep_filter filter : {SWEEP_GAUSSIAN, SWEEP_BOX, SWEEP_EXPONENTIAL}) {
            const Image noise = random_image(shape, Sample::f32);
            std::vector<double> values(shape.samples()), weights(values.size(), 1.0);
            for (std::size_t i = 0; i < values.size(); ++i) {
                values[i] = noise.data<float>()[i];
                if (i % 7 == 3 || (i > 2000 && i < 2300)) values[i] = weights[i] = 0;
            }
            sweep_request request = request_of(shape.width, shape.height, shape.channels);
            request.filter = filter;
            request.sigma = 3;
            request.radius = 2;
            request.engine = SWEEP_ENGINE_REFERENCE;
            request.input = SWEEP_F64;
            std::vector<double> sums(values.size()), of_weights(values.size());
            const Made truth(request);
            ASSERT_EQ(sweep_run(truth.plan, values.data(), 0, sums.data(), 0), SWEEP_OK)
                << sweep_last_error();
            ASSERT_EQ(sweep_run(truth.plan, weights.data(), 0, of_weights.data(), 0), SWEEP_OK);

            request.engine = SWEEP_ENGINE_CPU;
            request.input = type;
            const double nan = std::nan(""), allowed = type == SWEEP_F32 ? 1e-5 : 1e-9;
            for (const sweep_missing how : {SWEEP_MISSING_KEEP, SWEEP_MISSING_FILL, SWEEP_MISSING_ZERO}) {
                request.missing = how;
                const Made made(request);
                ASSERT_EQ(made.status, SWEEP_OK) << sweep_last_error();
                const auto run = [&](auto zero) {
                    std::vector<decltype(zero)> in(values.begin(), values.end()), out(values.size());
                    for (std::size_t i = 0; i < in.size(); ++i)
                        in[i] = weights[i] == 0 ? decltype(zero)(nan) : in[i];
                    // A run without any before and after: the plan is what it was. The last is in place.
                    const std::vector<decltype(zero)> whole(values.begin(), values.end());
                    std::vector<decltype(zero)> first(out.size()), last(out.size());
                    EXPECT_EQ(sweep_run(made.plan, whole.data(), 0, first.data(), 0), SWEEP_OK);
                    EXPECT_EQ(sweep_run(made.plan, in.data(), 0, out.data(), 0), SWEEP_OK)
                        << sweep_last_error();
                    EXPECT_EQ(sweep_run(made.plan, whole.data(), 0, last.data(), 0), SWEEP_OK);
                    EXPECT_EQ(first, last);
                    EXPECT_EQ(sweep_run(made.plan, in.data(), 0, in.data(), 0), SWEEP_OK);
                    for (std::size_t i = 0; i < out.size(); ++i)
                        EXPECT_TRUE(in[i] == out[i] || (std::isnan(in[i]) && std::isnan(out[i]))) << i;
                    return std::vector<double>(out.begin(), out.end());
                };
                const std::vector<double> out = type == SWEEP_F32 ? run(0.0f) : run(0.0);
                for (std::size_t i = 0; i < out.size(); ++i) {
                    if (how == SWEEP_MISSING_KEEP && weights[i] == 0) {
                        ASSERT_TRUE(std::isnan(out[i])) << i;
                    } else if (how == SWEEP_MISSING_ZERO || of_weights[i] > 0.05) {
                        const double weight = how == SWEEP_MISSING_ZERO ? 1 : of_weights[i];
                        ASSERT_NEAR(out[i], sums[i] / weight, allowed / weight) << filter << i;
                    }
                }
            }
        }
    sweep_request request = request_of(8, 8);
    request.missing = SWEEP_MISSING_KEEP;
    request.derivative_x = 1;
    EXPECT_EQ(refusal(request).find("missing: the result is no mean"), 0u);
    request.missing = sweep_missing(9);
    EXPECT_EQ(refusal(request), "missing has no such value: see sweep.h");
    request.missing = SWEEP_MISSING_ZERO;
    EXPECT_EQ(Made(request).status, SWEEP_OK);
    request = request_of(8, 8);
    request.missing = SWEEP_MISSING_FILL;
    request.input = SWEEP_U8;
    EXPECT_EQ(sweep_api::Plan(request).notes(), "missing has no effect on gaussian");
}

// The truth is the result for the same samples in double. One plan takes small and usual samples in turn.
TEST(Library, SmallSamplesKeepTheirDigits) {
    constexpr int width = 61, height = 47;
    const Image noise = random_image({width, height, 1}, Sample::f32, 5);
    struct Case {
        const char* name;
        sweep_request request;
        double small;  // the unit of the samples, of the constant outside and of the threshold
    };
    std::vector<Case> cases;
    for (const double unit : {0x1p-100, 0x1p-120}) {
        sweep_request request = request_of(width, height);
        request.order = 3;
        request.sigma = 300;
        request.boundary = SWEEP_BOUNDARY_MIRROR;
        cases.push_back({"gaussian", request, unit});
        request.sigma = 5;
        request.boundary = SWEEP_BOUNDARY_CONSTANT;
        request.boundary_value[0] = 0.5 * unit;
        cases.push_back({"constant", request, unit});
        request.missing = SWEEP_MISSING_FILL;
        cases.push_back({"missing", request, unit});
        request = request_of(width, height);
        request.derived = SWEEP_DERIVED_UNSHARP;
        request.unsharp_threshold = 0.2 * unit;
        cases.push_back({"unsharp", request, unit});
        request.derived = SWEEP_DERIVED_DOG;
        cases.push_back({"dog", request, unit});
        request = request_of(width, height);
        for (const sweep_filter filter : {SWEEP_BOX, SWEEP_SAT, SWEEP_BSPLINE3}) {
            request.filter = filter;
            cases.push_back({"filter", request, unit});
        }
    }
    for (Case& c : cases) {
        SCOPED_TRACE(testing::Message() << c.name << " " << c.request.filter << " " << c.small);
        const Made made(c.request);
        ASSERT_EQ(made.status, SWEEP_OK) << sweep_last_error();
        c.request.input = SWEEP_F64;
        const Made in_double(c.request);
        ASSERT_EQ(in_double.status, SWEEP_OK) << sweep_last_error();
        std::vector<float> in(noise.shape().samples()), out(in.size());
        std::vector<double> same(in.size()), truth(in.size());
        for (const double unit : {c.small, 1.0, c.small}) {
            for (std::size_t i = 0; i < in.size(); ++i)
                same[i] = in[i] = float(noise.data<float>()[i] * unit);
            if (c.request.missing != SWEEP_MISSING_SPREAD) same[99] = in[99] = std::nanf("");
            ASSERT_EQ(sweep_run(made.plan, in.data(), 0, out.data(), 0), SWEEP_OK) << sweep_last_error();
            ASSERT_EQ(sweep_run(in_double.plan, same.data(), 0, truth.data(), 0), SWEEP_OK);
            EXPECT_LT(largest_difference(out, truth), 1e-5 * largest_magnitude(truth)) << unit;
        }
    }
}

// The truth is the formula on results of the reference, in double.
TEST(Library, DerivesFromTheResultsOfSeveralRuns) {
    const Shape shape{61, 43, 2};
    const Image floats = random_image(shape, Sample::f32), bytes = random_image(shape, Sample::u8);
    for (const Image* in : {&floats, &bytes}) {
        const bool is_bytes = in->sample() == Sample::u8;
        const auto blurred = [&](double sigma, int x = 0, int y = 0) {
            Problem problem = test::problem(shape, gaussian(sigma));
            problem.input = in->sample();
            problem.linear = is_bytes;
            problem.filter.derivative_x = x;
            problem.filter.derivative_y = y;
            problem.filter.accuracy = usual_accuracy;
            return reference(problem, in->view());
        };
        const Image soft = blurred(2), softer = blurred(5), xx = blurred(2, 2, 0), yy = blurred(2, 0, 2),
                    x1 = blurred(2, 1, 0), y1 = blurred(2, 0, 1);
        for (int derived = SWEEP_DERIVED_NONE; derived <= SWEEP_DERIVED_GRADIENT; ++derived) {
            sweep_request request = request_of(shape.width, shape.height, shape.channels);
            request.input = is_bytes ? SWEEP_U8 : SWEEP_F32;
            request.decode_srgb = is_bytes;
            request.sigma = 2;
            request.derived = sweep_derived(derived);
            request.unsharp_amount = 1.5;
            request.unsharp_threshold = 0.1;
            request.dog_ratio = 2.5;
            request.log_gamma = 0.5;
            sweep_api::Plan plan(request);
            std::vector<float> out(shape.samples());
            plan.run(in->data<void>(), out.data());
            for (std::size_t i = 0; i < out.size(); ++i) {
                const double byte = is_bytes ? in->data<std::uint8_t>()[i] / 255.0 : 0,
                             x = !is_bytes    ? double(in->data<float>()[i])
                                 : i % 2 == 1 ? byte
                                              : srgb_to_linear(byte),
                             b = soft.data<double>()[i];
                const double right[] = {b,
                                        std::abs(x - b) > 0.1 ? x + 1.5 * (x - b) : x,
                                        x - b,
                                        b - softer.data<double>()[i],
                                        2 * (xx.data<double>()[i] + yy.data<double>()[i]),
                                        std::hypot(x1.data<double>()[i], y1.data<double>()[i])};
                ASSERT_NEAR(out[i], right[derived], 1e-5) << derived << " at " << i;
            }
            if (is_bytes) continue;
            std::vector<float> there(in->data<float>(), in->data<float>() + out.size());
            plan.run(there.data(), there.data());
            EXPECT_EQ(there, out) << "in place";
        }
    }
    sweep_request request = request_of(8, 8);
    request.filter = sweep_filter(31);  // the largest of the type, far beyond the last
    EXPECT_NE(refusal(request).find("filter has no such value"), std::string::npos);
    request.filter = SWEEP_GAUSSIAN;
    request.derived = sweep_derived(SWEEP_DERIVED_GUIDED + 1);
    EXPECT_NE(refusal(request).find("derived has no such value"), std::string::npos);
    request.derived = SWEEP_DERIVED_DOG;
    request.dog_ratio = 0.5;
    EXPECT_NE(refusal(request).find("ratio of the difference of Gaussians is 1 to 8192, not 0.5"),
              std::string::npos);
    request.dog_ratio = 2;
    request.filter = SWEEP_BOX;
    EXPECT_NE(refusal(request).find("is of the filter gaussian, not of box"), std::string::npos);
    request.filter = SWEEP_GAUSSIAN;
    request.missing = SWEEP_MISSING_KEEP;
    EXPECT_NE(refusal(request).find("missing: the result is no mean"), std::string::npos);
}

}  // namespace
}  // namespace sweep::test
