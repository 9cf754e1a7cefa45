// Colour profiles, written by hand, in the formats that hold them; what comes out is held against published
// matrices.
#include "files/colour_profile.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include <jpeglib.h>

#include "core/problem/problem.h"
#include "files/pixels.h"
#include "tests/support/image_bytes.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

const Encoding numbers{}, srgb{Curve::srgb, 1, false}, stated_srgb{Curve::srgb, 1, true},
    stated_numbers{Curve::numbers, 1, true};

using Tags = std::vector<std::pair<std::string, std::string>>;

// libpng refuses profiles that deflate to a few bytes: noise follows the last tag.
std::string profile_of(const std::string& space, const Tags& tags) {
    std::string table = big_endian(tags.size(), 4), data;
    for (const auto& [name, bytes] : tags) {
        table += name + big_endian(128 + 4 + 12 * tags.size() + data.size(), 4) + big_endian(bytes.size(), 4);
        data += bytes + std::string((4 - bytes.size() % 4) % 4, '\0');
    }
    std::mt19937 random(9);
    for (int i = 0; i < 100; ++i) data += char(random());
    return big_endian(128 + table.size() + data.size(), 4) + std::string(4, '\0') +
           big_endian(0x02400000, 4) + "mntr" + space + "XYZ " + std::string(12, '\0') + "acsp" +
           std::string(24, '\0') + big_endian(0, 4) + big_endian(0xf6d6, 4) + big_endian(0x10000, 4) +
           big_endian(0xd32d, 4) + std::string(48, '\0') + table + data;
}

std::string grey_profile(const std::string& curve) {
    return profile_of("GRAY", {{"kTRC", curve}});
}

std::string table_curve(int count, const std::function<double(double)>& light) {
    std::string curve = "curv" + std::string(4, '\0') + big_endian(std::uint64_t(count), 4);
    for (int i = 0; i < count; ++i)
        curve += big_endian(std::uint64_t(std::lround(65535 * light(double(i) / (count - 1)))), 2);
    return curve;
}

std::string fixed(double value) {
    return big_endian(std::uint32_t(std::int32_t(std::lround(65536 * value))), 4);
}

std::string parametric_curve(int type, const std::vector<double>& parameters) {
    std::string curve =
        "para" + std::string(4, '\0') + big_endian(std::uint64_t(type), 2) + std::string(2, '\0');
    for (double p : parameters) curve += fixed(p);
    return curve;
}

std::string single_gamma(double gamma) {
    return "curv" + std::string(4, '\0') + big_endian(1, 4) + big_endian(std::uint64_t(gamma * 256), 2);
}

const std::vector<double> srgb_parameters{2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};

using Primary = std::array<double, 3>;  // XYZ, adapted to D50

std::string colour_profile(const std::string& name, const std::string& curve, const Primary& red,
                           const Primary& green, const Primary& blue) {
    const auto xyz = [](const Primary& p) {
        return "XYZ " + std::string(4, '\0') + fixed(p[0]) + fixed(p[1]) + fixed(p[2]);
    };
    const std::string description = "desc" + std::string(4, '\0') + big_endian(name.size() + 1, 4) + name +
                                    std::string(1 + 4 + 4 + 2 + 1 + 67, '\0');
    return profile_of("RGB ", {{"desc", description},
                               {"wtpt", xyz({0.9642, 1, 0.8249})},
                               {"rXYZ", xyz(red)},
                               {"gXYZ", xyz(green)},
                               {"bXYZ", xyz(blue)},
                               {"rTRC", curve},
                               {"gTRC", curve},
                               {"bTRC", curve}});
}

// Adobe RGB (1998), section 4.3.
const std::string adobe_rgb =
    colour_profile("Adobe RGB (1998)", single_gamma(2.19921875), {0.60974, 0.31111, 0.01947},
                   {0.20528, 0.62567, 0.06087}, {0.14919, 0.06322, 0.74457});
const std::string display_p3 =
    colour_profile("Display P3", parametric_curve(3, srgb_parameters), {0.51512, 0.24120, -0.00105},
                   {0.29198, 0.69225, 0.04189}, {0.15710, 0.06657, 0.78407});
const std::string srgb_itself =
    colour_profile("sRGB IEC61966-2.1", table_curve(1024, srgb_to_linear), {0.43607, 0.22249, 0.01392},
                   {0.38515, 0.71687, 0.09708}, {0.14307, 0.06061, 0.71410});

using Matrix = std::array<Primary, 3>;
Primary times(const Matrix& m, const Primary& v) {
    Primary out{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) out[i] += m[i][k] * v[k];
    return out;
}

