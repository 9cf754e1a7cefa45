// Image files: against bytes written by hand, and round trips.
#include <algorithm>

#include "tests/support/image_bytes.h"

namespace sweep::test {
namespace {

// ---- labels ------------------------------------------------------------------------------------------

TEST_F(ImageFile, PngKeepsItsLabel) {
    const Image image = noise({7, 5, 3}, Sample::u8);
    const std::string label = "sweep '/a b/\xc3\xa4.png' --sigma=12 " + std::string(3000, 'x');
    save_image(path("a.png"), image.view(), label);
    EXPECT_EQ(label_of(path("a.png")), label);
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(path("a.png"))), samples_of<std::uint8_t>(image));
    save_image(path("b.png"), image.view());
    EXPECT_EQ(label_of(path("b.png")), "");
    EXPECT_EQ(read("b.png").find("Xt"), std::string::npos) << "an empty text is no text";
    for (const char* other : {"a.npy", "a.jpg"}) {
        save_image(path(other), image.view(), label);
        EXPECT_EQ(label_of(path(other)), "");
    }
    // Labels under another program's keyword are not Sweep's.
    std::string bytes = read("a.png");
    bytes.replace(bytes.find("iTXtsweep"), 9, "iTXtcomet");
    EXPECT_EQ(label_of(write("c.png", bytes)), "");
    EXPECT_EQ(label_of(write("d.png", read("a.jpg"))), "") << "by its first bytes it is no PNG";
    EXPECT_THROW(label_of(write("e.png", read("a.png").substr(0, 200))), Error);
    EXPECT_THROW(label_of(path("none.png")), Error);
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
    const std::string content = big_endian(width, 4) + big_endian(height, 4) + png.substr(24, 5);
    return png.replace(8, 25, chunk_of("IHDR", content));
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
    // The three mantissas of a pixel have 8 bits, rounded, and share the exponent of its largest sample.
    const float *x = image.data<float>(), *y = again.data<float>();
    double sum = 0;
    for (std::size_t i = 0; i < image.shape().samples(); i += 3)
        for (std::size_t k = i; k < i + 3; ++k) {
            EXPECT_NEAR(y[k], x[k], std::max({x[i], x[i + 1], x[i + 2]}) / 254);
            sum += y[k] - x[k];
        }
    EXPECT_NEAR(sum / double(image.shape().samples()), 0, 1e-4);
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

TEST_F(ImageFile, TgaIsTurnedToTheCornerWhereItBegins) {
    // Three columns and two rows, as they are to be seen from the top left.
    const std::vector<std::uint8_t> seen{1, 2, 3, 4, 5, 6};
    for (const int corner : {0, 0x10, 0x20, 0x30})
        for (const bool is_coded : {false, true}) {
            SCOPED_TRACE(corner);
            std::string bytes("\0\0\3\0\0\0\0\0\0\0\0\0"s + little_endian(3, 2) + little_endian(2, 2) +
                              "\x08");
            if (is_coded) bytes[2] = 11;
            bytes += char(corner);
            if (is_coded) bytes += "\x01";  // two samples follow, then four runs of one
            for (int i = 0; i < 6; ++i) {
                const int row = corner & 0x20 ? i / 3 : 1 - i / 3, column = corner & 0x10 ? 2 - i % 3 : i % 3;
                if (is_coded && i >= 2) bytes += "\x80";
                bytes += char(seen[std::size_t(3 * row + column)]);
            }
            EXPECT_EQ(samples_of<std::uint8_t>(load_image(write("a.tga", bytes))), seen);
        }
}

TEST_F(ImageFile, PgmIsScaledToTheFullRange) {
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(write("a.pgm", "P5\n3 1\n15\n\x00\x05\x0f"s))),
              (std::vector<std::uint8_t>{0, 85, 255}));
    const Image wide = load_image(write("b.pgm", "P5 2 1 65535\n\x01\x02\xff\xfe"s));
    EXPECT_EQ(samples_of<std::uint16_t>(wide), (std::vector<std::uint16_t>{0x0102, 0xfffe}));
}

TEST_F(ImageFile, PnmAsTextIsReadAsTheBinaryOneIs) {
    using Samples = std::vector<std::uint8_t>;
    const auto read = [&](const std::string& bytes) {
        return samples_of<std::uint8_t>(load_image(write("a.pnm", bytes)));
    };
    EXPECT_EQ(read("P1\n# one is black\n3 2\n1 0 1\n011"), (Samples{0, 255, 0, 255, 0, 0}));
    EXPECT_EQ(read("P4 9 2\n\xa0\x80\x01\x00"s),
              (Samples{0, 255, 0, 255, 255, 255, 255, 255, 0, 255, 255, 255, 255, 255, 255, 255, 0, 255}));
    EXPECT_EQ(read("P2 3 1 15\n0 # between\n 5\t99"), (Samples{0, 85, 255}));
    EXPECT_EQ(read("P3\n2 1\n255\n1 2 3\n4 5 6\n"), (Samples{1, 2, 3, 4, 5, 6}));
    const Image wide = load_image(write("b.pgm", "P2 2 1 65535\n258 65534\n"));
    EXPECT_EQ(samples_of<std::uint16_t>(wide), (std::vector<std::uint16_t>{0x0102, 0xfffe}));
    // Numbers and comments may take more bytes than any binary picture of this size.
    EXPECT_EQ(
        load_image(write("c.pgm", "P2 1 1 9\n#" + std::string(200000, ' ') + "\n9")).data<std::uint8_t>()[0],
        255);
    expect_contains(refusal(write("a.pbm", "P1 3 2 10101")), "truncated");
    expect_contains(refusal(write("a.pbm", "P1 3 2 101012")), "its numbers are damaged");
    expect_contains(refusal(write("a.pbm", "P4 9 2\n\xa0\x80\x01")), "truncated after 10 of 11 bytes");
    expect_contains(refusal(write("a.pgm", "P2 3 1 15 1 2")), "truncated");
    expect_contains(refusal(write("a.pgm", "P2 3 1 15 1 2 -3")), "its numbers are damaged");
    expect_contains(refusal(write("a.pgm", "P2 3 1 15")), "truncated");
    expect_contains(refusal(write("a.ppm", "P3 30000 30000 255\n1 2 3")), "claims to be 30000 x 30000");
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

}  // namespace
}  // namespace sweep::test
