// What the library derives of local means and deviations, against sums over windows in double.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/random_image.h"
#include "core/problem/problem.h"
#include "lib/sweep.hpp"
#include "tests/support/local_windows.h"

namespace sweep::test {
namespace {

constexpr int width = 41, height = 29;
constexpr std::size_t count = std::size_t(width) * height;

sweep_api::Request request_of(sweep_derived derived, sweep_sample input) {
    sweep_api::Request request;
    request.width = width;
    request.height = height;
    request.input = input;
    request.derived = derived;
    return request;
}

// Noise that is uniform in [offset, offset + range).
std::vector<double> noise(double offset, double range) {
    const Image random = random_image({width, height, 1}, Sample::f64, 3);
    std::vector<double> x;
    for (std::size_t i = 0; i < count; ++i) x.push_back(offset + range * random.data<double>()[i]);
    return x;
}

template <class T>
std::vector<double> derived(const sweep_request& request, const std::vector<double>& x) {
    const std::vector<T> in(x.begin(), x.end());
    std::vector<T> out(count);
    sweep_api::Plan(request).run(in.data(), out.data());
    return {out.begin(), out.end()};
}

struct Means {
    std::string name;
    sweep_filter filter;
    sweep_boundary boundary;
    LocalWindows windows;
    double error;  // of a deviation, relative
};

std::vector<Means> all_means(const std::vector<double>& x) {
    const auto windows = [&](std::vector<double> weights, BoundaryKind kind, double outside = 0) {
        return LocalWindows{width, height, x, std::move(weights), {kind, {outside}}};
    };
    const std::vector<double> box(7, 1.0 / 7);
    std::vector<double> gaussian;
    for (int k = -16; k <= 16; ++k) gaussian.push_back(std::exp(-0.5 * k * k / (2.0 * 2.0)));
    return {
        {"box", SWEEP_BOX, SWEEP_BOUNDARY_NONE, windows(box, BoundaryKind::none), 1e-9},
        {"box", SWEEP_BOX, SWEEP_BOUNDARY_CLAMP, windows(box, BoundaryKind::clamp), 1e-9},
        {"box", SWEEP_BOX, SWEEP_BOUNDARY_MIRROR, windows(box, BoundaryKind::mirror), 1e-9},
        {"box", SWEEP_BOX, SWEEP_BOUNDARY_REPEAT, windows(box, BoundaryKind::repeat), 1e-9},
        {"box", SWEEP_BOX, SWEEP_BOUNDARY_CONSTANT, windows(box, BoundaryKind::constant, x[0] + 0.01), 1e-9},
        // The sampled Gaussian, to the accuracy of the filter.
        {"gaussian", SWEEP_GAUSSIAN, SWEEP_BOUNDARY_CLAMP, windows(gaussian, BoundaryKind::clamp), 1e-5},
        {"gaussian", SWEEP_GAUSSIAN, SWEEP_BOUNDARY_MIRROR, windows(gaussian, BoundaryKind::mirror), 1e-5}};
}

void set(sweep_request& request, const Means& means) {
    request.filter = means.filter;
    request.radius = 3;
    request.sigma = 2;
    request.accuracy = means.filter == SWEEP_GAUSSIAN ? 5.3e-6 : 0;
    request.boundary = means.boundary;
    request.boundary_value[0] = means.windows.boundary.outside(0);
}

// An offset of a million deviations costs no digits.
TEST(LocalStatistics, KeepTheirDigitsOnALargeOffset) {
    for (const Means& means : all_means(noise(1e4, 0.035))) {
        sweep_request request = request_of(SWEEP_DERIVED_DEVIATION, SWEEP_F64);
        set(request, means);
        const std::vector<double>&x = means.windows.x, mean = means.windows.means(),
              deviation = means.windows.deviations();
        const std::vector<double> got = derived<double>(request, x);
        request.derived = SWEEP_DERIVED_NORMALIZE;
        request.normalize_least = 0.0105;
        const std::vector<double> normal = derived<double>(request, x);
        request.derived = SWEEP_DERIVED_GUIDED;
        request.guided_eps = 1e-4;
        const std::vector<double> guided = derived<double>(request, x), right = means.windows.guided(1e-4);
        for (std::size_t i = 0; i < count; ++i) {
            SCOPED_TRACE(means.name + " " + std::to_string(means.boundary) + " at " + std::to_string(i));
            ASSERT_NEAR(got[i], deviation[i], means.error * deviation[i]);
            ASSERT_NEAR(normal[i], (x[i] - mean[i]) / std::max(deviation[i], 0.0105), 4 * means.error);
            ASSERT_NEAR(guided[i], right[i], 0.1 * means.error);
        }
    }
}

// Of float32 the samples are rounded, and nothing else until the result.
TEST(LocalStatistics, OfFloatsAreComputedInDouble) {
    std::vector<double> x = noise(1e4, 0.035);
    for (double& sample : x) sample = double(float(sample));
    for (const Means& means : all_means(x)) {
        sweep_request request = request_of(SWEEP_DERIVED_DEVIATION, SWEEP_F32);
        set(request, means);
        const std::vector<double> got = derived<float>(request, x), right = means.windows.deviations();
        for (std::size_t i = 0; i < count; ++i)
            ASSERT_NEAR(got[i], right[i], (means.error + 1e-7) * right[i]) << means.name << i;
    }
}

TEST(LocalStatistics, ThresholdsAreThoseOfTheirFormulas) {
    for (const auto& [offset, range] : {std::pair{0.0, 1.0}, {1e4, 0.035}})
        for (const Means& means : all_means(noise(offset, range))) {
            const std::vector<double>&x = means.windows.x, mean = means.windows.means(),
                  deviation = means.windows.deviations();
            for (const sweep_derived kind :
                 {SWEEP_DERIVED_BRADLEY, SWEEP_DERIVED_NIBLACK, SWEEP_DERIVED_SAUVOLA}) {
                sweep_request request = request_of(kind, SWEEP_F64);
                set(request, means);
                request.bradley_t = offset > 0 ? 1e-6 : 0.15;
                request.niblack_k = 0.3;
                request.sauvola_k = offset > 0 ? 1e-6 : 0.25;
                const std::vector<double> got = derived<double>(request, x);
                int bright = 0;
                for (std::size_t i = 0; i < count; ++i) {
                    const double s = deviation[i],
                                 threshold = kind == SWEEP_DERIVED_BRADLEY ? mean[i] * (1 - request.bradley_t)
                                             : kind == SWEEP_DERIVED_NIBLACK
                                                 ? mean[i] - 0.3 * s
                                                 : mean[i] * (1 + request.sauvola_k * (s / 0.5 - 1));
                    const double doubt = (means.filter == SWEEP_BOX ? 1e-9 : 1e-4) * range;
                    if (std::abs(x[i] - threshold) > std::max(doubt, 1e-9)) {
                        ASSERT_EQ(got[i], x[i] > threshold ? 1 : 0) << means.name << kind << " at " << i;
                    }
                    bright += got[i] == 1;
                }
                // Neither colour is everywhere.
                EXPECT_GT(bright, 100) << means.name << kind;
                EXPECT_LT(bright, int(count) - 100) << means.name << kind;
            }
        }
}

TEST(LocalStatistics, GuideAndNormaliseAsTheirFormulasSay) {
    for (const Means& means : all_means(noise(0, 1)))
        for (const double value : {1e-3, 0.02, 0.5}) {
            sweep_request request = request_of(SWEEP_DERIVED_GUIDED, SWEEP_F64);
            set(request, means);
            request.guided_eps = request.normalize_least = value;
            const std::vector<double> guided = derived<double>(request, means.windows.x);
            request.derived = SWEEP_DERIVED_NORMALIZE;
            const std::vector<double> normal = derived<double>(request, means.windows.x);
            const std::vector<double> right = means.windows.guided(value), mean = means.windows.means(),
                                      deviation = means.windows.deviations();
            for (std::size_t i = 0; i < count; ++i) {
                ASSERT_NEAR(guided[i], right[i], 10 * means.error) << means.name << value << " at " << i;
                ASSERT_NEAR(normal[i], (means.windows.x[i] - mean[i]) / std::max(deviation[i], value),
                            100 * means.error)
                    << means.name << value << " at " << i;
            }
        }
}

// Bytes are decoded, channels are apart, the image may be its own result, and a flat one has nothing to divide by.
TEST(LocalStatistics, TakeEveryImageThatOthersTake) {
    sweep_request request = request_of(SWEEP_DERIVED_DEVIATION, SWEEP_U8);
    request.channels = 2;
    request.decode_srgb = 1;
    request.filter = SWEEP_BOX;
    request.radius = 3;
    const Image bytes = random_image({width, height, 2}, Sample::u8);
    std::vector<float> out(2 * count);
    sweep_api::Plan plan(request);
    EXPECT_EQ(plan.info().engine, SWEEP_ENGINE_CPU);
    EXPECT_EQ(plan.info().output, SWEEP_F32);
    EXPECT_GE(plan.info().working_bytes, 4 * 2 * count * sizeof(double));
    plan.run(bytes.data<void>(), out.data());
    for (const std::size_t channel : {0u, 1u}) {
        LocalWindows windows{width, height, {}, std::vector<double>(7, 1.0 / 7), {BoundaryKind::clamp, {}}};
        for (std::size_t i = 0; i < count; ++i) {
            const double byte = bytes.data<std::uint8_t>()[2 * i + channel] / 255.0;
            windows.x.push_back(channel == 0 ? srgb_to_linear(byte) : byte);
        }
        const std::vector<double> right = windows.deviations();
        for (std::size_t i = 0; i < count; ++i) ASSERT_NEAR(out[2 * i + channel], right[i], 1e-7) << channel;
    }

    request = request_of(SWEEP_DERIVED_NIBLACK, SWEEP_F32);
    request.filter = SWEEP_BOX;
    std::vector<double> x = noise(0, 1);
    const std::vector<double> right = derived<float>(request, x);
    std::vector<float> there(x.begin(), x.end());
    sweep_api::Plan(request).run(there.data(), there.data());
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(there[i], right[i]) << i;

    request.derived = SWEEP_DERIVED_NORMALIZE;
    request.normalize_least = 0;
    for (const double sample : derived<float>(request, std::vector<double>(count, 0.1))) ASSERT_EQ(sample, 0);
}

TEST(LocalStatistics, RefuseWhatTheyCannotBe) {
    const auto refusal = [](auto change) -> std::string {
        sweep_api::Request request = request_of(SWEEP_DERIVED_SAUVOLA, SWEEP_F32);
        request.filter = SWEEP_BOX;
        change(request);
        try {
            const sweep_api::Plan plan(request);
            return "";
        } catch (const sweep_api::Error& error) {
            EXPECT_EQ(error.status(), SWEEP_USAGE);
            return error.what();
        }
    };
    EXPECT_EQ(refusal([](auto&) {}), "");
    EXPECT_EQ(refusal([](auto& r) { r.engine = SWEEP_ENGINE_REFERENCE; }), "");
    EXPECT_EQ(refusal([](auto& r) { r.engine = SWEEP_ENGINE_CUDA; }),
              "derived: the threshold of Sauvola is computed in float64, which CUDA does not have: take "
              "SWEEP_ENGINE_AUTO or SWEEP_ENGINE_CPU");
    EXPECT_EQ(
        refusal([](auto& r) { r.filter = SWEEP_BSPLINE3; }),
        "the threshold of Sauvola is of the means of a blur (gaussian, box, exponential, butterworth low, "
        "..), and bspline3 is none");
    EXPECT_EQ(
        refusal([](auto& r) { r.filter = SWEEP_GAUSSIAN, r.boundary = SWEEP_BOUNDARY_NONE; }),
        "the threshold of Sauvola is of means, and the boundary none leaves none at the edges: take another");
    EXPECT_EQ(refusal([](auto& r) { r.sauvola_r = 0; }),
              "r of the threshold of Sauvola is more than 0, and finite, not 0");
    EXPECT_EQ(refusal([](auto& r) { r.derived = SWEEP_DERIVED_GUIDED, r.guided_eps = -1; }),
              "eps of the guided filter is more than 0, and finite, not -1");
    EXPECT_EQ(refusal([](auto& r) { r.derived = SWEEP_DERIVED_NORMALIZE, r.normalize_least = NAN; }),
              "least of the local normalisation is 0 or more, and finite, not nan");
    EXPECT_EQ(refusal([](auto& r) { r.derived = SWEEP_DERIVED_BRADLEY, r.bradley_t = 2; }),
              "t of the threshold of Bradley and Roth is -1 to 1, not 2");
    EXPECT_NE(refusal([](auto& r) { r.missing = SWEEP_MISSING_KEEP; }).find("missing: "), std::string::npos);
    sweep_api::Request request = request_of(SWEEP_DERIVED_DEVIATION, SWEEP_F32);
    request.guided_eps = 1;
    EXPECT_EQ(sweep_api::Plan(request).notes(), "guided_eps has no effect on gaussian");
}

}  // namespace
}  // namespace sweep::test
