// Image files: against bytes written by hand, round trips, and files that lie, end early or are noise.
#include <png.h>

#include <sys/resource.h>
#include <cmath>
#include <csignal>
#include <limits>

#include "core/error.h"
#include "core/image_codecs.h"
#include "core/image_file.h"
#include "core/pixels.h"
#include "core/problem.h"
#include "tests/scratch.h"

namespace sweep::test {
namespace {

using namespace std::string_literals;

class ImageFile : public ScratchTest {
  protected:
    // What load_image() says of the file; fails the test when it reads it, or with another exit code.
    std::string refusal(const std::string& file) {
        try {
            load_image(file);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::unreadable_input) << error.what();
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
            return error.what();
        }
        ADD_FAILURE() << file << " was read";
        return {};
    }
};

void expect_contains(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "in: " << text << "\nmissing: " << part;
}

std::string text_of(const std::vector<std::uint8_t>& bytes) {
    return {bytes.begin(), bytes.end()};
}

std::string little_endian(std::uint64_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += char(value >> (8 * i));
    return text;
}

std::string big_endian(std::uint64_t value, int bytes) {
    std::string text = little_endian(value, bytes);
    return {text.rbegin(), text.rend()};
}

template <class T>
std::string raw(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// ---- .npy --------------------------------------------------------------------------------------------

std::string npy(const std::string& dictionary, const std::string& samples, int version = 1) {
    return "\x93NUMPY"s + char(version) + '\0' + little_endian(dictionary.size(), version == 1 ? 2 : 4) +
           dictionary + samples;
}

TEST_F(ImageFile, NpyIsReadFromBytesWrittenByHand) {
    const std::vector<float> values{1, 2, 3, 4, 5, 6.5f};
    for (int version : {1, 2, 3}) {
        write("a.npy",
              npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n", raw(values), version));
        const Image image = load_image(path("a.npy"));
        EXPECT_EQ(image.shape(), (Shape{3, 2, 1}));
        EXPECT_EQ(image.sample(), Sample::f32);
        EXPECT_EQ(samples_of<float>(image), values);
    }
}

TEST_F(ImageFile, NpyKeysComeInAnyOrderAndWithAnySpace) {
    write("a.npy",
          npy(R"({"shape":(1,2,2),"fortran_order":False,"descr":"<f8"})", raw<double>({1, 2, 3, 4})));
    const Image image = load_image(path("a.npy"));
    EXPECT_EQ(image.shape(), (Shape{2, 1, 2}));
    EXPECT_EQ(samples_of<double>(image), (std::vector<double>{1, 2, 3, 4}));
}

TEST_F(ImageFile, NpyInFortranOrderIsTurned) {
    // Two rows of three pixels of two channels; the row index runs fastest, the channel index slowest.
    const std::vector<std::uint16_t> columns{0, 100, 10, 110, 20, 120, 1, 101, 11, 111, 21, 121};
    write("a.npy", npy("{'descr': '<u2', 'fortran_order': True, 'shape': (2, 3, 2), }", raw(columns)));
    const std::vector<std::uint16_t> rows{0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121};
    EXPECT_EQ(samples_of<std::uint16_t>(load_image(path("a.npy"))), rows);
}

TEST_F(ImageFile, NpyIsWrittenAsNumpyWritesIt) {
    Image image({3, 2, 1}, Sample::f32);
    const std::vector<float> values{1, 2, 3, 4, 5, 6};
    std::copy(values.begin(), values.end(), image.data<float>());
    save_image(path("a.npy"), image.view());
    // numpy.save of the same array.
    const std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    EXPECT_EQ(read("a.npy"), "\x93NUMPY\x01\x00v\x00"s + dictionary +
                                 std::string(117 - dictionary.size(), ' ') + "\n" + raw(values));
}

TEST_F(ImageFile, NpyRoundTrips) {
    for (Sample sample : {Sample::u8, Sample::u16, Sample::u32, Sample::f32, Sample::f64})
        for (int channels = 1; channels <= 4; ++channels) {
            const Image image = noise({7, 5, channels}, sample);
            save_image(path("a.npy"), image.view());
            EXPECT_EQ(read("a.npy").size() % 64, image.bytes() % 64) << "samples begin at a multiple of 64";
            const Image again = load_image(path("a.npy"));
            EXPECT_EQ(again.shape(), image.shape());
            EXPECT_EQ(again.sample(), sample);
            EXPECT_EQ(std::memcmp(again.view().data, image.view().data, image.bytes()), 0);
        }
}

TEST_F(ImageFile, NpyWithPaddedRowsIsWrittenWithoutThePadding) {
    Image image = noise({8, 3, 1}, Sample::u8);
    ConstImageView narrow = image.view();
    narrow.shape.width = 5;
    save_image(path("a.npy"), narrow);
    const Image again = load_image(path("a.npy"));
    ASSERT_EQ(again.shape(), narrow.shape);
    for (int y = 0; y < 3; ++y)
        EXPECT_EQ(std::memcmp(again.view().row<char>(y), narrow.row<char>(y), 5), 0) << "row " << y;
}

TEST_F(ImageFile, NpyThatIsNotAPictureIsRefusedWithItsReason) {
    auto refusal_of = [&](const std::string& bytes) { return refusal(write("a.npy", bytes)); };
    auto with_shape = [&](const std::string& shape, const std::string& descr = "<f4") {
        return npy("{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }",
                   std::string(96, 0));
    };
    expect_contains(refusal_of(with_shape("(5, 5)")), "truncated after 165 of 169 bytes");
    expect_contains(refusal_of(with_shape("(4, 4)", ">f4")), "'>f4'");
    expect_contains(refusal_of(with_shape("(4, 4)", "<c8")), "'<c8'");
    expect_contains(refusal_of(with_shape("(2, 2, 5)")), "5 channels");
    expect_contains(refusal_of(with_shape("(2, 2, 0)")), "0 channels");
    expect_contains(refusal_of(with_shape("(24,)")), "H x W");
    expect_contains(refusal_of(with_shape("()")), "H x W");
    expect_contains(refusal_of(with_shape("(0, 3)")), "empty");
    expect_contains(refusal_of(with_shape("(1000000, 1000000)")), "truncated after");
    expect_contains(refusal_of(with_shape("(2147483647, 2147483647, 4)")),
                    "claims to be 2147483647 x 2147483647");
    expect_contains(refusal_of(with_shape("(99999999999999999999, 1)")), "header is damaged");
    expect_contains(refusal_of(with_shape("(-4, 4)")), "header is damaged");
    expect_contains(
        refusal_of(npy("{'descr': [('r', '<f4')], 'fortran_order': False, 'shape': (1, 1)}", "abcd")),
        "records");
    expect_contains(refusal_of(npy("{'descr': '<f4', 'shape': (1, 1)}", "abcd")), "header is damaged");
    expect_contains(refusal_of(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1)", "abcd")),
                    "damaged");
    expect_contains(refusal_of(npy("{}", "", 4)), "version is 4");
    expect_contains(refusal_of("\x93NUMPY\x01"s), "truncated after 7 of 12 bytes");
    expect_contains(refusal_of("hello, this is text"), "not a .npy");
}

TEST_F(ImageFile, NotFiniteSamplesAreCountedAndBecomeZero) {
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    write("a.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
                       raw<float>({1, nan, infinity, -infinity, nan, nan})));
    std::string note;
    EXPECT_EQ(samples_of<float>(load_image(path("a.npy"), &note)), (std::vector<float>{1, 0, 0, 0, 0, 0}));
    expect_contains(note, "3 NaN and 2 infinite samples became 0");
    write("b.npy",
          npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }", raw<double>({-HUGE_VAL})));
    EXPECT_EQ(samples_of<double>(load_image(path("b.npy"), &note)), std::vector<double>{0});
    expect_contains(note, "0 NaN and 1 infinite");
    save_image(path("c.npy"), noise({2, 2, 1}, Sample::f64).view());
    load_image(path("c.npy"), &note);
    EXPECT_EQ(note, "");
}

// ---- PNG ---------------------------------------------------------------------------------------------

TEST_F(ImageFile, PngRoundTripsInEightAndSixteenBits) {
    for (Sample sample : {Sample::u8, Sample::u16})
        for (int channels = 1; channels <= 4; ++channels) {
            const Image image = noise({33, 17, channels}, sample);
            save_image(path("a.png"), image.view());
            const Image again = load_image(path("a.png"));
            EXPECT_EQ(again.shape(), image.shape());
            EXPECT_EQ(again.sample(), sample);
            EXPECT_EQ(std::memcmp(again.view().data, image.view().data, image.bytes()), 0);
        }
}

// A PNG of one row, made with libpng as other programs make them.
std::string png_of(int width, int colour_type, int bit_depth, std::vector<png_byte> row, int interlace = 0) {
    std::string bytes;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(
        png, &bytes,
        [](png_structp p, png_bytep data, std::size_t n) {
            static_cast<std::string*>(png_get_io_ptr(p))->append(reinterpret_cast<char*>(data), n);
        },
        nullptr);
    png_set_IHDR(png, info, png_uint_32(width), 1, bit_depth, colour_type, interlace, 0, 0);
    const png_color palette[] = {{1, 2, 3}, {40, 50, 60}};
    png_byte alpha[] = {9};
    if (colour_type == PNG_COLOR_TYPE_PALETTE) {
        png_set_PLTE(png, info, palette, 2);
        if (interlace) png_set_tRNS(png, info, alpha, 1, nullptr);
    }
    png_write_info(png, info);
    for (int pass = png_set_interlace_handling(png); pass > 0; --pass) png_write_row(png, row.data());
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return bytes;
}

TEST_F(ImageFile, PngOfOtherKindsBecomesBytes) {
    using Samples = std::vector<std::uint8_t>;
    write("palette.png", png_of(3, PNG_COLOR_TYPE_PALETTE, 1, {0b01000000}));
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(path("palette.png"))),
              (Samples{1, 2, 3, 40, 50, 60, 1, 2, 3}));
    write("interlaced.png", png_of(2, PNG_COLOR_TYPE_PALETTE, 8, {1, 0}, PNG_INTERLACE_ADAM7));
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(path("interlaced.png"))),
              (Samples{40, 50, 60, 255, 1, 2, 3, 9}));
    write("grey.png", png_of(4, PNG_COLOR_TYPE_GRAY, 2, {0b00011011}));
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(path("grey.png"))), (Samples{0, 85, 170, 255}));
}

