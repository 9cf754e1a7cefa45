// Nonlinear diffusion, and the tone map of the edge filter, through the C interface.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lib/sweep.hpp"
#include "tests/library/made.h"

namespace sweep::test {
namespace {

sweep_request diffusion_request(int width, int height, int channels = 1) {
    sweep_request request = request_of(width, height, channels);
    request.filter = SWEEP_DIFFUSION;
    return request;
}

// Ripples on both sides of an edge, in the middle of each row.
std::vector<float> rippled_edge(int width, int height) {
    std::vector<float> x(std::size_t(width * height));
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = (int(i) % width < width / 2 ? 0.2f : 0.8f) + 0.02f * float(std::sin(double(i * i % 1009)));
    return x;
}

TEST(LibraryDiffusion, KeepsTheEdgeAndTheMean) {
    const int width = 64, height = 48;
    const std::vector<float> in = rippled_edge(width, height);
    std::vector<float> out(in.size());
    const Made made(diffusion_request(width, height));
    ASSERT_EQ(sweep_run(made.plan, in.data(), 0, out.data(), 0), SWEEP_OK) << sweep_last_error();
    const auto at = [&](int x, int y) { return out[std::size_t(y * width + x)]; };
    EXPECT_GT(at(width / 2, 20) - at(width / 2 - 1, 20), 0.5f);
    const auto [low, high] = std::minmax({at(10, 20), at(12, 21), at(15, 25)});
    EXPECT_LT(high - low, 0.005f);
    EXPECT_NEAR(std::accumulate(out.begin(), out.end(), 0.0) / std::accumulate(in.begin(), in.end(), 0.0), 1,
                1e-6);
}

TEST(LibraryDiffusion, EnginesPitchesPlacesAndTypesAgree) {
    const int width = 45, height = 36, channels = 2, pitch = 100;
    const std::vector<float> in = rippled_edge(pitch, height);
    const std::vector<double> in_double(in.begin(), in.end());
    sweep_request request = diffusion_request(width, height, channels);
    request.engine = SWEEP_ENGINE_AUTO;
    request.contrast = 0.1;
    request.steps = 3;
    std::vector<float> apart(in.size()), exact(in.size()), in_place = in;
    const auto run = [&](const std::vector<float>& from, std::vector<float>& to) {
        sweep_api::Plan plan(request);
        plan.run(from.data(), to.data(), pitch * 4, pitch * 4);
        EXPECT_GT(plan.info().working_bytes, 0u);
    };
    run(in, apart);
    run(in_place, in_place);
    request.engine = SWEEP_ENGINE_REFERENCE;
    run(in, exact);
    request.input = SWEEP_F64;
    std::vector<double> of_double(in.size());
    sweep_api::Plan(request).run(in_double.data(), of_double.data(), pitch * 8, pitch * 8);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width * channels; ++x) {
            const std::size_t i = std::size_t(y * pitch + x);
            ASSERT_EQ(apart[i], in_place[i]);
            ASSERT_NEAR(apart[i], exact[i], 1e-6);
            ASSERT_NEAR(of_double[i], double(exact[i]), 1e-7);
        }
    EXPECT_EQ(apart[std::size_t(width * channels)], 0);  // what lies between rows is not written
}

TEST(LibraryDiffusion, RefusesWithOneLine) {
    sweep_request request = diffusion_request(8, 8);
    request.engine = SWEEP_ENGINE_CUDA;
    EXPECT_EQ(refusal(request), "diffusion is not on CUDA: use the engine auto, cpu or reference");
    request = diffusion_request(8, 8);
    request.contrast = 0;
    EXPECT_EQ(refusal(request),
              "diffusion: the contrast of an edge is a positive number, in units of the image");
    request = diffusion_request(8, 8);
    request.steps = 0;
    EXPECT_EQ(refusal(request), "diffusion: it has 1 to 1000 steps, not 0");
    request = diffusion_request(8, 8);
    request.noise = 0.05;
    EXPECT_EQ(refusal(request), "diffusion: the sigma of noise is 0, or 0.1 to 8192 pixels");
    request = diffusion_request(8, 8);
    request.input = SWEEP_U8;
    EXPECT_EQ(refusal(request), "diffusion takes samples of F32 or F64");
    request = diffusion_request(8, 0);
    EXPECT_EQ(refusal(request), "diffusion takes images of 1 to 4 channels that are not empty");
    std::vector<float> image(80);
    const Made made(diffusion_request(8, 8)), of_colours(diffusion_request(8, 8, 3));
    EXPECT_EQ(sweep_run(made.plan, image.data(), 0, image.data() + 8, 0), SWEEP_USAGE);
    EXPECT_NE(std::string(sweep_last_error()).find("overlap"), std::string::npos);
    image[9] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(sweep_run(made.plan, image.data(), 0, image.data(), 0), SWEEP_USAGE);
    EXPECT_NE(std::string(sweep_last_error()).find("would spread NaN"), std::string::npos);
    std::vector<float> colours(8 * 8 * 3);
    colours.back() = std::numeric_limits<float>::infinity();
    EXPECT_EQ(sweep_run(of_colours.plan, colours.data(), 0, colours.data(), 0), SWEEP_USAGE);
    EXPECT_NE(std::string(sweep_last_error()).find("would spread NaN"), std::string::npos);
    EXPECT_EQ(sweep_run_cuda(made.plan, image.data(), 0, image.data(), 0, nullptr), SWEEP_USAGE);
    EXPECT_NE(std::string(sweep_last_error()).find("of the engine cuda"), std::string::npos);
}

// Light and dark halves, 4 decades apart, with a detail of a fifth: the base is compressed, and the detail is not.
TEST(LibraryToneMap, CompressesTheBaseAndKeepsDetailAndHue) {
    const int width = 64, height = 40;
    std::vector<float> light;
    for (int i = 0; i < width * height; ++i) {
        const float Y = (i % width < width / 2 ? 0.01f : 100.0f) * ((i + i / width) % 2 ? 1.1f : 1.0f);
        light.insert(light.end(), {Y, 0.5f * Y, 0.25f * Y});
    }
    sweep_request request = request_of(width, height, 3);
    request.filter = SWEEP_EDGE;
    request.sigma = 10;
    request.range = 0.4;
    request.tone_map = 20;
    const Made made(request);
    std::vector<float> mapped(light.size()), in_place = light;
    ASSERT_EQ(sweep_run(made.plan, light.data(), 0, mapped.data(), 0), SWEEP_OK) << sweep_last_error();
    const auto red = [&](int x) { return double(mapped[std::size_t(3 * (20 * width + x))]); };
    EXPECT_NEAR(std::sqrt(red(50) * red(51) / red(10) / red(11)), 20, 1);
    EXPECT_NEAR(red(51) / red(50), 1.1, 1e-3);
    EXPECT_NEAR(double(mapped[3 * 20 * width + 151]) / red(50), 0.5, 1e-6);
    EXPECT_EQ(sweep_run(made.plan, in_place.data(), 0, in_place.data(), 0), SWEEP_OK);
    EXPECT_EQ(in_place, mapped);
    for (const double contrast : {1.0, 2e6, -2.0, std::numeric_limits<double>::quiet_NaN()}) {
        request.tone_map = contrast;
        EXPECT_EQ(refusal(request), "the contrast of a tone map is 1.1 to 1e6");
    }
}

}  // namespace
}  // namespace sweep::test
