// PNGs whose chunk cICP says how light is coded: ITU-T H.273, ITU-R BT.2100 and BT.2408.
#include <array>
#include <cmath>
#include <utility>

#include "core/base/hdr_curves.h"
#include "files/pixels.h"
#include "tests/support/image_bytes.h"

namespace sweep::test {
namespace {

class CodedColours : public ImageFile {
  protected:
    using Codes = std::array<std::uint8_t, 4>;
    // A PNG of 16 bits and one row, whose samples are these code values.
    std::string made(const Codes& codes, int colours, const std::vector<double>& values) {
        return write("a.png", written_png([&](png_structp png, png_infop info) {
                         png_set_IHDR(png, info, png_uint_32(values.size() / std::size_t(colours)), 1, 16,
                                      colours == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_GRAY, 0, 0, 0);
                         png_write_info_before_PLTE(png, info);
                         png_write_chunk(png, reinterpret_cast<png_const_bytep>("cICP"), codes.data(),
                                         codes.size());
                         png_write_info(png, info);
                         std::string row;
                         for (const double value : values)
                             row += big_endian(std::uint64_t(std::lround(65535 * value)), 2);
                         png_write_row(png, reinterpret_cast<png_const_bytep>(row.data()));
                         png_write_end(png, info);
                     }));
    }
    static std::vector<float> light_of_file(const FileImage& read) {
        return samples_of<float>(to_float(read.image.view(), Sample::f32, read.encoding));
    }
};

TEST_F(CodedColours, PqIsLightInUnitsOfWhite) {
    const FileImage read =
        read_image(made({9, 16, 0, 1}, 3, {0.5807, 0.5807, 0.5807, 0.7518, 0.7518, 0.7518}));
    EXPECT_EQ(read.note, "");
    const std::vector<float> light = light_of_file(read);
    for (std::size_t c = 0; c < 3; ++c) {
        EXPECT_NEAR(light[c], 1, 2e-3) << "203 cd/m^2: BT.2408, table 1";
        EXPECT_NEAR(light[3 + c], 1000 / 203.0, 1e-2);
    }
    EXPECT_NEAR(light_of_file(read_image(made({9, 16, 0, 1}, 1, {0.5807})))[0], 1, 2e-3) << "grey";
}

TEST_F(CodedColours, HlgIsTheLightOfItsScreen) {
    const std::vector<float> light =
        light_of_file(read_image(made({9, 18, 0, 1}, 3, {0.75, 0.75, 0.75, 1, 1, 1})));
    EXPECT_NEAR(light[1], 1, 3e-3) << "BT.2408: 75 % is 203 cd/m^2";
    EXPECT_NEAR(light[4], 1000 / 203.0, 1e-3);
}

TEST_F(CodedColours, PrimariesBecomeThoseOfSrgb) {
    // CSS Color Module Level 4, section 17: linear Display P3 red in linear sRGB.
    const std::vector<float> p3 = light_of_file(read_image(made({12, 13, 0, 1}, 3, {1, 0, 0})));
    EXPECT_NEAR(p3[0], 1.2249, 2e-4);
    EXPECT_NEAR(p3[1], -0.0421, 2e-4);
    EXPECT_NEAR(p3[2], -0.0196, 2e-4);
    // ITU-R BT.2087, annex 2.
    const std::vector<float> wide = light_of_file(read_image(made({9, 8, 0, 1}, 3, {1, 0, 0})));
    EXPECT_NEAR(wide[0], 1.6605, 2e-4);
    EXPECT_NEAR(wide[1], -0.1246, 2e-4);
    EXPECT_NEAR(wide[2], -0.0182, 2e-4);
    EXPECT_EQ(read_image(made({1, 13, 0, 1}, 3, {1, 0, 0})).encoding, (Encoding{Curve::srgb, 1, true}));
}

TEST_F(CodedColours, WhatIsWrittenIsWhatWasRead) {
    for (const Codes& codes :
         {Codes{9, 16, 0, 1}, {9, 18, 0, 1}, {12, 13, 0, 1}, {9, 8, 0, 1}, {1, 16, 0, 1}}) {
        const std::vector<double> values{0, 0, 0, 0.1, 0.5, 0.3, 0.9, 0.02, 0.6, 1, 1, 1, 0.75, 0.75, 0.7};
        const FileImage read = read_image(made(codes, 3, values));
        const Image light = to_float(read.image.view(), Sample::f32, read.encoding);
        const Image again = to_display(light.view(), Sample::u16, read.encoding);
        for (std::size_t i = 0; i < values.size(); ++i)
            EXPECT_NEAR(again.data<std::uint16_t>()[i], 65535 * values[i], 3) << int(codes[1]) << ", " << i;
        save_image(path("b.png"), again.view(), {}, read.encoding);
        const std::string chunk = "cICP" + std::string(codes.begin(), codes.end());
        EXPECT_NE(this->read("b.png").find(chunk), std::string::npos);
        EXPECT_EQ(read_image(path("b.png")).encoding.profile->name(), read.encoding.profile->name());
    }
}

TEST_F(CodedColours, OthersAreSaidAndNotFollowed) {
    for (const Codes& codes : {Codes{9, 16, 9, 1}, {9, 16, 0, 0}, {2, 2, 0, 1}, {255, 255, 255, 255}}) {
        const FileImage read = read_image(made(codes, 3, {0.5, 0.5, 0.5}));
        EXPECT_EQ(read.encoding.curve, Curve::numbers);
        expect_contains(read.note, "is not followed");
    }
}

TEST(HdrCurves, CodesAreInverses) {
    for (int i = 0; i <= 100; ++i) {
        const double code = i / 100.0;
        EXPECT_NEAR(hlg_code(hlg_light(code)), code, 1e-7);
        EXPECT_NEAR(pq_code(pq_light(code)), code, 1e-6) << "the code of no light is 7e-7";
    }
    EXPECT_NEAR(hlg_light(1), 1, 1e-7);
    EXPECT_NEAR(pq_light(1), 10000, 1e-6);
}

}  // namespace
}  // namespace sweep::test
