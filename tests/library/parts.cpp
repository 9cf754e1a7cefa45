// Images in parts (sweep_part_run() and its neighbours) against the filter of the whole.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lib/sweep.hpp"

namespace {

using Numbers = std::vector<std::vector<double>>;

constexpr int width = 37, height = 29;

std::vector<double> noise(std::size_t count) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> in_unit(0, 1);
    std::vector<double> samples(count);
    for (double& sample : samples) sample = in_unit(random);
    return samples;
}

// Filters along the axis of the request in parts of these lengths, whose lines are those of the whole.
template <class T>
std::vector<T> in_parts(sweep_api::Request request, const std::vector<int>& lengths,
                        const std::vector<T>& in) {
    const bool along_x = request.axes == SWEEP_AXES_X;
    const std::size_t row = std::size_t(request.width) * std::size_t(request.channels),
                      pitch = row * sizeof(T), step = along_x ? std::size_t(request.channels) : row;
    request.part = 1;
    std::vector<sweep_api::Plan> plans;
    std::vector<std::size_t> first;
    std::vector<std::vector<double>> numbers;
    std::size_t at = 0;
    for (const int length : lengths) {
        (along_x ? request.width : request.height) = length;
        plans.emplace_back(request);
        first.push_back(at * step);
        numbers.push_back(plans.back().perimeters(in.data() + first.back(), pitch));
        at += std::size_t(length);
    }
    plans.front().scan(lengths, numbers);
    std::vector<T> out(in.size());
    for (std::size_t i = 0; i < lengths.size(); ++i)
        plans[i].run_part(in.data() + first[i], numbers[i], out.data() + first[i], pitch, pitch);
    return out;
}

template <class T>
void expect_the_whole(sweep_api::Request request, double tolerance) {
    request.width = width, request.height = height, request.engine = SWEEP_ENGINE_CPU;
    request.input = sizeof(T) == 8 ? SWEEP_F64 : SWEEP_F32;
    const std::vector<double> samples = noise(std::size_t(width * height * request.channels));
    const std::vector<T> in(samples.begin(), samples.end());
    for (const sweep_axes axis : {SWEEP_AXES_X, SWEEP_AXES_Y}) {
        request.axes = axis;
        std::vector<T> whole(in.size());
        sweep_api::Plan(request).run(in.data(), whole.data());
        const double largest = std::abs(*std::max_element(
            whole.begin(), whole.end(), [](T a, T b) { return std::abs(a) < std::abs(b); }));
        const int n = axis == SWEEP_AXES_X ? width : height;
        for (const std::vector<int>& lengths :
             {std::vector<int>{n}, {n - 1, 1}, {1, 1, 7, n - 9}, {10, 10, n - 20}}) {
            const std::vector<T> parts = in_parts(request, lengths, in);
            for (std::size_t i = 0; i < parts.size(); ++i)
                ASSERT_NEAR(parts[i], whole[i],
                            tolerance * std::max(largest, 1.0))  // the largest sample is 1
                    << "axis " << axis << ", boundary " << request.boundary << ", " << lengths.size()
                    << " parts, " << i;
        }
    }
}

std::vector<sweep_api::Request> filters() {
    std::vector<sweep_api::Request> all;
    const auto add = [&](auto set) {
        sweep_api::Request request;
        set(request);
        all.push_back(request);
    };
    add([](auto& r) { r.sigma = 1.5; });
    add([](auto& r) { r.sigma = 40, r.channels = 3; });
    add([](auto& r) { r.sigma = 4, r.order = 3, r.channels = 4; });
    add([](auto& r) { r.sigma = 3, r.accuracy = 6e-6; });
    add([](auto& r) { r.filter = SWEEP_BSPLINE2; });
    add([](auto& r) { r.filter = SWEEP_BSPLINE5, r.channels = 2; });
    add([](auto& r) { r.filter = SWEEP_BUTTERWORTH, r.order = 4, r.cutoff = 0.05; });
    add([](auto& r) {
        r.filter = SWEEP_ELLIPTIC, r.order = 3, r.cutoff = 0.1, r.cutoff_high = 0.2, r.band = SWEEP_BAND_PASS;
    });
    add([](auto& r) { r.filter = SWEEP_CHEBYSHEV1, r.high_pass = 1; });
    add([](auto& r) { r.filter = SWEEP_CHEBYSHEV2; });
    add([](auto& r) { r.filter = SWEEP_EXPONENTIAL, r.alpha = 0.02; });
    static const double a[] = {-0.6, 0.2}, b[] = {0.5, 0.2}, c[] = {-0.3};
    add([](auto& r) {
        r.filter = SWEEP_IIR, r.causal = a, r.causal_count = 2, r.anticausal = c, r.anticausal_count = 1;
        r.feedforward = b, r.feedforward_count = 2;
    });
    return all;
}