// The same PNG with another size in its header, checksum included.
std::string with_claimed_size(std::string png, std::uint32_t width, std::uint32_t height) {
    png.replace(16, 8, big_endian(width, 4) + big_endian(height, 4));
    std::uint32_t crc = 0xffffffff;
    for (int i = 12; i < 29; ++i) {
        crc ^= std::uint8_t(png[std::size_t(i)]);
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return png.replace(29, 4, big_endian(~crc, 4));
}

TEST_F(ImageFile, PngThatLiesAboutItsSizeIsRefusedBeforeAllocating) {
    const std::string good = text_of(encode_png(noise({9, 9, 3}, Sample::u8).view()));
    EXPECT_EQ(load_image(write("a.png", with_claimed_size(good, 9, 9))).shape(), (Shape{9, 9, 3}));
    expect_contains(refusal(write("a.png", with_claimed_size(good, 1000000, 1000000))),
                    "claims to be 1000000 x 1000000, but is only");
    expect_contains(refusal(write("a.png", with_claimed_size(good, 2147483647, 2147483647))), "cannot read");
    expect_contains(refusal(write("a.png", with_claimed_size(good, 9, 10))), "damaged PNG");
    expect_contains(refusal(write("a.png", with_claimed_size(good, 0, 9))), "cannot read");
}

TEST_F(ImageFile, PngWithAWrongChecksumIsRefused) {
    std::string png = text_of(encode_png(noise({9, 9, 3}, Sample::u8).view()));
    png[png.size() / 2] = char(png[png.size() / 2] ^ 1);
    expect_contains(refusal(write("a.png", png)), "damaged PNG");
}

// ---- the others --------------------------------------------------------------------------------------

TEST_F(ImageFile, HdrRoundTripsToTheDigitsThatItHas) {
    const Image image = noise({40, 11, 3}, Sample::f32);
    save_image(path("a.hdr"), image.view());
    const Image again = load_image(path("a.hdr"));
    ASSERT_EQ(again.shape(), image.shape());
    ASSERT_EQ(again.sample(), Sample::f32);
    // A pixel's three mantissas of 8 bits share the exponent of its largest sample.
    const float *x = image.data<float>(), *y = again.data<float>();
    for (std::size_t i = 0; i < image.shape().samples(); i += 3)
        for (std::size_t k = i; k < i + 3; ++k)
            EXPECT_NEAR(y[k], x[k], std::max({x[i], x[i + 1], x[i + 2]}) / 128);
}

TEST_F(ImageFile, HdrHoldsLargeValuesAndNoNegativeOnes) {
    Image image({2, 1, 3}, Sample::f32);
    const std::vector<float> values{-5, 1000, 65536, 3e38f, 1e-3f, 0};
    std::copy(values.begin(), values.end(), image.data<float>());
    save_image(path("a.hdr"), image.view());
    const std::vector<float> again = samples_of<float>(load_image(path("a.hdr")));
    EXPECT_EQ(again[0], 0);
    EXPECT_NEAR(again[2], 65536, 512);
    EXPECT_GT(again[3], 1e38f);
}

TEST_F(ImageFile, JpegIsWrittenAndRead) {
    Image image({64, 48, 3}, Sample::u8);
    for (int y = 0; y < 48; ++y)
        for (int i = 0; i < 64 * 3; ++i) image.view().row<std::uint8_t>(y)[i] = std::uint8_t(i + 2 * y);
    save_image(path("a.jpg"), image.view());
    const Image again = load_image(path("a.jpg"));
    ASSERT_EQ(again.shape(), image.shape());
    double difference = 0;
    for (std::size_t i = 0; i < image.shape().samples(); ++i)
        difference += std::abs(image.data<std::uint8_t>()[i] - again.data<std::uint8_t>()[i]);
    EXPECT_LT(difference / double(image.shape().samples()), 3);
}

TEST_F(ImageFile, JpegWithTooManyHuffmanCodesIsRefused) {
    std::string jpeg = text_of(encode_jpeg(noise({16, 16, 3}, Sample::u8).view()));
    const std::size_t table = jpeg.find("\xff\xc4"s);
    ASSERT_NE(table, std::string::npos);
    jpeg.replace(table + 5, 16, std::string(16, '\xff'));
    expect_contains(refusal(write("a.jpg", jpeg)), "too many codes");
}

const std::string bmp = "BM"s + little_endian(70, 4) + little_endian(0, 4) + little_endian(54, 4) +
                        little_endian(40, 4) + little_endian(2, 4) + little_endian(2, 4) +
                        little_endian(1, 2) + little_endian(24, 2) + std::string(24, 0) +
                        "\x01\x02\x03\x04\x05\x06\x00\x00"  // the lower row, blue first
                        "\x07\x08\x09\x0a\x0b\x0c\x00\x00"s;
const std::string tga = "\0\0\2\0\0\0\0\0\0\0\0\0"s + little_endian(2, 2) + little_endian(1, 2) + "\x18\x20" +
                        "\x01\x02\x03\x04\x05\x06";
const std::string psd = "8BPS"s + big_endian(1, 2) + std::string(6, 0) + big_endian(3, 2) + big_endian(1, 4) +
                        big_endian(2, 4) + big_endian(8, 2) + big_endian(3, 2) + std::string(12, 0) +
                        big_endian(0, 2) + "\x01\x02\x03\x04\x05\x06";
const std::string gif = "GIF89a"s + little_endian(1, 2) + little_endian(1, 2) + "\x80\x00\x00"s +
                        "\x0a\x14\x1e\xff\xff\xff" + "," + std::string(4, 0) + little_endian(1, 2) +
                        little_endian(1, 2) + "\x00\x02\x02\x44\x01\x00;"s;
const std::string ppm = "P6 # a comment\n2 1 # another\n255\n\x01\x02\x03\x04\x05\x06";

TEST_F(ImageFile, FormatsWrittenByHandAreRead) {
    using Samples = std::vector<std::uint8_t>;
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(write("a.bmp", bmp))),
              (Samples{9, 8, 7, 12, 11, 10, 3, 2, 1, 6, 5, 4}));
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(write("a.tga", tga))), (Samples{3, 2, 1, 6, 5, 4}));
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(write("a.ppm", ppm))), (Samples{1, 2, 3, 4, 5, 6}));
    Samples first = samples_of<std::uint8_t>(load_image(write("a.gif", gif)));
    first.resize(3);
    EXPECT_EQ(first, (Samples{10, 20, 30}));
    const Image layered = load_image(write("a.psd", psd));
    const int channels = layered.shape().channels;
    ASSERT_GE(channels, 3);
    EXPECT_EQ(layered.data<std::uint8_t>()[0], 1);
    EXPECT_EQ(layered.data<std::uint8_t>()[1], 3);
    EXPECT_EQ(layered.data<std::uint8_t>()[channels], 2);
}

