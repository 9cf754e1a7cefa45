// Colours that a file states without a profile of RGB: Adobe RGB in EXIF, primaries of a PNG, ink by its own profile.
#include <cmath>

#include "files/colour_profile.h"
#include "files/metadata/metadata.h"
#include "tests/support/image_bytes.h"
#include "tests/support/ink_profile.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

class StatedColours : public ImageFile {
  protected:
    void SetUp() override {
        ImageFile::SetUp();
        if (lcms_version().empty()) SKIP_WITHOUT("formats", "this build has no Little CMS");
    }
};

Metadata with_colour_space(int space, const std::string& index, bool big_endian = false) {
    Metadata data;
    data.big_endian = big_endian;
    data.picture = {tag_of(tag::software, "a camera")};
    if (space > 0)
        data.camera.push_back(tag_of(tag::colour_space, std::uint64_t(space), TagType::word, big_endian));
    if (!index.empty()) data.interop = {tag_of(1, index)};
    return data;
}

// What a pixel of bytes is as linear sRGB.
std::array<float, 3> linear_of(const FileImage& file, const std::array<int, 3>& pixel) {
    std::array<float, 3> from{}, to{};
    for (std::size_t c = 0; c < 3; ++c) from[c] = float(pixel[c]) / 255;
    if (file.encoding.curve == Curve::profile)
        file.encoding.profile->to_light(from.data(), to.data(), 1);
    else
        for (std::size_t c = 0; c < 3; ++c) to[c] = float(light_of(file.encoding, double(from[c])));
    return to;
}

void expect_near(const std::array<float, 3>& got, const std::array<double, 3>& expected,
                 double tolerance = 0.002) {
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(got[c], expected[c], tolerance) << c;
}

const std::array<int, 3> greenish{60, 200, 80};
const std::array<double, 3> of_adobe{-0.1754, 0.5861, 0.0563};

TEST_F(StatedColours, CamerasNameAdobeRgbInExif) {
    const Image image = noise({6, 4, 3}, Sample::u8);
    const auto read_with = [&](const std::string& ending, const Metadata& data) {
        std::vector<std::uint8_t> bytes = encoded(ending, image.view());
        EXPECT_EQ(attach(data, {image.shape()}, bytes), "");
        return read_image(write("a" + ending, text_of(bytes)));
    };
    for (const std::string ending : {".jpg", ".png", ".webp", ".tif"}) {
        if (!has_library(ending)) continue;
        SCOPED_TRACE(ending);
        for (const bool big_endian : {false, true})
            for (const auto& [space, index] : {std::pair{65535, "R03"}, {0, "R03"}, {2, ""}}) {
                const FileImage file = read_with(ending, with_colour_space(space, index, big_endian));
                ASSERT_EQ(file.encoding.curve, Curve::profile) << space << index << big_endian;
                EXPECT_EQ(file.encoding.profile->name(), "Adobe RGB (1998)");
                EXPECT_EQ(file.note, "");
                expect_near(linear_of(file, greenish), of_adobe);
            }
        for (const auto& [space, index] : {std::pair{1, "R98"}, {1, "R03"}, {65535, "R98"}, {65535, ""}})
            EXPECT_EQ(read_with(ending, with_colour_space(space, index)).encoding.curve, Curve::srgb)
                << space << index;
    }
    // Grey has its curve.
    std::vector<std::uint8_t> grey = encode_jpeg(noise({6, 4, 1}, Sample::u8).view());
    attach(with_colour_space(65535, "R03"), {{6, 4, 1}}, grey);
    const Encoding encoding = read_image(write("grey.jpg", text_of(grey))).encoding;
    EXPECT_EQ(encoding.curve, Curve::power);
    EXPECT_NEAR(encoding.exponent, 2.2, 0.001);
    // The same profile for the same file at any hour.
    EXPECT_EQ(adobe_rgb(3).encoding.profile->bytes()[27], 1);
}

TEST_F(StatedColours, WhatNobodyNamesIsNotCalledSrgb) {
    Metadata data = with_colour_space(65535, "R98");
    data.xmp = "<x exif:ColorSpace='65535'/>";
    Metadata same = data;
    describe(same, {.shape = {6, 4, 3}, .is_assumed = true});
    EXPECT_EQ(first_number(*find(same.camera, tag::colour_space), false), 65535u);
    EXPECT_EQ(same.xmp, data.xmp);
    EXPECT_EQ(same.interop.size(), 1u);
    describe(data, {{6, 4, 3}});
    EXPECT_EQ(first_number(*find(data.camera, tag::colour_space), false), 1u);
}

