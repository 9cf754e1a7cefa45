// PFMs, written by hand, and what is refused by name.
#include <cmath>

#include "tests/support/image_bytes.h"

namespace sweep::test {
namespace {

std::string floats(const std::vector<float>& values, bool is_little) {
    std::string bytes;
    for (const float value : values) {
        std::uint32_t bits;
        std::memcpy(&bits, &value, 4);
        bytes += is_little ? little_endian(bits, 4) : big_endian(bits, 4);
    }
    return bytes;
}

TEST_F(ImageFile, PfmIsReadInBothOrdersTheLowestRowFirst) {
    for (const bool is_little : {true, false}) {
        const std::string scale = is_little ? "-1.0" : "1.0";
        const FileImage grey =
            read_image(write("a.pfm", "Pf\n2 2\n" + scale + "\n" + floats({3, 4, 1, -2.5f}, is_little)));
        EXPECT_EQ(grey.image.shape(), (Shape{2, 2, 1}));
        EXPECT_EQ(samples_of<float>(grey.image), (std::vector<float>{1, -2.5f, 3, 4}));
        EXPECT_EQ(grey.encoding.curve, Curve::light);
        EXPECT_EQ(samples_of<float>(
                      load_image(write("b.pfm", "PF 1 1 " + scale + " " + floats({7, 8, 9}, is_little)))),
                  (std::vector<float>{7, 8, 9}));
    }
}

TEST_F(ImageFile, PfmIsWrittenAsItIsRead) {
    Image image({2, 2, 1}, Sample::f32);
    const std::vector<float> values{1, -2.5f, 3, 4};
    std::copy(values.begin(), values.end(), image.data<float>());
    save_image(path("a.pfm"), image.view());
    EXPECT_EQ(read("a.pfm"), "Pf\n2 2\n-1.0\n" + floats({3, 4, 1, -2.5f}, true));
    for (int channels = 1; channels <= 4; ++channels) {
        const Image more = noise({7, 5, channels}, Sample::f32);
        save_image(path("a.pfm"), more.view());
        const Image again = load_image(path("a.pfm"));
        const int colours = channels < 3 ? 1 : 3;
        ASSERT_EQ(again.shape(), (Shape{7, 5, colours})) << "alpha is dropped";
        for (int i = 0; i < 35; ++i)
            for (int c = 0; c < colours; ++c)
                EXPECT_EQ(again.data<float>()[i * colours + c], more.data<float>()[i * channels + c]);
    }
}

TEST_F(ImageFile, PfmThatLiesIsRefused) {
    expect_contains(refusal(write("a.pfm", "PF\n90000 90000\n-1\nabc")), "claims to be 90000 x 90000");
    expect_contains(refusal(write("a.pfm", "Pf\n2 2\n-1\n" + std::string(15, 'x'))),
                    "truncated after 25 of 26");
    expect_contains(refusal(write("a.pfm", "Pf\n0 2\n-1\n" + std::string(16, 'x'))), "empty");
    expect_contains(refusal(write("a.pfm", "Pf\n-3 2\n-1\n" + std::string(16, 'x'))), "damaged");
    expect_contains(refusal(write("a.pfm", "Pf\n99999999999 2\n-1\n" + std::string(16, 'x'))), "too large");
    expect_contains(refusal(write("a.pfm", "Pf\n2 two\n-1\n" + std::string(16, 'x'))), "damaged");
    expect_contains(refusal(write("a.pfm", "Pf\n2 2")), "truncated inside its header");
}

TEST_F(ImageFile, PicIsRefusedByName) {
    expect_contains(refusal(write("a.pic", "text")), "PIC is not read, since no decoder of it is safe");
    expect_contains(refusal(write("b.png", "\x53\x80\xf6\x34"s + std::string(200, 0))), "convert it to .png");
}

TEST_F(ImageFile, FormatsThatThisBuildLacksAreRefusedByName) {
    for (const std::string ending : {".tif", ".exr", ".webp", ".heic"}) {
        if (has_library(ending)) continue;
        const std::string name = "a" + ending;
        expect_contains(refusal(write(name, "text")), "this build has no ");
        EXPECT_THROW(output_format(path(name)), Error);
    }
    for (const auto& [magic, ending] : {std::pair{"II*\0\x08\0\0\0"s, ".tif"},
                                        {"\x76\x2f\x31\1\2\0\0\0"s, ".exr"},
                                        {"RIFF\4\0\0\0WEBPVP8 "s, ".webp"}})
        expect_contains(refusal(write("a.png", magic)),
                        !has_library(ending) ? "this build has no " : "cannot read");
    EXPECT_EQ(image_libraries().size(), 8u);
}

}  // namespace
}  // namespace sweep::test