TEST_F(ImageFile, PgmIsScaledToTheFullRange) {
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(write("a.pgm", "P5\n3 1\n15\n\x00\x05\x0f"s))),
              (std::vector<std::uint8_t>{0, 85, 255}));
    const Image wide = load_image(write("b.pgm", "P5 2 1 65535\n\x01\x02\xff\xfe"s));
    EXPECT_EQ(samples_of<std::uint16_t>(wide), (std::vector<std::uint16_t>{0x0102, 0xfffe}));
}

TEST_F(ImageFile, TheFirstBytesDecideAmongPictures) {
    write("a.jpg", text_of(encode_png(noise({5, 4, 1}, Sample::u8).view())));
    EXPECT_EQ(load_image(path("a.jpg")).shape(), (Shape{5, 4, 1}));
}

TEST_F(ImageFile, FilesThatLieAboutTheirSizeAreRefused) {
    std::string large_bmp = bmp, large_tga = tga;
    large_bmp.replace(18, 8, little_endian(100000, 4) + little_endian(100000, 4));
    large_tga.replace(12, 4, "\xff\xff\xff\xff");
    expect_contains(refusal(write("a.bmp", large_bmp)), "claims to be 100000 x 100000");
    expect_contains(refusal(write("a.tga", large_tga)), "claims to be 65535 x 65535");
    expect_contains(
        refusal(write("a.hdr", "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 90000 +X 90000\n\x02\x02")),
        "claims to be 90000 x 90000");
    expect_contains(refusal(write("a.ppm", "P6 90000 90000 255\nabc")), "claims to be 90000 x 90000");
    expect_contains(refusal(write("b.ppm", "P6 99999999999 9 255\nabc")), "too large");
}

