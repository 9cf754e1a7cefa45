// Weights of samples: alpha, and what is missing.
#include <cmath>
#include <limits>

#include "files/format.h"
#include "tests/support/command_line.h"

namespace sweep::test {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

class Weights : public CommandLine {
  protected:
    // What one line on stderr says of the run.
    std::string note_of(const std::string& in, Arguments options, const std::string& out) {
        Arguments arguments{"filter", path(in), path(out)};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        return outcome.error;
    }

    // An opaque red square on transparent black.
    Image square() {
        Image picture({40, 40, 4}, Sample::u8);
        for (int y = 0; y < 40; ++y)
            for (int x = 0; x < 40; ++x) {
                const bool inside = x >= 12 && x < 28 && y >= 12 && y < 28;
                const std::uint8_t pixel[] = {std::uint8_t(inside ? 255 : 0), 0, 0,
                                              std::uint8_t(inside ? 255 : 0)};
                std::copy_n(pixel, 4, picture.data<std::uint8_t>() + 4 * (40 * y + x));
            }
        return picture;
    }
};

TEST_F(Weights, TransparentPixelsDoNotBleed) {
    save("square.png", square());
    for (const Arguments& options :
         {Arguments{"--sigma", "4"}, Arguments{"--filter", "box", "--radius", "3"},
          Arguments{"--filter", "exponential"}, Arguments{"--sigma", "4", "--no-linear"},
          Arguments{"--sigma=4", "--boundary=constant:1,0,0,0.5"}}) {
        const Image out = filtered("square.png", options, "out.png");
        int edge = 0;
        for (std::size_t i = 0; i < out.shape().pixels(); ++i) {
            const std::uint8_t* pixel = out.data<std::uint8_t>() + 4 * i;
            if (pixel[3] == 0) continue;
            edge += pixel[3] < 255;
            ASSERT_EQ(int(pixel[0]), 255) << fmt::format("{}, {}", options, i);
            ASSERT_EQ(int(pixel[1]), 0);
        }
        EXPECT_GT(edge, 100) << "nothing was blurred";
    }
    const Image out = filtered("square.png", {"--sigma", "4", "--no-premultiply"}, "out.png");
    EXPECT_LT(int(out.data<std::uint8_t>()[4 * (40 * 20 + 10)]), 200)
        << "the black of what is transparent bleeds";
}

// Where nothing changes a derivative is 0, and so would its alpha be; an inverse B-spline overshoots 1.
TEST_F(Weights, AlphaOfWhatIsNoMeanIsThatOfThePicture) {
    Image soft({24, 20, 4}, Sample::u8);
    const Image random = noise(soft.shape(), Sample::u8, 5);
    std::copy_n(random.data<std::uint8_t>(), soft.shape().samples(), soft.data<std::uint8_t>());
    Image opaque({24, 20, 4}, Sample::u8), rgb({24, 20, 3}, Sample::u8);
    for (std::size_t i = 0; i < soft.shape().samples(); ++i) {
        const std::uint8_t x = i % 4 == 3 ? 255 : soft.data<std::uint8_t>()[i];
        opaque.data<std::uint8_t>()[i] = x;
        if (i % 4 < 3) rgb.data<std::uint8_t>()[i / 4 * 3 + i % 4] = x;
    }
    save("soft.png", soft);
    save("opaque.png", opaque);
    save("rgb.png", rgb);
    const std::vector<Arguments> no_means{
        {"--sigma=2", "--derivative=1,0"},       {"--sigma=2", "--derivative=0,2", "--no-premultiply"},
        {"--filter=butterworth", "--band=high"}, {"--filter=chebyshev1", "--band=pass", "--cutoff=0.1,0.2"},
        {"--filter=chebyshev2", "--cutoff=0.2"}, {"--filter=bspline3"},
        {"--filter=iir", "--causal=-0.5"}};
    for (const Arguments& options : no_means) {
        for (const char* in : {"soft.png", "opaque.png"})
            for (const char* ending : {".png", ".webp", ".exr", ".tif"}) {
                if (!format_with(ending)->why_not.empty()) continue;
                const Image picture = load_image(path(in)),
                            out = filtered(in, options, std::string("out") + ending);
                // A WebP leaves an alpha out that hides all.
                if (out.shape().channels == 3 && in == std::string("opaque.png")) continue;
                ASSERT_EQ(out.shape(), picture.shape());
                for (std::size_t i = 3; i < picture.shape().samples(); i += 4)
                    ASSERT_NEAR(out.sample() == Sample::u8 ? out.data<std::uint8_t>()[i] / 255.0
                                                           : double(out.data<float>()[i]),
                                picture.data<std::uint8_t>()[i] / 255.0, 1e-6)
                        << fmt::format("{} {} {}", options, in, ending);
            }
        // Of what hides all that is behind it, colours are those of the picture without alpha.
        const Image with = filtered("opaque.png", options, "with.exr"),
                    without = filtered("rgb.png", options, "without.exr");
        for (std::size_t i = 0; i < without.shape().samples(); ++i)
            ASSERT_NEAR(with.data<float>()[i / 3 * 4 + i % 3], without.data<float>()[i], 1e-6)
                << fmt::format("{}", options);
    }
    // A derivative of the light that is there: that of colours times alpha.
    Image associated(soft.shape(), Sample::f32);
    for (std::size_t i = 0; i < soft.shape().samples(); ++i) {
        const double alpha = soft.data<std::uint8_t>()[i / 4 * 4 + 3] / 255.0,
                     x = soft.data<std::uint8_t>()[i] / 255.0;
        associated.data<float>()[i] = float(i % 4 == 3 ? alpha : alpha * srgb_to_linear(x));
    }
    Problem slope = problem(soft.shape(), usual_gaussian(2));
    slope.filter.derivative_x = 1;
    const Image right = reference(slope, associated.view()),
                exr = filtered("soft.png", no_means.front(), "out.exr");
    for (std::size_t i = 0; i < soft.shape().samples(); ++i) {
        if (i % 4 == 3) continue;
        ASSERT_NEAR(exr.data<float>()[i], right.data<double>()[i], 2e-6) << i;
    }
    // Numbers have no alpha.
    save("numbers.npy", associated);
    EXPECT_LT(filtered("numbers.npy", {"--sigma=2", "--derivative=1,0"}).data<float>()[3], 0.5f);
}

TEST_F(Weights, AlphaDoesNotOvershoot) {
    save("square.png", square());
    const Image out = filtered("square.png", {"--filter=butterworth", "--order=6"}, "out.exr");
    double largest = 0;
    for (std::size_t i = 3; i < out.shape().samples(); i += 4) {
        ASSERT_GE(out.data<float>()[i], 0) << i;
        largest = std::max(largest, double(out.data<float>()[i]));
    }
    EXPECT_EQ(largest, 1);
}

TEST_F(Weights, AlphaIsThatOfTheFormat) {
    Image half({2, 1, 4}, Sample::f32);
    const float associated[] = {0.5f, 0, 0, 0.5f, 0, 0.25f, 0, 0.25f};
    std::copy_n(associated, 8, half.data<float>());
    save("half.exr", half);
    const Image png = filtered("half.exr", {"--filter", "none"}, "out.png");
    ASSERT_EQ(png.sample(), Sample::u16);
    EXPECT_EQ(int(png.data<std::uint16_t>()[0]), 65535);
    EXPECT_NEAR(png.data<std::uint16_t>()[3], 32768, 1);
    EXPECT_EQ(int(png.data<std::uint16_t>()[5]), 65535);
    const Image back = filtered("out.png", {"--filter", "none"}, "back.exr");
    for (int i = 0; i < 8; ++i) EXPECT_NEAR(back.data<float>()[i], associated[i], 2e-5) << i;
    // Numbers are nobody's alpha.
    save("numbers.npy", half);
    const Image numbers = filtered("numbers.npy", {"--filter", "none"});
    for (int i = 0; i < 8; ++i) EXPECT_EQ(numbers.data<float>()[i], associated[i]);
}

TEST_F(Weights, ABandThatIsNoAlphaStaysOne) {
    save("bands.npy", noise({9, 7, 4}, Sample::u8));
    if (format_with(".tif")->why_not.empty()) {
        for (const auto& [in, out] : {std::pair{"bands.npy", "a.tif"}, {"a.tif", "b.tif"}}) {
            EXPECT_EQ(note_of(in, {"--sigma=1"}, out).find("last channel"), std::string::npos);
            EXPECT_EQ(read_image(path(out)).alpha, Alpha::none);
        }
    }
    expect_contains(note_of("bands.npy", {"--sigma=1"}, "out.png"),
                    "the last channel is no alpha, and is shown as alpha in '" + path("out.png"));
    expect_contains(note_of("bands.npy", {"--sigma=1"}, "out.jpg"), "the last channel is dropped in '");
}

TEST_F(Weights, WhatIsTransparentStaysWhereNothingIsFiltered) {
    Image picture = square();
    picture.data<std::uint8_t>()[1] = 77;
    save("square.png", picture);
    const Image out = filtered("square.png", {"--filter", "none"}, "out.png");
    for (std::size_t i = 0; i < picture.shape().samples(); ++i)
        ASSERT_EQ(out.data<std::uint8_t>()[i], picture.data<std::uint8_t>()[i]) << i;
}

// The truth is the quotient of the reference's means of the samples and of their weights.
TEST_F(Weights, HolesHaveNoPartInTheMeans) {
    Image in = noise({61, 47, 2}, Sample::f32);
    std::vector<std::size_t> holes;
    for (std::size_t i = 0; i < in.shape().samples(); ++i)
        if (i % 7 == 3 || (i > 1000 && i < 1900)) holes.push_back(i);
    Image zeros = noise({61, 47, 2}, Sample::f32), there(in.shape(), Sample::f32);
    std::fill_n(there.data<float>(), there.shape().samples(), 1.0f);
    for (std::size_t i : holes) {
        in.data<float>()[i] = nan;
        zeros.data<float>()[i] = there.data<float>()[i] = 0;
    }
    save("in.npy", in);
    for (const BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::mirror, BoundaryKind::constant}) {
        Problem p = problem(in.shape(), usual_gaussian(3), boundary), of_weights = p;
        if (boundary == BoundaryKind::constant) p.boundary.value = {0.25}, of_weights.boundary.value = {1};
        const Image sum = reference(p, zeros.view()), weight = reference(of_weights, there.view());
        const std::string option = "--boundary=" + std::string(info(boundary).word) +
                                   (boundary == BoundaryKind::constant ? ":0.25" : "");
        for (const char* how : {"keep", "fill"}) {
            note_of("in.npy", {"--sigma=3", option, "--missing", how}, "out.npy");
            const FileImage out = read_image(path("out.npy"));
            std::size_t kept = 0;
            for (std::size_t i = 0; i < in.shape().samples(); ++i) {
                const bool is_missing = !out.missing.empty() && out.missing.data<std::uint8_t>()[i];
                const double w = weight.data<double>()[i];
                kept += is_missing;
                if (std::isnan(in.data<float>()[i]) && how == std::string("keep")) {
                    ASSERT_TRUE(is_missing) << i;
                } else if (w > 1.01e-3) {
                    ASSERT_NEAR(out.image.data<float>()[i], sum.data<double>()[i] / w, 2e-6 / w)
                        << option << " " << i;
                }
            }
            EXPECT_TRUE(how == std::string("fill") ? kept < holes.size() / 2 : kept >= holes.size());
        }
    }
    expect_contains(note_of("in.npy", {"--sigma=3"}, "out.npy"),
                    " NaN samples have no weight, and stay missing");
    expect_contains(note_of("in.npy", {"--sigma=3", "--missing=zero"}, "out.npy"), " NaN samples became 0");
    expect_contains(note_of("in.npy", {"--filter=bspline3"}, "out.npy"), " NaN samples became 0");
    const std::string of_png = note_of("in.npy", {"--sigma=3"}, "out.png");
    expect_contains(of_png, "missing samples are written as 0 in");
    EXPECT_EQ(of_png.find("outgrows"), std::string::npos) << of_png;
}

}  // namespace
}  // namespace sweep::test