// From linear Adobe RGB to XYZ of D65 (Adobe RGB (1998), section 4.3.5.3), and on to linear sRGB (IEC
// 61966-2-1).
Primary linear_srgb_of_adobe(const Primary& light) {
    constexpr Matrix to_xyz{
        {{0.57667, 0.18556, 0.18823}, {0.29734, 0.62736, 0.07529}, {0.02703, 0.07069, 0.99134}}};
    constexpr Matrix to_srgb{{{3.2404542, -1.5371385, -0.4985314},
                              {-0.9692660, 1.8760108, 0.0415560},
                              {0.0556434, -0.2040259, 1.0572252}}};
    return times(to_srgb, times(to_xyz, light));
}
// CSS Color Module Level 4, section 17: from linear Display P3 to linear sRGB.
Primary linear_srgb_of_p3(const Primary& light) {
    constexpr Matrix to_srgb{
        {{1.2249402, -0.2249402, 0}, {-0.0420569, 1.0420569, 0}, {-0.0196376, -0.0786361, 1.0982736}}};
    return times(to_srgb, light);
}

class ColourProfiles : public ImageFile {
  protected:
    void SetUp() override {
        ImageFile::SetUp();
        if (lcms_version().empty()) SKIP_WITHOUT("formats", "this build has no Little CMS");
    }
    std::string png_with(const std::string& profile, const Image& image) {
        return write("a.png", written_png([&](png_structp png, png_infop info) {
                         const int types[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA,
                                              PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};
                         const Shape shape = image.shape();
                         png_set_IHDR(png, info, png_uint_32(shape.width), png_uint_32(shape.height),
                                      int(8 * size_of(image.sample())), types[shape.channels - 1], 0, 0, 0);
                         png_set_iCCP(png, info, "Some profile", 0,
                                      reinterpret_cast<png_const_bytep>(profile.data()),
                                      png_uint_32(profile.size()));
                         png_write_info(png, info);
                         if (image.sample() == Sample::u16) png_set_swap(png);
                         for (int y = 0; y < shape.height; ++y)
                             png_write_row(png, image.view().row<png_byte>(y));
                         png_write_end(png, info);
                     }));
    }
    // In pieces, as a profile of more than 64 KB has to be.
    std::string jpeg_with(const std::string& profile, const Image& image, std::size_t piece) {
        std::string jpeg = text_of(encode_jpeg(image.view())), markers;
        const std::size_t pieces = (profile.size() + piece - 1) / piece;
        for (std::size_t i = 0; i < pieces; ++i) {
            const std::string part = profile.substr(i * piece, piece);
            markers += "\xff\xe2" + big_endian(part.size() + 16, 2) + "ICC_PROFILE\0"s + char(i + 1) +
                       char(pieces) + part;
        }
        return write("a.jpg", jpeg.insert(2, markers));
    }
};

Image colours_of(Sample sample, const std::vector<double>& values, int channels) {
    Image image({int(values.size()) / channels, 1, channels}, sample);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (sample == Sample::u8)
            image.data<std::uint8_t>()[i] = std::uint8_t(std::lround(255 * values[i]));
        else
            image.data<std::uint16_t>()[i] = std::uint16_t(std::lround(65535 * values[i]));
    return image;
}

const std::vector<double> some_colours{0.2, 0.4, 0.6, 0, 1, 0, 1, 1, 1, 0.8, 0.2, 0.2};

void expect_colours(const Image& light, int channels, const std::function<Primary(Primary)>& expected) {
    for (std::size_t i = 0; i < some_colours.size() / 3; ++i) {
        const Primary right =
            expected({some_colours[3 * i], some_colours[3 * i + 1], some_colours[3 * i + 2]});
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(light.data<float>()[i * std::size_t(channels) + c], right[c], 0.002) << i << " " << c;
    }
}

Primary light_of_adobe(const Primary& seen) {
    Primary light{};
    for (std::size_t c = 0; c < 3; ++c) light[c] = std::pow(seen[c], 2.19921875);
    return linear_srgb_of_adobe(light);
}