TEST_F(ImageFile, FilesThatAreNoPicturesAreRefused) {
    expect_contains(refusal(path("missing.png")), "no such file");
    expect_contains(refusal(write("empty.png", "")), "empty (0 bytes)");
    expect_contains(refusal(write("text.png", "this is not a picture, whatever its name says")),
                    "first bytes");
    expect_contains(refusal(write("start.png", "\x89PN")), "truncated");
    expect_contains(refusal(write("a.txt", "text")), ".png .jpg");
    expect_contains(refusal(write("a", "text")), "no extension");
    std::filesystem::create_directory(path("folder.png"));
    expect_contains(refusal(path("folder.png")), "folder");
    expect_contains(refusal(write("a.png", "text") + "/b.png"), "cannot read");
}

// ---- fuzz --------------------------------------------------------------------------------------------

std::vector<std::pair<std::string, std::string>> valid_files() {
    const Image bytes = noise({21, 13, 3}, Sample::u8), floats = noise({21, 13, 3}, Sample::f32);
    const std::string samples(floats.data<char>(), floats.bytes());
    return {{"a.png", text_of(encode_png(bytes.view()))},
            {"b.png", text_of(encode_png(noise({5, 3, 2}, Sample::u16).view()))},
            {"c.png", png_of(9, PNG_COLOR_TYPE_PALETTE, 8, std::vector<png_byte>(9, 1), PNG_INTERLACE_ADAM7)},
            {"a.jpg", text_of(encode_jpeg(bytes.view()))},
            {"a.hdr", text_of(encode_hdr(floats.view()))},
            {"a.npy", npy_header(floats.shape(), Sample::f32) + samples},
            {"a.ppm", ppm},
            {"a.bmp", bmp},
            {"a.tga", tga},
            {"a.psd", psd},
            {"a.gif", gif}};
}

