// sweep filter --filter edge: smoothing that stops at the edges of a guide. The truth is the reference.
#include <cmath>
#include <limits>

#include "core/edge/edge_reference.h"
#include "tests/support/command_line.h"

namespace sweep::test {
namespace {

class EdgeCommand : public CommandLine {
  protected:
    const Arguments usual{"--filter=edge",  "--sigma=7",         "--edge-range=0.4",
                          "--iterations=2", "--boundary=mirror", "--check"};
    const EdgeFilter filter{7, 0.4, 2};

    Arguments with(std::initializer_list<std::string> more) const {
        Arguments all = usual;
        all.insert(all.end(), more);
        return all;
    }
};

TEST_F(EdgeCommand, IsTheReferenceWithAndWithoutAGuide) {
    const Image in = noise({90, 70, 3}, Sample::f32), guide = noise({90, 70, 1}, Sample::f32);
    save("in.npy", in);
    const std::string by = "--guide=" + save("guide.npy", guide);
    const Image alone = edge_reference(filter, BoundaryKind::mirror, in.view(), in.view()),
                guided = edge_reference(filter, BoundaryKind::mirror, in.view(), guide.view());
    EXPECT_LE(largest_difference(filtered("in.npy", usual), alone), 1e-6);
    EXPECT_LE(largest_difference(filtered("in.npy", with({by})), guided), 1e-6);
    EXPECT_LE(largest_difference(filtered("in.npy", with({by, "--engine=reference"})), guided), 1e-7);
}

TEST_F(EdgeCommand, DetailIsWhatTheSmoothPictureLeaves) {
    const Image in = noise({60, 50, 1}, Sample::f32);
    save("in.npy", in);
    Image truth = edge_reference(filter, BoundaryKind::mirror, in.view(), in.view());
    for (std::size_t i = 0; i < in.shape().samples(); ++i) {
        const double x = double(in.data<float>()[i]);
        truth.data<double>()[i] = x + 2 * (x - truth.data<double>()[i]);
    }
    EXPECT_LE(largest_difference(filtered("in.npy", with({"--derive=unsharp:2"})), truth), 1e-5);
}

// The hole in a depth map stays, and what is around it reads nothing of it.
TEST_F(EdgeCommand, MissingSamplesStayMissing) {
    Image in = noise({40, 30, 1}, Sample::f32);
    for (int x = 5; x < 12; ++x) in.view().row<float>(9)[x] = std::numeric_limits<float>::quiet_NaN();
    save("in.npy", in);
    const Image truth = edge_reference(filter, BoundaryKind::mirror, in.view(), in.view());
    filtered("in.npy", usual);
    const FileImage got = read_image(path("out.npy"));
    ASSERT_FALSE(got.missing.empty());
    for (std::size_t i = 0; i < in.shape().samples(); ++i) {
        const double right = truth.data<double>()[i];
        ASSERT_EQ(got.missing.data<std::uint8_t>()[i] != 0, std::isnan(right));
        if (!std::isnan(right)) {
            ASSERT_NEAR(number(got.image, i), right, 1e-6);
        }
    }
}

// Few known samples, as NaN leaves them or strokes on a transparent layer,
// spread over all up to the edges of a guide: a depth map.
TEST_F(EdgeCommand, StrokesSpreadUpToTheEdgesOfAGuide) {
    constexpr int width = 60, height = 40;
    Image guide({width, height, 1}, Sample::f32), known({width, height, 1}, Sample::f32);
    Image strokes({width, height, 4}, Sample::u8);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const bool is_right = x + y / 2 > 40, is_stroke = y == 20 && (x == 10 || x == 50);
            guide.view().row<float>(y)[x] = is_right ? 0.8f : 0.2f;
            known.view().row<float>(y)[x] =
                is_stroke ? (is_right ? 0.75f : 0.25f) : std::numeric_limits<float>::quiet_NaN();
            const std::uint8_t grey = is_right ? 191 : 64, alpha = is_stroke ? 255 : x == 11 ? 128 : 0;
            std::uint8_t* const to = strokes.view().row<std::uint8_t>(y) + 4 * x;
            to[0] = to[1] = to[2] = grey, to[3] = alpha;
        }
    save("known.npy", known);
    save("strokes.png", strokes);
    const std::string by = "--guide=" + save("guide.npy", guide);
    const Arguments filled{"--filter=edge", "--sigma=60", "--edge-range=0.1", "--missing=fill", by};
    const Image depth = filtered("known.npy", filled), painted = filtered("strokes.png", filled, "out.png");
    ASSERT_EQ(painted.shape(), (Shape{width, height, 3}));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const bool is_right = x + y / 2 > 40;
            ASSERT_NEAR(depth.view().row<float>(y)[x], is_right ? 0.75f : 0.25f, 1e-3f) << x << ", " << y;
            ASSERT_NEAR(painted.view().row<std::uint8_t>(y)[3 * x + 1], is_right ? 191 : 64, 1)
                << x << ", " << y;
        }
    // Kept where they are missing, they have no part in what is around them.
    const Image kept = filtered("known.npy", {"--filter=edge", "--sigma=60", "--edge-range=0.1", by});
    EXPECT_EQ(read_image(path("out.npy")).missing.data<std::uint8_t>()[0], 1);
    EXPECT_NEAR(number(kept, 20 * width + 50), 0.75, 1e-3);
}

TEST_F(EdgeCommand, RefusesWithOneLine) {
    save("in.npy", noise({20, 10, 1}, Sample::f32));
    const std::string small = "--guide=" + save("small.npy", noise({10, 10, 1}, Sample::f32));
    const auto expect = [&](const Arguments& options, const std::string& what) {
        Arguments arguments{"filter", path("in.npy"), path("out.npy")};
        arguments.insert(arguments.end(), options.begin(), options.end());
        EXPECT_NE(refused(2, arguments).find(what), std::string::npos) << what;
    };
    expect({"--filter=edge", "--engine=opengl"},
           "the edge filter is not on OpenGL: use the engine auto, cuda, cpu or reference");
    expect({"--filter=edge", "--boundary=repeat"}, "use zero, clamp or mirror");
    expect({"--filter=edge", "--sigma=3,4"}, "--sigma of the filter edge is one number");
    expect({"--filter=edge", "--edge-range=0"}, "--edge-range '0' is not above 0");
    expect({"--filter=edge", "--iterations=11"}, "--iterations");
    expect({"--filter=edge", "--derive=gradient"}, "of the edge filter there are unsharp and high-pass");
    expect({"--filter=edge", small}, "a guide is as large as the image");
    expect({"--filter=edge", "--trace=" + path("t.json")}, "--trace is not of the filter edge");
    expect({small}, "add --filter edge");
    refused(6, {"filter", path("in.npy"), path("out.npy"), "--filter=edge", "--guide=" + path("none.npy")});
    refused(2, {"bench", "--filter=edge"});
}

}  // namespace
}  // namespace sweep::test