constexpr sweep_boundary boundaries[] = {
    SWEEP_BOUNDARY_NONE,   SWEEP_BOUNDARY_ZERO,   SWEEP_BOUNDARY_CONSTANT,  SWEEP_BOUNDARY_CLAMP,
    SWEEP_BOUNDARY_REPEAT, SWEEP_BOUNDARY_MIRROR, SWEEP_BOUNDARY_REFLECT101};

TEST(Parts, MakeTheFilterOfTheWhole) {
    for (sweep_api::Request request : filters())
        for (const sweep_boundary boundary : boundaries) {
            SCOPED_TRACE(std::to_string(request.filter) + ", sigma " + std::to_string(request.sigma));
            request.boundary = boundary;
            request.boundary_value[0] = 0.7;
            expect_the_whole<double>(request, 1e-11);
            expect_the_whole<float>(request, 1e-6);
        }
}

TEST(Parts, AreOfDerivatives) {
    for (int derivative = 1; derivative <= 2; ++derivative)
        for (const sweep_boundary boundary : boundaries) {
            sweep_api::Request request;
            request.width = width, request.height = height, request.engine = SWEEP_ENGINE_CPU;
            request.sigma = 2, request.derivative_y = derivative, request.axes = SWEEP_AXES_Y;
            request.boundary = boundary, request.input = SWEEP_F64;
            const std::vector<double> in = noise(width * height);
            std::vector<double> whole(in.size());
            sweep_api::Plan(request).run(in.data(), whole.data());
            const std::vector<double> parts = in_parts(request, {5, 13, height - 18}, in);
            for (std::size_t i = 0; i < parts.size(); ++i) ASSERT_NEAR(parts[i], whole[i], 1e-11) << boundary;
        }
}

TEST(Parts, OfBytesAndValuesOfEachChannelAreDecoded) {
    sweep_api::Request request;
    request.width = width, request.height = height, request.channels = 4;
    request.input = SWEEP_U8, request.decode_srgb = 1, request.engine = SWEEP_ENGINE_CPU;
    request.boundary = SWEEP_BOUNDARY_CONSTANT, request.boundary_values = 4;
    for (int k = 0; k < 4; ++k) request.boundary_value[k] = 0.2 * k;
    request.axes = SWEEP_AXES_Y;
    std::vector<std::uint8_t> in;
    for (const double sample : noise(std::size_t(width * height * 4)))
        in.push_back(std::uint8_t(255 * sample));
    std::vector<float> whole(in.size()), parts(in.size());
    sweep_api::Plan(request).run(in.data(), whole.data());

    request.part = 1;
    const std::vector<int> heights{11, height - 11};
    Numbers numbers;
    std::vector<sweep_api::Plan> plans;
    for (std::size_t i = 0; i < 2; ++i) {
        request.height = heights[i];
        plans.emplace_back(request);
        numbers.push_back(plans[i].perimeters(in.data() + i * 11 * width * 4));
    }
    plans[1].scan(heights, numbers);
    for (std::size_t i = 0; i < 2; ++i)
        plans[i].run_part(in.data() + i * 11 * width * 4, numbers[i], parts.data() + i * 11 * width * 4);
    for (std::size_t i = 0; i < parts.size(); ++i) ASSERT_NEAR(parts[i], whole[i], 1e-6);
}

