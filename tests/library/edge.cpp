// The edge filter through the C interface.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lib/sweep.h"

namespace sweep::test {
namespace {

sweep_edge_request edge_request(int width, int height, int channels = 1) {
    sweep_edge_request request;
    EXPECT_EQ(sweep_edge_request_init(&request), SWEEP_OK);
    request.width = width;
    request.height = height;
    request.channels = request.guide_channels = channels;
    return request;
}

std::vector<float> waves(std::size_t count) {
    std::vector<float> x(count);
    for (std::size_t i = 0; i < count; ++i) x[i] = float(0.5 + 0.5 * std::sin(double(i * i % 1009)));
    return x;
}

std::string refusal(const sweep_edge_request& request) {
    std::vector<float> in(64), out(64);
    EXPECT_EQ(sweep_edge_run(&request, in.data(), 0, nullptr, 0, out.data(), 0), SWEEP_USAGE);
    return sweep_last_error();
}

TEST(LibraryEdge, EnginesPitchesAndPlacesAgree) {
    const int width = 90, height = 70, pitch = 100;
    const std::vector<float> in = waves(std::size_t(pitch * height)),
                             guide = waves(std::size_t(width * height * 2));
    sweep_edge_request request = edge_request(width, height);
    request.guide_channels = 2;
    request.sigma = 8;
    std::vector<float> apart(in.size()), exact(in.size()), in_place = in;
    const auto run = [&](const std::vector<float>& from, std::vector<float>& to) {
        EXPECT_EQ(sweep_edge_run(&request, from.data(), pitch * 4, guide.data(), 0, to.data(), pitch * 4),
                  SWEEP_OK)
            << sweep_last_error();
    };
    run(in, apart);
    run(in_place, in_place);
    request.engine = SWEEP_ENGINE_REFERENCE;
    run(in, exact);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const std::size_t at = std::size_t(y * pitch + x);
            ASSERT_EQ(apart[at], in_place[at]);
            ASSERT_NEAR(apart[at], exact[at], 1e-6);
        }
}

TEST(LibraryEdge, AnImageMayBeItsOwnGuideInPlace) {
    sweep_edge_request request = edge_request(80, 75, 3);
    std::vector<float> image = waves(80 * 75 * 3), result(image.size());
    EXPECT_EQ(sweep_edge_run(&request, image.data(), 0, nullptr, 0, result.data(), 0), SWEEP_OK);
    std::vector<float> guided(image.size());
    EXPECT_EQ(sweep_edge_run(&request, image.data(), 0, image.data(), 0, guided.data(), 0), SWEEP_OK);
    EXPECT_EQ(guided, result);
    EXPECT_EQ(sweep_edge_run(&request, image.data(), 0, nullptr, 0, image.data(), 0), SWEEP_OK);
    EXPECT_EQ(image, result);
}

TEST(LibraryEdge, RefusesWithOneLine) {
    sweep_edge_request request = edge_request(8, 8);
    request.engine = SWEEP_ENGINE_OPENGL;
    EXPECT_EQ(refusal(request),
              "the edge filter is not on OpenGL: use the engine auto, cuda, cpu or reference");
    request.engine = SWEEP_ENGINE_CUDA;
    request.samples = SWEEP_F64;
    EXPECT_EQ(refusal(request),
              "the edge filter on CUDA is of float32: convert the samples, or use the engine auto or cpu");
    request = edge_request(8, 8);
    request.engine = SWEEP_ENGINE_CPU;
    std::vector<float> image(64);
    EXPECT_EQ(sweep_edge_run_cuda(&request, image.data(), 0, nullptr, 0, image.data(), 0, nullptr),
              SWEEP_USAGE);
    EXPECT_NE(std::string(sweep_last_error()).find("of the engine cuda"), std::string::npos);
    request = edge_request(8, 8);
    request.boundary = SWEEP_BOUNDARY_REPEAT;
    EXPECT_EQ(refusal(request), "the edge filter has no boundary repeat: use zero, clamp or mirror");
    request = edge_request(8, 8);
    request.samples = SWEEP_U8;
    EXPECT_EQ(refusal(request), "the edge filter takes samples of F32 or F64");
    request = edge_request(8, 8);
    request.range = 0;
    EXPECT_EQ(refusal(request),
              "the range of the edge filter must be a positive number, in units of the guide");
    EXPECT_EQ(sweep_edge_request_init(nullptr), SWEEP_USAGE);
    EXPECT_EQ(sweep_edge_run(nullptr, nullptr, 0, nullptr, 0, nullptr, 0), SWEEP_USAGE);
}

}  // namespace
}  // namespace sweep::test