TEST_F(ColourProfiles, AdobeRgbBecomesLinearSrgbAsItsMatricesSay) {
    for (const Sample sample : {Sample::u8, Sample::u16}) {
        const FileImage read = read_image(png_with(adobe_rgb, colours_of(sample, some_colours, 3)));
        ASSERT_EQ(read.encoding.curve, Curve::profile);
        EXPECT_EQ(read.note, "");
        EXPECT_EQ(decoding_text(sample, read.encoding, {}),
                  std::string(sample == Sample::u8 ? "8" : "16") +
                      " bits, profile 'Adobe RGB (1998)', to linear sRGB");
        const Decoding decoding = decoding_of(sample, read.encoding, {});
        ASSERT_TRUE(decoding.to_light);
        expect_colours(to_float(read.image.view(), Sample::f32, decoding.stored), 3, light_of_adobe);

        EXPECT_FALSE(decoding_of(sample, read.encoding, false).to_light);
        expect_contains(decoding_text(sample, read.encoding, false),
                        "'Adobe RGB (1998)', filtered without decoding");
        EXPECT_EQ(encoding_for_output(sample, read.encoding, {}).stored, stated_srgb);
        EXPECT_EQ(encoding_for_output(sample, read.encoding, false).stored.curve, Curve::profile);
    }
}

TEST_F(ColourProfiles, DisplayP3OfAJpegBecomesLinearSrgb) {
    // Broad stripes, of which a JPEG keeps the colours.
    Image image({16 * 4, 16, 3}, Sample::u8);
    const Image stripes = colours_of(Sample::u8, some_colours, 3);
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 64; ++x)
            std::copy_n(stripes.data<std::uint8_t>() + x / 16 * 3, 3,
                        image.view().row<std::uint8_t>(y) + 3 * x);
    for (const std::size_t piece : {std::size_t(60000), std::size_t(100)}) {
        const FileImage read = read_image(jpeg_with(display_p3, image, piece));
        ASSERT_EQ(read.encoding.curve, Curve::profile);
        EXPECT_EQ(read.encoding.profile->name(), "Display P3");
        const Image light = to_float(read.image.view(), Sample::f64, read.encoding);
        for (std::size_t i = 0; i < 4; ++i) {
            const Primary right = linear_srgb_of_p3({srgb_to_linear(some_colours[3 * i]),
                                                     srgb_to_linear(some_colours[3 * i + 1]),
                                                     srgb_to_linear(some_colours[3 * i + 2])});
            for (std::size_t c = 0; c < 3; ++c)
                EXPECT_NEAR(light.view().row<double>(8)[3 * (16 * i + 8) + c], right[c], 0.03);
        }
    }
    std::string broken = display_p3;
    broken.replace(36, 4, "none");
    const FileImage damaged = read_image(jpeg_with(broken, image, 60000));
    EXPECT_EQ(damaged.encoding, srgb);
    expect_contains(damaged.note, "its colour profile is damaged: taken as sRGB");
}

TEST_F(ColourProfiles, ThoseThatHaveAWordAreKnownByWhatTheyDo) {
    const auto read = [&](const std::string& curve) {
        return read_image(png_with(grey_profile(curve), colours_of(Sample::u16, {0.1, 0.5}, 1)));
    };
    EXPECT_EQ(read(parametric_curve(3, srgb_parameters)).encoding, stated_srgb);
    EXPECT_EQ(read(table_curve(1024, srgb_to_linear)).encoding, stated_srgb);
    EXPECT_EQ(read("curv"s + std::string(8, '\0')).encoding, stated_numbers);
    EXPECT_EQ(read(table_curve(2, [](double x) { return x; })).encoding, stated_numbers);
    EXPECT_NEAR(read(single_gamma(1.8)).encoding.exponent, 1.8, 0.01);
    EXPECT_NEAR(read(parametric_curve(0, {2.2})).encoding.exponent, 2.2, 0.001);
    EXPECT_NEAR(read(parametric_curve(1, {2.2, 1, 0})).encoding.exponent, 2.2, 0.001);
    EXPECT_EQ(read(single_gamma(1.8)).note, "");
    EXPECT_EQ(read_image(png_with(srgb_itself, colours_of(Sample::u8, some_colours, 3))).encoding,
              stated_srgb);
    const FileImage odd =
        read(table_curve(64, [](double x) { return 0.5 - 0.5 * std::cos(3.14159265 * x); }));
    ASSERT_EQ(odd.encoding.curve, Curve::profile);
    EXPECT_NEAR(to_float(odd.image.view(), Sample::f32, odd.encoding).data<float>()[0],
                0.5 - 0.5 * std::cos(0.314159265), 0.002);
    const FileImage wrong = read("mft2"s + std::string(40, '\0'));
    EXPECT_EQ(wrong.encoding, srgb);
    expect_contains(wrong.note, "'Some profile' is damaged: taken as sRGB");
}

