// sweep filter --filter bilateral. The truth is the reference.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/bilateral/bilateral_reference.h"
#include "tests/support/command_line.h"

namespace sweep::test {
namespace {

class BilateralCommand : public CommandLine {
  protected:
    const Arguments usual{"--filter=bilateral", "--sigma=2", "--edge-range=0.4", "--boundary=mirror",
                          "--check"};
    const BilateralFilter filter{2, 0.4};

    Arguments with(std::initializer_list<std::string> more) const {
        Arguments all = usual;
        all.insert(all.end(), more);
        return all;
    }
};

TEST_F(BilateralCommand, IsTheReferenceWithAndWithoutAGuide) {
    const Image in = noise({50, 30, 3}, Sample::f32), guide = noise({50, 30, 1}, Sample::f32),
                wide = noise({50, 30, 2}, Sample::f64);
    save("in.npy", in);
    save("wide.npy", wide);
    const std::string by = "--guide=" + save("guide.npy", guide);
    const auto truth = [&](const Image& of, const Image& by_guide) {
        return bilateral_reference(filter, BoundaryKind::mirror, of.view(), by_guide.view());
    };
    EXPECT_LE(largest_difference(filtered("in.npy", usual), truth(in, in)), 1e-6);
    EXPECT_LE(largest_difference(filtered("wide.npy", usual), truth(wide, wide)), 1e-13);
    EXPECT_LE(largest_difference(filtered("in.npy", with({by})), truth(in, guide)), 1e-6);
    EXPECT_LE(largest_difference(filtered("in.npy", with({by, "--engine=reference"})), truth(in, guide)),
              1e-7);
}

TEST_F(BilateralCommand, DetailIsWhatTheSmoothPictureLeaves) {
    const Image in = noise({40, 30, 1}, Sample::f32);
    save("in.npy", in);
    Image truth = bilateral_reference(filter, BoundaryKind::mirror, in.view(), in.view());
    for (std::size_t i = 0; i < in.shape().samples(); ++i) {
        const double x = number(in, i);
        truth.data<double>()[i] = x + 2 * (x - truth.data<double>()[i]);
    }
    EXPECT_LE(largest_difference(filtered("in.npy", with({"--derive=unsharp:2"})), truth), 1e-5);
}

// What is missing is read by nobody. It stays so, or, where a guide knows its place,
// becomes the mean of what is around it.
TEST_F(BilateralCommand, MissingSamplesStayOrAreFilled) {
    Image in = noise({40, 30, 1}, Sample::f32);
    for (int x = 5; x < 12; ++x) in.view().row<float>(9)[x] = std::numeric_limits<float>::quiet_NaN();
    save("in.npy", in);
    const Image truth = bilateral_reference(filter, BoundaryKind::mirror, in.view(), in.view());
    filtered("in.npy", {"--filter=bilateral", "--sigma=2", "--edge-range=0.4", "--boundary=mirror"});
    const FileImage kept = read_image(path("out.npy"));
    Image flat({40, 30, 1}, Sample::f32);
    std::fill_n(flat.data<float>(), flat.shape().samples(), 0.5f);
    const Image filled = filtered("in.npy", {"--filter=bilateral", "--sigma=2", "--edge-range=0.4",
                                             "--missing=fill", "--guide=" + save("flat.npy", flat)});
    for (std::size_t i = 0; i < in.shape().samples(); ++i) {
        ASSERT_EQ(kept.missing.data<std::uint8_t>()[i] != 0, std::isnan(number(in, i))) << i;
        if (!std::isnan(number(in, i))) {
            ASSERT_NEAR(number(kept.image, i), truth.data<double>()[i], 1e-6) << i;
        }
        ASSERT_GT(number(filled, i), 0) << i;
        ASSERT_LT(number(filled, i), 1) << i;
    }
}

TEST_F(BilateralCommand, RefusesWithOneLine) {
    save("in.npy", noise({20, 10, 1}, Sample::f32));
    Image large({3000, 2000, 1}, Sample::f32);
    std::fill_n(large.data<float>(), large.shape().samples(), 0.5f);
    save("large.npy", large);
    const std::string small = "--guide=" + save("small.npy", noise({10, 10, 1}, Sample::f32));
    const auto expect = [&](const Arguments& options, const std::string& what,
                            const std::string& in = "in.npy") {
        Arguments arguments{"filter", path(in), path("out.npy"), "--filter=bilateral"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        EXPECT_NE(refused(2, arguments).find(what), std::string::npos) << what;
    };
    for (const char* engine : {"--engine=opengl", "--engine=cuda"})
        expect({engine}, "use the engine auto, cpu or reference");
    expect({"--boundary=repeat"},
           "--boundary repeat is not of the filter bilateral: use zero, clamp or mirror");
    expect({"--sigma=3,4"}, "--sigma of the filter bilateral is one number");
    expect({"--sigma=1001"}, "--sigma of the filter bilateral is above 0 and at most 1000");
    expect({"--edge-range=0"}, "--edge-range '0' is not above 0");
    expect({"--derive=gradient"}, "of the bilateral filter there are unsharp and high-pass");
    expect({small}, "a guide is as large as the image");
    expect({"--trace=" + path("t.json")}, "--trace is not of the filter bilateral");
    expect({"--sigma=200"},
           "too long, 1201 x 1201 taps for each of 3000 x 2000 pixels: use a sigma of at most 67.6, a "
           "smaller picture, or the filter edge",
           "large.npy");
    expect({"--sigma=20", "--check"}, "--check would take too long", "large.npy");
    refused(2, {"bench", "--filter=bilateral"});
}

}  // namespace
}  // namespace sweep::test