TEST_F(ImageFile, EveryTruncationIsRefused) {
    for (const auto& [name, bytes] : valid_files()) {
        SCOPED_TRACE(name);
        EXPECT_NO_THROW(load_image(write(name, bytes)));
        // A GIF's last byte, and a BMP's last padding, say nothing of the picture.
        const std::size_t needed = bytes.size() - (name == "a.gif" ? 2 : name == "a.bmp" ? 2 : 0);
        for (std::size_t length = 0; length < needed; length += length < 200 ? 1 : 23) {
            SCOPED_TRACE(length);
            refusal(write(name, bytes.substr(0, length)));
        }
    }
}

TEST_F(ImageFile, DamagedFilesAreReadOrRefusedButNeverMore) {
    std::mt19937 random(7);
    for (const auto& [name, bytes] : valid_files())
        for (int round = 0; round < 150; ++round) {
            std::string damaged = bytes;
            for (unsigned i = 0, n = 1 + random() % 4; i < n; ++i)
                damaged[random() % damaged.size()] = char(random());
            if (round % 4 == 0) damaged.resize(random() % damaged.size() + 1);
            if (round % 4 == 1)
                damaged.insert(random() % damaged.size(), std::string(random() % 40, char(random())));
            try {
                const Image image = load_image(write(name, damaged));
                EXPECT_FALSE(image.empty());
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ExitCode::unreadable_input);
            }
        }
}