TEST_F(ColourProfiles, AlphaStaysAndGreyThatWasWidenedIsConverted) {
    const FileImage read = read_image(png_with(adobe_rgb, colours_of(Sample::u8, {0.2, 0.4, 0.6, 0.2}, 4)));
    const Image light = to_float(read.image.view(), Sample::f32, read.encoding);
    EXPECT_NEAR(light.data<float>()[3], 0.2, 1e-6);
    const FileImage grey =
        read_image(png_with(grey_profile(table_curve(64, [](double x) { return x * x * x * (2 - x); })),
                            colours_of(Sample::u8, {0.6}, 1)));
    const Image wide =
        to_float(colours_of(Sample::u8, {0.6, 0.6, 0.6, 1}, 4).view(), Sample::f32, grey.encoding);
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(wide.data<float>()[c], 0.3024, 0.001);
}

TEST_F(ColourProfiles, APictureThatIsNotDecodedKeepsItsProfile) {
    const FileImage read = read_image(png_with(adobe_rgb, colours_of(Sample::u8, some_colours, 3)));
    for (const char* name : {"b.png", "b.tif", "b.jpg"}) {
        if (name == "b.tif"s && !has_library(".tif")) continue;
        save_image(path(name), read.image.view(), {}, read.encoding);
        const FileImage again = read_image(path(name));
        ASSERT_EQ(again.encoding.curve, Curve::profile) << name;
        EXPECT_EQ(again.encoding.profile->bytes(), read.encoding.profile->bytes()) << name;
    }
}

TEST_F(ColourProfiles, ATiffSaysHowItIsEncoded) {
    if (!has_library(".tif")) SKIP_WITHOUT("formats", "this build has no libtiff");
    const Encoding power{Curve::power, 1.8, true};
    for (const Sample sample : {Sample::u8, Sample::u16})
        for (const int channels : {1, 3})
            for (const Encoding& encoding : {stated_numbers, stated_srgb, power}) {
                const Image image = noise({9, 7, channels}, sample);
                save_image(path("a.tif"), image.view(), {}, encoding);
                const FileImage again = read_image(path("a.tif"));
                EXPECT_EQ(again.encoding.curve, encoding.curve);
                EXPECT_NEAR(again.encoding.exponent, encoding.exponent, 1e-3);
                EXPECT_EQ(samples_of<std::uint8_t>(again.image), samples_of<std::uint8_t>(image));
            }
    save_image(path("a.tif"), noise({9, 7, 3}, Sample::u8).view());
    EXPECT_EQ(read_image(path("a.tif")).encoding, srgb);
}

TEST_F(ColourProfiles, DamagedOnesAreFollowedOrNotButNeverMore) {
    std::mt19937 random(3);
    for (const std::string& good : {adobe_rgb, display_p3, grey_profile(table_curve(64, srgb_to_linear))}) {
        const int channels = good == adobe_rgb || good == display_p3 ? 3 : 1;
        ASSERT_EQ(meaning_of_profile(bytes_of(good), channels).remark, "");
        expect_contains(meaning_of_profile(bytes_of(good), 4 - channels).remark, "is not for");
        for (std::size_t length = 0; length < good.size(); length += 7)
            meaning_of_profile(bytes_of(good.substr(0, length)), channels);
        for (int round = 0; round < 2000; ++round) {
            std::string damaged = good;
            for (int i = 0; i < 4; ++i) damaged[128 + random() % (damaged.size() - 228)] = char(random());
            const ProfileMeaning meaning = meaning_of_profile(bytes_of(damaged), channels);
            EXPECT_TRUE(meaning.encoding.exponent >= least_exponent &&
                        meaning.encoding.exponent <= most_exponent);
            EXPECT_EQ(meaning.encoding.curve == Curve::profile, bool(meaning.encoding.profile));
            EXPECT_EQ(meaning.remark.find('\n'), std::string::npos);
            if (!meaning.encoding.profile) continue;
            const Image light =
                to_float(colours_of(Sample::u8, {0.5, 0.1, 1}, 3).view(), Sample::f32, meaning.encoding);
            for (int i = 0; i < 3; ++i) EXPECT_TRUE(std::isfinite(light.data<float>()[i]));
        }
    }
}

TEST_F(ImageFile, WithoutLittleCmsAProfileIsSaid) {
    if (!lcms_version().empty()) GTEST_SKIP() << "this build has Little CMS";
    const ProfileMeaning meaning = meaning_of_profile(bytes_of(adobe_rgb), 3, "Adobe");
    EXPECT_EQ(meaning.encoding, srgb);
    expect_contains(meaning.remark, "'Adobe' needs Little CMS, which this build lacks: taken as sRGB");
}

}  // namespace
}  // namespace sweep::test