std::string chromaticities(const Primaries& of) {
    std::string content;
    for (const Primaries::Point& at : {of.white, of.red, of.green, of.blue})
        for (const double number : {at.x, at.y})
            content += big_endian(std::uint64_t(std::lround(1e5 * number)), 4);
    return chunk_of("cHRM", content);
}

std::string gamma_of(int number) {
    return chunk_of("gAMA", big_endian(std::uint64_t(number), 4));
}

TEST_F(StatedColours, PrimariesOfAPngAreFollowed) {
    constexpr std::size_t behind_header = 33;
    const auto read_with = [&](const std::string& chunks, Shape shape = {6, 4, 3},
                               Sample sample = Sample::u8) {
        std::string file = text_of(encode_png(noise(shape, sample).view()));
        file.insert(behind_header, chunks);
        return read_image(write("a.png", file));
    };
    const Primaries adobe{{0.64, 0.33}, {0.21, 0.71}, {0.15, 0.06}, primaries::d65},
        wide_of_d50{{0.7347, 0.2653}, {0.1152, 0.8264}, {0.1566, 0.0177}, {0.3457, 0.3585}};
    expect_near(linear_of(read_with(gamma_of(45470) + chromaticities(adobe)), greenish), of_adobe);
    expect_near(linear_of(read_with(gamma_of(45455) + chromaticities(primaries::bt2020)), {60, 170, 90}),
                {-0.18, 0.4585, 0.0711});
    for (const Primaries& of : {adobe, primaries::bt2020, primaries::display_p3, wide_of_d50})
        for (const int gamma : {45455, 55556, 100000}) {
            const FileImage file = read_with(chromaticities(of) + gamma_of(gamma));
            EXPECT_EQ(file.note, "");
            Vec<double, 3> light{}, expected{};
            for (int c = 0; c < 3; ++c) light[c] = std::pow(greenish[std::size_t(c)] / 255.0, 1e5 / gamma);
            add_product(matrix_to_srgb(of).value(), light, expected);
            expect_near(linear_of(file, greenish), {expected[0], expected[1], expected[2]});
        }
    // Without a gamma bytes have the curve of sRGB, and words are numbers.
    const double light = light_of(Encoding{Curve::srgb, 1, true}, 0.5);
    FileImage alone = read_with(chromaticities(primaries::display_p3));
    ASSERT_EQ(alone.encoding.curve, Curve::profile);
    float half[3] = {0.5f, 0.5f, 0.5f}, grey[3] = {};
    alone.encoding.profile->to_light(half, grey, 1);
    EXPECT_NEAR(grey[1], light, 0.001);
    const FileImage words = read_with(chromaticities(primaries::display_p3), {6, 4, 3}, Sample::u16);
    EXPECT_EQ(words.encoding.curve, Curve::numbers);
    expect_contains(words.note, "its cHRM is not followed, because it has no gAMA");
    // sRGB's own are sRGB, and grey has none.
    for (const FileImage& file : {read_with(gamma_of(45455) + chromaticities(primaries::srgb)),
                                  read_with(gamma_of(45455) + chromaticities(adobe), {6, 4, 1}),
                                  read_with(chromaticities(adobe) + chunk_of("sRGB", "\0"s))}) {
        EXPECT_EQ(file.encoding.curve, Curve::srgb);
        EXPECT_TRUE(file.encoding.stated);
        EXPECT_EQ(file.note, "");
    }
    // Primaries on a line, one without light, and a white among none of them.
    const Primaries line{{0.6, 0.3}, {0.4, 0.3}, {0.2, 0.3}, primaries::d65},
        none{{0, 0}, {0, 0}, {0, 0}, {0, 0}}, outside{{0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}, {0.7, 0.2}};
    for (const Primaries& of : {line, none, outside}) {
        const FileImage file = read_with(gamma_of(45455) + chromaticities(of));
        EXPECT_EQ(file.encoding.curve, Curve::srgb);
        expect_contains(file.note, "its cHRM is not believed");
    }
}

TEST_F(StatedColours, InkIsWhatItsProfileSays) {
    const std::string bytes = ink_profile();
    ASSERT_TRUE(is_ink_profile(bytes_of(bytes)));
    const std::vector<std::uint8_t> ink{0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255};
    for (const bool is_inverted : {false, true}) {
        std::vector<std::uint8_t> from = ink, to(9);
        if (is_inverted)
            for (std::uint8_t& each : from) each = std::uint8_t(255 - each);
        const InkMeaning meaning = meaning_of_ink(bytes_of(bytes), is_inverted);
        ASSERT_TRUE(meaning.profile);
        EXPECT_EQ(meaning.remark, "");
        meaning.profile->to_srgb(from.data(), to.data(), 3);
        for (int c = 0; c < 3; ++c) {
            EXPECT_EQ(to[std::size_t(c)], 255);
            EXPECT_NEAR(to[std::size_t(3 + c)], 128, 2);
            EXPECT_LE(to[std::size_t(6 + c)], 2);
        }
    }
    EXPECT_FALSE(is_ink_profile(bytes_of(bytes.substr(0, 100))));
    EXPECT_EQ(meaning_of_ink(bytes_of(bytes.substr(0, 200)), false).profile, nullptr);
    expect_contains(meaning_of_ink(bytes_of(bytes.substr(0, 200)), false).remark,
                    "is damaged: taken as sRGB");
}

