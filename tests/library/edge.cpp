// The edge filter and the bilateral filter through the C interface.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lib/sweep.hpp"
#include "tests/library/made.h"

namespace sweep::test {
namespace {

sweep_request edge_request(int width, int height, int channels = 1) {
    sweep_request request = request_of(width, height, channels);
    request.filter = SWEEP_EDGE;
    request.engine = SWEEP_ENGINE_AUTO;
    request.sigma = 30;
    return request;
}

std::vector<float> waves(std::size_t count) {
    std::vector<float> x(count);
    for (std::size_t i = 0; i < count; ++i) x[i] = float(0.5 + 0.5 * std::sin(double(i * i % 1009)));
    return x;
}

TEST(LibraryEdge, EnginesPitchesAndPlacesAgree) {
    const int width = 90, height = 70, pitch = 100;
    const std::vector<float> in = waves(std::size_t(pitch * height)),
                             guide = waves(std::size_t(width * height * 2));
    for (const sweep_filter filter : {SWEEP_EDGE, SWEEP_BILATERAL}) {
        sweep_request request = edge_request(width, height);
        request.filter = filter;
        request.guide_channels = 2;
        request.sigma = filter == SWEEP_EDGE ? 8 : 3;
        std::vector<float> apart(in.size()), again(in.size()), exact(in.size()), in_place = in;
        sweep_api::Plan plan(request);
        const auto run = [&](sweep_api::Plan& by, const std::vector<float>& from, std::vector<float>& to) {
            by.run_guided(from.data(), guide.data(), to.data(), pitch * 4, 0, pitch * 4);
        };
        run(plan, in, apart);
        run(plan, in_place, in_place);
        run(plan, in, again);
        EXPECT_EQ(apart, again);
        request.engine = SWEEP_ENGINE_REFERENCE;
        sweep_api::Plan reference(request);
        run(reference, in, exact);
        EXPECT_EQ(reference.info().engine, SWEEP_ENGINE_REFERENCE);
        EXPECT_STREQ(reference.info().algorithm, "");
        EXPECT_EQ(reference.info().output, SWEEP_F32);
        EXPECT_GT(plan.info().working_bytes, 0u);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const std::size_t at = std::size_t(y * pitch + x);
                ASSERT_EQ(apart[at], in_place[at]);
                ASSERT_NEAR(apart[at], exact[at], 1e-6);
            }
    }
}

TEST(LibraryEdge, AnImageMayBeItsOwnGuideInPlaceAndInBatches) {
    const Made made(edge_request(80, 75, 3));
    ASSERT_EQ(made.status, SWEEP_OK) << sweep_last_error();
    const std::size_t samples = 80 * 75 * 3;
    std::vector<float> images = waves(2 * samples), results(images.size());
    EXPECT_EQ(sweep_run_batch(made.plan, 2, images.data(), 0, samples * 4, results.data(), 0, samples * 4),
              SWEEP_OK);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::vector<float> result(results.begin() + std::ptrdiff_t(i * samples),
                                        results.begin() + std::ptrdiff_t((i + 1) * samples));
        std::vector<float> image(images.begin() + std::ptrdiff_t(i * samples),
                                 images.begin() + std::ptrdiff_t((i + 1) * samples));
        std::vector<float> guided(samples);
        EXPECT_EQ(sweep_run_guided(made.plan, image.data(), 0, image.data(), 0, guided.data(), 0), SWEEP_OK);
        EXPECT_EQ(guided, result);
        guided = image;
        EXPECT_EQ(sweep_run_guided(made.plan, image.data(), 0, guided.data(), 0, guided.data(), 0), SWEEP_OK);
        EXPECT_EQ(guided, result) << "in the place of the guide";
        EXPECT_EQ(sweep_run(made.plan, image.data(), 0, image.data(), 0), SWEEP_OK);
        EXPECT_EQ(image, result);
    }
}