TEST_F(ImageFile, NoiseIsRefusedOrRead) {
    std::mt19937 random(11);
    for (const char* name : {"a.png", "a.jpg", "a.tga", "a.npy", "a.hdr", "a.pic"})
        for (int round = 0; round < 60; ++round) {
            std::string bytes(1 + random() % 300, 0);
            for (char& c : bytes) c = char(random());
            const char* magic[] = {"",     "\xff\xd8\xff",     "GIF89a",       "BM",
                                   "8BPS", "\x53\x80\xf6\x34", "#?RADIANCE\n", "P6 "};
            bytes = magic[round % 8] + bytes;
            try {
                load_image(write(name, bytes));
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ExitCode::unreadable_input);
            }
        }
}

// ---- writing -----------------------------------------------------------------------------------------

ExitCode code_of_saving(const std::string& file, const Image& image) {
    try {
        save_image(file, image.view());
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()).find("cannot write '"), 0u) << error.what();
        return error.code();
    }
    return ExitCode::done;
}

TEST_F(ImageFile, WhatCannotBeWrittenIsSaid) {
    const Image image = noise({4, 4, 1}, Sample::u8);
    EXPECT_EQ(code_of_saving(path("none/a.png"), image), ExitCode::unwritable_output);
    EXPECT_EQ(code_of_saving(write("file", "x") + "/a.png", image), ExitCode::unwritable_output);
    EXPECT_EQ(code_of_saving(path("a.gif"), image), ExitCode::unwritable_output);
    std::filesystem::create_directory(path("folder.png"));
    EXPECT_EQ(code_of_saving(path("folder.png"), image), ExitCode::unwritable_output);
}

