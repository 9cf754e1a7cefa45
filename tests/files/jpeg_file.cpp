// JPEGs of every kind that is read, as libjpeg writes them, and damaged ones.
#include <cstdio>  // needed before jpeglib.h, which uses FILE
#include <cstdlib>

#include <jpeglib.h>

#include "files/colour_profile.h"
#include "tests/support/image_bytes.h"
#include "tests/support/ink_profile.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

// The rows have one colour, with as many samples as `pixel`; `prepare` may change libjpeg's parameters.
template <class Prepare>
std::string jpeg_of(std::vector<std::uint8_t> pixel, J_COLOR_SPACE space, Prepare prepare) {
    constexpr int width = 24, height = 16;
    std::vector<std::uint8_t> row;
    for (int x = 0; x < width; ++x) row.insert(row.end(), pixel.begin(), pixel.end());
    jpeg_compress_struct info;
    jpeg_error_mgr errors;
    info.err = jpeg_std_error(&errors);  // its error_exit ends the program
    jpeg_create_compress(&info);
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&info, &bytes, &size);
    info.image_width = width;
    info.image_height = height;
    info.input_components = int(pixel.size());
    info.in_color_space = space;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, 100, TRUE);
    prepare(info);
    jpeg_start_compress(&info, TRUE);
    for (int y = 0; y < height; ++y) {
        JSAMPROW rows = row.data();
        jpeg_write_scanlines(&info, &rows, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    const std::string file(reinterpret_cast<char*>(bytes), size);
    std::free(bytes);
    return file;
}

std::string noisy_jpeg() {
    return text_of(encode_jpeg(noise({64, 48, 3}, Sample::u8).view()));
}

TEST_F(ImageFile, JpegIsWrittenAndRead) {
    for (const int channels : {1, 2, 3, 4}) {
        SCOPED_TRACE(channels);
        const int colours = channels < 3 ? 1 : 3;
        Image image({64, 48, channels}, Sample::u8);
        for (int y = 0; y < 48; ++y)
            for (int i = 0; i < 64 * channels; ++i)
                image.view().row<std::uint8_t>(y)[i] =
                    std::uint8_t(2 * (i / channels) + 10 * (i % channels) + 2 * y);
        save_image(path("a.jpg"), image.view());
        const Image again = load_image(path("a.jpg"));
        ASSERT_EQ(again.shape(), (Shape{64, 48, colours})) << "alpha is dropped";
        for (int y = 0; y < 48; ++y)
            for (int x = 0; x < 64; ++x)
                for (int c = 0; c < colours; ++c)
                    ASSERT_NEAR(again.view().row<std::uint8_t>(y)[x * colours + c],
                                image.view().row<std::uint8_t>(y)[x * channels + c], 8)
                        << x << ' ' << y << ' ' << c;
    }
}

TEST_F(ImageFile, JpegOfEveryKindIsRead) {
    const auto baseline = [](jpeg_compress_struct&) {};
    const auto progressive = [](jpeg_compress_struct& info) { jpeg_simple_progression(&info); };
    const auto rgb = [](jpeg_compress_struct& info) { jpeg_set_colorspace(&info, JCS_RGB); };
    const auto ycck = [](jpeg_compress_struct& info) { jpeg_set_colorspace(&info, JCS_YCCK); };
    const auto without_adobe = [](jpeg_compress_struct& info) { info.write_Adobe_marker = FALSE; };
    const auto in_pieces = [](jpeg_compress_struct& info) { info.restart_interval = 1; };
    const auto wide_chroma = [](jpeg_compress_struct& info) {
        info.comp_info[0].h_samp_factor = 4;
        info.comp_info[0].v_samp_factor = 1;
    };
    const std::vector<std::uint8_t> colour{200, 100, 50}, light{200, 100, 50, 128}, ink{55, 155, 205, 127};
    // Ink of 55 leaves 200 / 255 of the light, and ink of 127 leaves 128 / 255 of that.
    const std::vector<std::uint8_t> printed{100, 50, 25};
    const std::tuple<const char*, std::string, std::vector<std::uint8_t>> files[] = {
        {"grey", jpeg_of({90}, JCS_GRAYSCALE, baseline), {90}},
        {"YCbCr", jpeg_of(colour, JCS_RGB, baseline), colour},
        {"progressive", jpeg_of(colour, JCS_RGB, progressive), colour},
        {"restarts", jpeg_of(colour, JCS_RGB, in_pieces), colour},
        {"4:1:1", jpeg_of(colour, JCS_RGB, wide_chroma), colour},
        {"RGB", jpeg_of(colour, JCS_RGB, rgb), colour},
        {"Adobe's CMYK", jpeg_of(light, JCS_CMYK, baseline), printed},
        {"YCCK", jpeg_of(light, JCS_CMYK, ycck), printed},
        {"CMYK", jpeg_of(ink, JCS_CMYK, without_adobe), printed},
    };
    for (const auto& [name, file, expected] : files) {
        const Image image = load_image(write("a.jpg", file));
        ASSERT_EQ(image.shape(), (Shape{24, 16, int(expected.size())})) << name;
        for (std::size_t i = 0; i < image.shape().samples(); ++i)
            ASSERT_NEAR(image.data<std::uint8_t>()[i], expected[i % expected.size()], 3) << name << ' ' << i;
    }
}

// A segment of an application, 0 to 15.
std::string segment_of(int application, const std::string& content) {
    return "\xff"s + char(0xe0 + application) + big_endian(content.size() + 2, 2) + content;
}

// Cyan alone, and nothing else, as Adobe's programs and others write ink.
TEST_F(ImageFile, JpegOfInkIsWhatItsProfileSays) {
    if (lcms_version().empty()) SKIP_WITHOUT("formats", "this build has no Little CMS");
    const auto baseline = [](jpeg_compress_struct&) {};
    const auto ycck = [](jpeg_compress_struct& info) { jpeg_set_colorspace(&info, JCS_YCCK); };
    const auto without_adobe = [](jpeg_compress_struct& info) { info.write_Adobe_marker = FALSE; };
    const std::vector<std::uint8_t> ink{255, 0, 0, 0}, light{0, 255, 255, 255};
    const std::string profile = ink_profile(), half = profile.substr(0, 700), rest = profile.substr(700),
                      pieces = segment_of(2, "ICC_PROFILE\0\2\2"s + rest) +
                               segment_of(2, "ICC_PROFILE\0\1\2"s + half);
    for (std::string file : {jpeg_of(light, JCS_CMYK, baseline), jpeg_of(light, JCS_CMYK, ycck),
                             jpeg_of(ink, JCS_CMYK, without_adobe)}) {
        file.insert(2, pieces);
        const FileImage read = read_image(write("a.jpg", file));
        EXPECT_EQ(read.note, "");
        EXPECT_TRUE(read.encoding.stated);
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(read.image.data<std::uint8_t>()[c], 128, 4);
        // Half a profile is none.
        file.replace(2, pieces.size(), segment_of(2, "ICC_PROFILE\0\1\2"s + half));
        const FileImage damaged = read_image(write("a.jpg", file));
        expect_contains(damaged.note, "its colour profile is damaged: taken as sRGB");
        EXPECT_NEAR(damaged.image.data<std::uint8_t>()[0], 0, 4);
    }
}

// What lies behind the first picture is not read, and said.
TEST_F(ImageFile, JpegOfSeveralPicturesSaysSo) {
    const auto index = [](const std::vector<int>& kinds, bool big) {
        const auto number = [&](std::uint64_t value, int bytes) {
            return big ? big_endian(value, bytes) : little_endian(value, bytes);
        };
        std::string entries;
        for (const int kind : kinds)
            entries += number(std::uint64_t(kind), 4) + number(100, 4) + number(0, 8);
        return segment_of(2, "MPF\0"s + (big ? "MM" : "II") + number(42, 2) + number(8, 4) + number(2, 2) +
                                 number(0xb001, 2) + number(4, 2) + number(1, 4) + number(kinds.size(), 4) +
                                 number(0xb002, 2) + number(7, 2) + number(entries.size(), 4) +
                                 number(38, 4) + number(0, 4) + entries);
    };
    const auto xmp = [](const std::string& packet) {
        return segment_of(1, "http://ns.adobe.com/xap/1.0/\0"s + packet);
    };
    const auto note_with = [&](const std::string& segments) {
        std::string file = noisy_jpeg();
        file.insert(2, segments);
        const std::string note = read_image(write("a.jpg", file)).note, before = "a.jpg': ";
        const std::size_t at = note.find(before);
        return at == std::string::npos ? note : note.substr(at + before.size());
    };
    EXPECT_EQ(note_with(""), "");
    for (const bool big : {false, true}) {
        EXPECT_EQ(note_with(index({0x30000, 0x20002, 0x20002}, big)),
                  "its first picture is read, and 2 others are left out");
        EXPECT_EQ(note_with(index({0x30000, 0x10001}, big)), "") << "a smaller copy is no other picture";
        EXPECT_EQ(note_with(index({0x30000, 0}, big) + xmp("<x hdrgm:Version='1.0'/>")),
                  "its gain map is left out: bright parts look as on a screen without HDR");
    }
    EXPECT_EQ(note_with(segment_of(2, "urn:iso:std:iso:ts:21496:-1\0\0\0\0\0"s)),
              "its gain map is left out: bright parts look as on a screen without HDR");
    EXPECT_EQ(note_with(xmp("<x GCamera:MotionPhoto=\"1\"/>")), "its film is left out");
    EXPECT_EQ(note_with(segment_of(2, "MPF\0II*\0"s)), "");
}

TEST_F(ImageFile, JpegOfTwoComponentsIsRefused) {
    const std::string two = jpeg_of({1, 2}, JCS_UNKNOWN, [](jpeg_compress_struct&) {});
    expect_contains(refusal(write("a.jpg", two)), "2 components");
}

// libjpeg would fill the rest with grey and only warn.
TEST_F(ImageFile, JpegThatIsDamagedInItsMiddleIsRefused) {
    std::string jpeg = noisy_jpeg();
    jpeg.replace(jpeg.size() / 2, 2, "\xff\xd9");
    expect_contains(refusal(write("a.jpg", jpeg)), "premature end of data");
}

TEST_F(ImageFile, JpegWithTooManyHuffmanCodesIsRefused) {
    std::string jpeg = noisy_jpeg();
    const std::size_t table = jpeg.find("\xff\xc4"s);
    ASSERT_NE(table, std::string::npos);
    jpeg.replace(table + 5, 16, std::string(16, '\xff'));
    expect_contains(refusal(write("a.jpg", jpeg)), "Huffman table");
}

// Each scan takes a few bytes in the file, and a walk over the whole picture.
TEST_F(ImageFile, JpegOfThousandsOfScansIsRefused) {
    std::string jpeg =
        jpeg_of({200, 100, 50}, JCS_RGB, [](jpeg_compress_struct& info) { jpeg_simple_progression(&info); });
    const std::size_t last = jpeg.rfind("\xff\xda"s), end = jpeg.size() - 2;
    const std::string scan = jpeg.substr(last, end - last);
    for (int i = 0; i < 10000; ++i) jpeg.insert(end, scan);
    expect_contains(refusal(write("a.jpg", jpeg)), "progressi");
}

TEST(ImageLimits, AJpegIsNotWrittenWiderThanItCanBe) {
    const Image wide({65501, 1, 1}, Sample::u8);
    try {
        encode_jpeg(wide.view());
        ADD_FAILURE() << "not refused";
    } catch (const std::runtime_error& error) {
        expect_contains(error.what(), "at most 65500 pixels");
    }
}

}  // namespace
}  // namespace sweep::test