// Photoshop's own files have a profile, EXIF, XMP and IPTC among their resources.
TEST_F(StatedColours, APsdSaysWhatItsResourcesSay) {
    const auto resource = [](int number, const std::string& content) {
        return "8BIM" + big_endian(std::uint64_t(number), 2) + std::string(2, '\0') +
               big_endian(content.size(), 4) + content + std::string(content.size() % 2, '\0');
    };
    const std::vector<std::uint8_t> bytes = adobe_rgb(3).encoding.profile->bytes();
    const std::string profile(bytes.begin(), bytes.end()),
        resources = resource(1028, "\x1c\2\5\0\1A"s) + resource(1039, profile) +
                    resource(1058, exif_of(6, true)) + resource(1060, "<x/>");
    constexpr std::size_t behind_palette = 30;
    std::string file = psd;
    ASSERT_EQ(file.substr(behind_palette, 4), std::string(4, '\0'));
    file.replace(behind_palette, 4, big_endian(resources.size(), 4) + resources);
    const FileImage read = read_image(write("a.psd", file)), plain = read_image(write("b.psd", psd));
    ASSERT_EQ(read.encoding.curve, Curve::profile);
    EXPECT_EQ(read.encoding.profile->name(), "Adobe RGB (1998)");
    EXPECT_EQ(plain.encoding.curve, Curve::srgb);
    EXPECT_EQ(read.image.shape(), plain.image.shape());
    const Metadata data = read_metadata(path("a.psd"));
    EXPECT_EQ(words_of(data), "EXIF, XMP, IPTC");
    EXPECT_EQ(orientation_of(data), 1) << "it lies as it is seen";
    for (std::size_t length = 0; length < file.size(); length += 7)
        metadata_of(reader_of(bytes_of(file.substr(0, length))));
}

TEST_F(StatedColours, InkOfATiffIsWhatItsProfileSays) {
    if (!has_library(".tif")) SKIP_WITHOUT("formats", "this build has no libtiff");
    const std::string profile = ink_profile();
    for (const bool is_planar : {false, true}) {
        const std::string pixels = is_planar ? "\0\xff\0\0\0\0\0\xff"s : "\0\0\0\0\xff\0\0\xff"s;
        std::string file = "II*\0"s + std::string(4, '\0') + pixels;
        std::vector<std::uint8_t> bytes(file.begin(), file.end());
        TiffTags tags;
        const auto add = [&](std::uint16_t number, const std::vector<int>& values) {
            tags.push_back({number, std::uint16_t(TagType::word), values.size(), {}, 0});
            for (const int value : values) put_number(tags.back().value, std::uint64_t(value), 2, false);
        };
        add(256, {2});
        add(257, {1});
        add(258, {8, 8, 8, 8});
        add(262, {5});
        add(273, is_planar ? std::vector<int>{8, 10, 12, 14} : std::vector<int>{8});
        add(277, {4});
        add(279, is_planar ? std::vector<int>{2, 2, 2, 2} : std::vector<int>{8});
        add(284, {is_planar ? 2 : 1});
        tags.push_back({tag::profile,
                        std::uint16_t(TagType::bytes),
                        profile.size(),
                        {profile.begin(), profile.end()},
                        0});
        const std::uint64_t at = append_folder(bytes, 0, {}, tags);
        std::vector<std::uint8_t> place;
        put_number(place, at, 4, false);
        std::copy(place.begin(), place.end(), bytes.begin() + 4);
        const FileImage read = read_image(write("ink.tif", text_of(bytes)));
        ASSERT_EQ(read.image.shape(), (Shape{2, 1, 3}));
        EXPECT_EQ(read.note, "");
        EXPECT_TRUE(read.encoding.curve == Curve::srgb && read.encoding.stated);
        // Paper, and cyan below black.
        for (int c = 0; c < 3; ++c) EXPECT_EQ(read.image.data<std::uint8_t>()[c], 255);
        for (int c = 3; c < 6; ++c) EXPECT_LE(read.image.data<std::uint8_t>()[c], 2);
    }
}

}  // namespace
}  // namespace sweep::test