TEST(LibraryEdge, RefusesWithOneLine) {
    sweep_request request = edge_request(8, 8);
    request.engine = SWEEP_ENGINE_OPENGL;
    EXPECT_EQ(refusal(request),
              "the edge filter is not on OpenGL: use the engine auto, cuda, cpu or reference");
    request.engine = SWEEP_ENGINE_CUDA;
    request.input = SWEEP_F64;
    EXPECT_EQ(refusal(request),
              "the edge filter on CUDA is of float32: convert the samples, or use the engine auto or cpu");
    request = edge_request(8, 8);
    request.boundary = SWEEP_BOUNDARY_REPEAT;
    EXPECT_EQ(refusal(request), "the edge filter has no boundary repeat: use zero, clamp or mirror");
    request = edge_request(8, 8);
    request.input = SWEEP_U8;
    EXPECT_EQ(refusal(request), "the edge filter takes samples of F32 or F64");
    request = edge_request(8, 8);
    request.range = 0;
    EXPECT_EQ(refusal(request),
              "the range of the edge filter must be a positive number, in units of the guide");
    request = edge_request(8, 8);
    request.guide_channels = 5;
    EXPECT_EQ(refusal(request),
              "the edge filter takes images and guides of 1 to 4 channels that are not empty");
    request = edge_request(8, 8);
    request.axes = SWEEP_AXES_X;
    EXPECT_EQ(refusal(request), "axes: the edge filter runs along both axes: leave SWEEP_AXES_BOTH");
    request = edge_request(8, 8);
    request.sigma_y = 3;
    EXPECT_EQ(refusal(request), "sigma_y: the edge filter is as wide along x as along y: leave it 0");
    request = edge_request(8, 8);
    request.boundary_y = SWEEP_BOUNDARY_MIRROR;
    EXPECT_EQ(refusal(request), "boundary_y: the edge filter has one boundary: leave SWEEP_BOUNDARY_AS_ROWS");
    request = edge_request(8, 8);
    request.derived = SWEEP_DERIVED_UNSHARP;
    EXPECT_EQ(refusal(request), "derived: nothing is derived of the edge filter: leave SWEEP_DERIVED_NONE");
    request = edge_request(8, 8);
    request.missing = SWEEP_MISSING_ZERO;
    EXPECT_EQ(refusal(request),
              "missing: the edge filter does not look for missing samples: leave SWEEP_MISSING_SPREAD");
    request = edge_request(8, 8);
    request.part = 1;
    EXPECT_EQ(refusal(request), "part: the edge filter has no states that enter a part: leave it 0");
    request = edge_request(4000, 4000);
    request.filter = SWEEP_BILATERAL;
    request.sigma = 1000;
    EXPECT_NE(refusal(request).find("the bilateral filter would take too long"), std::string::npos);
}

TEST(LibraryEdge, NamesWhatHasNoEffect) {
    const auto notes = [](const sweep_request& request) { return sweep_api::Plan(request).notes(); };
    sweep_request request = edge_request(8, 8);
    EXPECT_EQ(notes(request), "");
    request.contrast = 1, request.order = 3, request.algorithm = "7";
    EXPECT_EQ(notes(request), "order, contrast, algorithm have no effect on edge");
    request = request_of(8, 8);
    request.range = 1, request.guide_channels = 2;
    EXPECT_EQ(notes(request), "range, guide_channels have no effect on gaussian");
    request = edge_request(8, 8);
    request.filter = SWEEP_DIFFUSION;
    request.boundary = SWEEP_BOUNDARY_MIRROR;
    EXPECT_EQ(notes(request), "sigma, boundary have no effect on diffusion");
}

TEST(LibraryEdge, RefusesGuidesAndDeviceMemoryThatDoNotFit) {
    std::vector<float> image(64), guide(128);
    sweep_request request = edge_request(8, 8);
    request.engine = SWEEP_ENGINE_CPU;
    const auto run = [&](const Made& made, const float* by) {
        EXPECT_EQ(sweep_run_guided(made.plan, image.data(), 0, by, 0, image.data(), 0), SWEEP_USAGE);
        return std::string(sweep_last_error());
    };
    const Made edge(request);
    EXPECT_EQ(sweep_run_cuda(edge.plan, image.data(), 0, image.data(), 0, nullptr), SWEEP_USAGE);
    EXPECT_NE(std::string(sweep_last_error()).find("of the engine cuda"), std::string::npos);
    EXPECT_EQ(sweep_run_guided_cuda(edge.plan, image.data(), 0, guide.data(), 0, image.data(), 0, nullptr),
              SWEEP_USAGE);
    EXPECT_NE(std::string(sweep_last_error()).find("of the engine cuda"), std::string::npos);
    EXPECT_EQ(sweep_run_guided(edge.plan, image.data(), 0, guide.data(), 8, image.data(), 0), SWEEP_USAGE);
    EXPECT_STREQ(sweep_last_error(), "guide_pitch is 8 bytes, and a row has 32");
    request.guide_channels = 2;
    EXPECT_EQ(
        run(Made(request), nullptr),
        "guide is NULL, and the image cannot take its place: it has 1 channels, and guide_channels is 2");
    const std::string has_none =
        "this plan follows no guide: give NULL, or take SWEEP_EDGE without tone_map, or SWEEP_BILATERAL";
    request.tone_map = 50;
    EXPECT_EQ(run(Made(request), guide.data()), has_none);
    for (const sweep_filter filter : {SWEEP_DIFFUSION, SWEEP_GAUSSIAN}) {
        request = request_of(8, 8);
        request.filter = filter;
        const Made made(request);
        EXPECT_EQ(run(made, guide.data()), has_none);
        EXPECT_EQ(sweep_run_guided(made.plan, image.data(), 0, nullptr, 0, image.data(), 0), SWEEP_OK);
    }
    EXPECT_EQ(sweep_run_guided(nullptr, image.data(), 0, guide.data(), 0, image.data(), 0), SWEEP_USAGE);
}

}  // namespace
}  // namespace sweep::test