// A full disk, as far as a process can tell: no file may grow beyond 1000 bytes.
class SmallDisk {
  public:
    SmallDisk() {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &before_);
        rlimit small = before_;
        small.rlim_cur = 1000;
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallDisk() { setrlimit(RLIMIT_FSIZE, &before_); }

  private:
    rlimit before_{};
};

TEST_F(ImageFile, AFailedWriteLeavesWhatWasThereAndNothingElse) {
    for (const char* name : {"a.png", "a.npy"}) {
        write(name, "what was there");
        {
            const SmallDisk full;
            EXPECT_EQ(code_of_saving(path(name), noise({99, 99, 3}, Sample::u8)),
                      ExitCode::unwritable_output);
        }
        EXPECT_EQ(read(name), "what was there");
    }
    EXPECT_EQ(count_files(), 2u) << "the temporary file is still there";
    save_image(path("a.png"), noise({99, 99, 3}, Sample::u8).view());
    EXPECT_EQ(load_image(path("a.png")).shape(), (Shape{99, 99, 3}));
    EXPECT_EQ(count_files(), 2u);
}

TEST_F(ImageFile, ALinkStaysALinkAndRightsStay) {
    namespace fs = std::filesystem;
    write("target.png", "old");
    fs::permissions(path("target.png"), fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("target.png", path("link.png"));
    save_image(path("link.png"), noise({4, 4, 1}, Sample::u8).view());
    EXPECT_TRUE(fs::is_symlink(path("link.png")));
    EXPECT_EQ(load_image(path("target.png")).shape(), (Shape{4, 4, 1}));
    EXPECT_EQ(fs::status(path("target.png")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

// ---- samples -----------------------------------------------------------------------------------------

TEST(Pixels, EveryByteAndEveryWordComesBackThroughLinearLight) {
    Image bytes({256, 1, 1}, Sample::u8), words({65536, 1, 1}, Sample::u16);
    for (int i = 0; i < 256; ++i) bytes.data<std::uint8_t>()[i] = std::uint8_t(i);
    for (int i = 0; i < 65536; ++i) words.data<std::uint16_t>()[i] = std::uint16_t(i);
    for (bool linear : {true, false})
        for (const Image* image : {&bytes, &words}) {
            std::size_t clipped = 1;
            const Image floats = to_float(image->view(), Sample::f32, linear);
            const Image again = to_display(floats.view(), image->sample(), linear, &clipped);
            EXPECT_EQ(std::memcmp(again.view().data, image->view().data, image->bytes()), 0);
            EXPECT_EQ(clipped, 0u);
        }
}

TEST(Pixels, AlphaIsNeverEncoded) {
    Image image({1, 1, 4}, Sample::u8);
    std::fill_n(image.data<std::uint8_t>(), 4, std::uint8_t(128));
    const std::vector<double> x = samples_of<double>(to_float(image.view(), Sample::f64, true));
    EXPECT_NEAR(x[0], srgb_to_linear(128 / 255.0), 1e-15);
    EXPECT_NEAR(x[3], 128 / 255.0, 1e-15);
}

TEST(Pixels, WhatIsOutsideIsClippedAndCounted) {
    Image image({5, 1, 1}, Sample::f32);
    const std::vector<float> values{-1, -0.0001f, 0.5f, 1.0001f, 7};
    std::copy(values.begin(), values.end(), image.data<float>());
    std::size_t clipped = 0;
    EXPECT_EQ(samples_of<std::uint8_t>(to_display(image.view(), Sample::u8, false, &clipped)),
              (std::vector<std::uint8_t>{0, 0, 128, 255, 255}));
    EXPECT_EQ(clipped, 2u) << "a ten-thousandth is rounding";
}

}  // namespace
}  // namespace sweep::test