TEST(Parts, RunInPlace) {
    sweep_api::Request request;
    request.width = width, request.height = height, request.axes = SWEEP_AXES_X, request.sigma = 6;
    request.engine = SWEEP_ENGINE_CPU, request.input = SWEEP_F64;
    std::vector<double> image = noise(width * height), whole(image.size());
    sweep_api::Plan(request).run(image.data(), whole.data());
    request.part = 1;
    sweep_api::Plan plan(request);
    Numbers numbers{plan.perimeters(image.data())};
    plan.scan({width}, numbers);
    plan.run_part(image.data(), numbers[0], image.data());
    for (std::size_t i = 0; i < image.size(); ++i) ASSERT_NEAR(image[i], whole[i], 1e-12);
}

TEST(Parts, AreRefusedInOneLine) {
    const auto refusal = [](sweep_status status) -> std::string {
        EXPECT_EQ(status, SWEEP_USAGE);
        const std::string text = sweep_last_error();
        EXPECT_EQ(text.find('\n'), std::string::npos);
        return text;
    };
    sweep_api::Request request;
    request.width = request.height = 8, request.engine = SWEEP_ENGINE_CPU, request.part = 1;
    sweep_plan* none = nullptr;
    EXPECT_NE(refusal(sweep_plan_create(&request, &none)).find("axes"), std::string::npos);
    request.axes = SWEEP_AXES_X;
    for (const sweep_filter filter : {SWEEP_BOX, SWEEP_SAT, SWEEP_NONE}) {
        request.filter = filter;
        if (filter == SWEEP_SAT) request.axes = SWEEP_AXES_BOTH;
        EXPECT_NE(refusal(sweep_plan_create(&request, &none)).find("only recursive filters"),
                  std::string::npos);
    }
    request.filter = SWEEP_IIR, request.axes = SWEEP_AXES_X;
    const double twice[] = {-1, 0.25};
    request.causal = twice, request.causal_count = 2;
    EXPECT_NE(refusal(sweep_plan_create(&request, &none)).find("poles that differ"), std::string::npos);
    request.filter = SWEEP_GAUSSIAN;
    request.derived = SWEEP_DERIVED_UNSHARP;
    EXPECT_NE(refusal(sweep_plan_create(&request, &none)).find("derived"), std::string::npos);
    request.derived = SWEEP_DERIVED_NONE, request.missing = SWEEP_MISSING_KEEP;
    EXPECT_NE(refusal(sweep_plan_create(&request, &none)).find("missing"), std::string::npos);
    request.missing = SWEEP_MISSING_SPREAD;

    sweep_api::Plan plan(request);
    std::vector<float> image(64), out(64);
    EXPECT_NE(refusal(sweep_run(plan.get(), image.data(), 0, out.data(), 0)).find("sweep_part_run"),
              std::string::npos);
    std::vector<double> numbers = plan.perimeters(image.data());
    double* const all[] = {numbers.data(), nullptr};
    const int lengths[] = {8, 0}, long_ones[] = {2147483647, 1};
    double* const both[] = {numbers.data(), numbers.data()};
    EXPECT_NE(refusal(sweep_part_scan(plan.get(), 0, lengths, all)).find("no parts"), std::string::npos);
    EXPECT_NE(refusal(sweep_part_scan(plan.get(), 2, lengths, all)).find("numbers[1] is NULL"),
              std::string::npos);
    EXPECT_NE(refusal(sweep_part_scan(plan.get(), 2, lengths, both)).find("lengths[1]"), std::string::npos);
    EXPECT_NE(refusal(sweep_part_scan(plan.get(), 2, long_ones, both)).find("longer"), std::string::npos);
    EXPECT_NE(refusal(sweep_part_run(plan.get(), image.data(), 0, nullptr, out.data(), 0)).find("states"),
              std::string::npos);
    EXPECT_NE(refusal(sweep_part_perimeters(plan.get(), nullptr, 0, numbers.data())).find("in is NULL"),
              std::string::npos);
    EXPECT_NE(refusal(sweep_part_perimeters(plan.get(), image.data(), 0, nullptr)).find("perimeters"),
              std::string::npos);
    EXPECT_NE(refusal(sweep_part_get_size(plan.get(), nullptr)).find("doubles"), std::string::npos);
    EXPECT_THROW(plan.run_part(image.data(), {1.0}, out.data()), sweep_api::Error);

    request.part = 0;
    const sweep_api::Plan whole(request);
    std::size_t count = 0;
    EXPECT_NE(refusal(sweep_part_get_size(whole.get(), &count)).find("request.part"), std::string::npos);
}

}  // namespace
