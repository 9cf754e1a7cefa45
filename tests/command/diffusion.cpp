// sweep filter --filter diffusion, and --tone-map of the edge filter. The truth is the reference.
#include <algorithm>
#include <cmath>

#include "core/diffusion/diffusion_reference.h"
#include "tests/support/command_line.h"

namespace sweep::test {
namespace {

class DiffusionCommand : public CommandLine {
  protected:
    // Noise on both sides of an edge.
    static Image with_edge(const Shape& shape) {
        Image image = noise(shape, Sample::f32);
        for (int y = 0; y < shape.height; ++y)
            for (int i = 0; i < shape.width * shape.channels; ++i) {
                float& at = image.view().row<float>(y)[i];
                at = 0.05f * at + (i / shape.channels < shape.width / 2 ? 0.2f : 0.8f);
            }
        return image;
    }
};

TEST_F(DiffusionCommand, IsTheReference) {
    for (const Shape& shape : {Shape{61, 43, 3}, {1, 17, 1}, {17, 1, 2}}) {
        const Image in = with_edge(shape);
        save("in.npy", in);
        const Image truth =
            diffusion_reference({.contrast = 0.1, .time = 30, .steps = 4, .noise = 0.8}, in.view());
        const Arguments usual{"--filter=diffusion", "--contrast=0.1",    "--time=30",
                              "--steps=4",          "--noise-sigma=0.8", "--check"};
        EXPECT_LE(largest_difference(filtered("in.npy", usual), truth), 1e-6);
        const auto [low, high] = std::minmax_element(in.data<float>(), in.data<float>() + shape.samples());
        double mean = 0, kept = 0;
        for (std::size_t i = 0; i < shape.samples(); ++i) {
            EXPECT_GE(number(truth, i), double(*low) - 1e-12);
            EXPECT_LE(number(truth, i), double(*high) + 1e-12);
            mean += number(in, i), kept += number(truth, i);
        }
        EXPECT_NEAR(kept / mean, 1, 1e-12);
    }
}

// What is an edge stays, and the noise beside it goes; with no contrast that is an edge it is a Gaussian.
TEST_F(DiffusionCommand, KeepsAnEdgeAndIsAGaussianWithoutOne) {
    const Image in = with_edge({64, 48, 1});
    save("in.npy", in);
    const Image kept = filtered("in.npy", {"--filter=diffusion", "--contrast=0.03", "--time=50"});
    EXPECT_GT(kept.view().row<float>(20)[32] - kept.view().row<float>(20)[31], 0.55f);
    EXPECT_NEAR(kept.view().row<float>(20)[10], kept.view().row<float>(30)[20], 0.004f);
    const Image blurred =
                    filtered("in.npy", {"--filter=diffusion", "--contrast=1e6", "--time=8", "--steps=400"}),
                gaussian = filtered("in.npy", {"--sigma=4", "--accuracy=3e-4", "--boundary=mirror"});
    EXPECT_LE(largest_difference(blurred, gaussian), 0.004);
}

TEST_F(DiffusionCommand, RefusesWithOneLine) {
    save("in.npy", noise({20, 10, 1}, Sample::f32));
    const auto expect = [&](const Arguments& options, const std::string& what) {
        Arguments arguments{"filter", path("in.npy"), path("out.npy"), "--filter=diffusion"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        EXPECT_NE(refused(2, arguments).find(what), std::string::npos) << what;
    };
    expect({"--engine=opengl"}, "diffusion is not on OpenGL: use the engine auto, cpu or reference");
    expect({"--contrast=0"}, "--contrast '0' is not above 0");
    expect({"--steps=0"}, "--steps");
    expect({"--time=-1"}, "--time");
    expect({"--noise-sigma=0.05"}, "neither 0 nor 0.1 or more");
    expect({"--derive=dog"}, "of diffusion there are unsharp and high-pass");
    expect({"--trace=" + path("t.json")}, "--trace is not of the filter diffusion");
    for (const char* command : {"bench", "design"})
        EXPECT_NE(refused(2, {command, "--filter=diffusion"})
                      .find("is for pictures: take sweep filter, or the window"),
                  std::string::npos);
}

// The base is compressed to the contrast that is asked for, detail is not, and hues stay.
TEST_F(DiffusionCommand, MapsTones) {
    Image in({64, 40, 3}, Sample::f32);
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 64; ++x) {
            const float light = (x < 32 ? 0.01f : 100.0f) * ((x + y) % 2 ? 1.1f : 1.0f);
            float* const to = in.view().row<float>(y) + 3 * x;
            to[0] = light, to[1] = 0.5f * light, to[2] = 0.25f * light;
        }
    save("in.npy", in);
    const Arguments usual{"--filter=edge", "--sigma=10", "--edge-range=0.4", "--tone-map=20", "--check"};
    const Image out = filtered("in.npy", usual);
    const auto red = [&](int x, int y) { return double(out.view().row<float>(y)[3 * x]); };
    EXPECT_NEAR(std::log10(red(50, 20) * red(51, 20) / red(10, 20) / red(11, 20)) / 2, std::log10(20), 0.02);
    EXPECT_NEAR(red(51, 20) / red(50, 20), 1.1, 1e-3);
    EXPECT_NEAR(double(out.view().row<float>(20)[151]) / red(50, 20), 0.5, 1e-6);
    EXPECT_LE(largest_difference(out, filtered("in.npy", {"--filter=edge", "--sigma=10", "--edge-range=0.4",
                                                          "--tone-map=20", "--engine=reference"})),
              1e-5);
    // What has less contrast already is not stretched, and its largest base becomes 1.
    const Image same =
        filtered("in.npy", {"--filter=edge", "--sigma=10", "--edge-range=0.4", "--tone-map=1e5"});
    EXPECT_NEAR(std::log10(double(same.view().row<float>(20)[150]) / double(same.view().row<float>(20)[30])),
                4, 1e-3);
    refused(2, {"filter", path("in.npy"), path("out.npy"), "--filter=edge", "--tone-map=1"});
    refused(2,
            {"filter", path("in.npy"), path("out.npy"), "--filter=edge", "--tone-map=5", "--derive=unsharp"});
    refused(2, {"filter", path("in.npy"), path("out.npy"), "--filter=edge", "--tone-map=5",
                "--guide=" + path("in.npy")});
}

}  // namespace
}  // namespace sweep::test
