// BMP, against bytes written by hand.
#include "tests/support/image_bytes.h"

namespace sweep::test {
namespace {

using Samples = std::vector<std::uint8_t>;

std::string bmp_of(const std::string& header, const std::string& beside, const std::string& pixels) {
    const std::size_t start = 14 + header.size() + beside.size();
    return "BM"s + little_endian(start + pixels.size(), 4) + little_endian(0, 4) + little_endian(start, 4) +
           header + beside + pixels;
}

// A header of `size` bytes, whose other numbers are 0.
std::string header_of(int width, int height, int bits, int compression = 0, std::size_t size = 40) {
    std::string header = little_endian(size, 4) + little_endian(std::uint64_t(width), 4) +
                         little_endian(std::uint64_t(height), 4) + little_endian(1, 2) +
                         little_endian(std::uint64_t(bits), 2) + little_endian(std::uint64_t(compression), 4);
    header.resize(size);
    return header;
}

// Blue first, and a byte that means nothing.
const std::string palette = "\1\2\3\0\4\5\6\0\7\x08\x09\0\x0a\x0b\x0c\0"s;

// The indices of a picture with that palette.
Samples indices_of(const Image& image) {
    Samples indices;
    EXPECT_EQ(image.shape().channels, 3);
    for (std::size_t i = 0; i < image.shape().pixels(); ++i) {
        indices.push_back(std::uint8_t(image.data<std::uint8_t>()[3 * i] / 3 - 1));
        EXPECT_EQ(image.data<std::uint8_t>()[3 * i + 2], 3 * indices.back() + 1);
    }
    return indices;
}

TEST_F(ImageFile, BmpOfNegativeHeightBeginsAtTheTop) {
    const std::string rows = "\1\2\3\4\5\6\0\0\7\x08\x09\x0a\x0b\x0c\0\0"s;
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(write("a.bmp", bmp_of(header_of(2, -2, 24), "", rows)))),
              (Samples{3, 2, 1, 6, 5, 4, 9, 8, 7, 12, 11, 10}));
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(write("a.bmp", bmp_of(header_of(2, 2, 24), "", rows)))),
              (Samples{9, 8, 7, 12, 11, 10, 3, 2, 1, 6, 5, 4}));
}

TEST_F(ImageFile, BmpHasAlphaWhereItsHeaderSaysSo) {
    const std::string pixels = "\1\2\3\0\4\5\6\x40"s, masks = "\0\0\xff\0\0\xff\0\0\xff\0\0\0"s,
                      alpha = "\0\0\0\xff"s;
    const Samples opaque{3, 2, 1, 6, 5, 4}, transparent{3, 2, 1, 0, 6, 5, 4, 0x40};
    const auto read = [&](const std::string& header, const std::string& beside) {
        return samples_of<std::uint8_t>(load_image(write("a.bmp", bmp_of(header, beside, pixels))));
    };
    EXPECT_EQ(read(header_of(2, 1, 32), ""), opaque) << "the fourth byte is not used";
    EXPECT_EQ(read(header_of(2, 1, 32, 3), masks), opaque);
    EXPECT_EQ(read(header_of(2, 1, 32, 6), masks + alpha), transparent);
    for (const std::size_t size : {56, 108, 124})
        for (const int compression : {0, 3}) {
            SCOPED_TRACE(size);
            std::string header = header_of(2, 1, 32, compression, size);
            header.replace(40, 12, masks);
            EXPECT_EQ(read(header, ""), opaque);
            header.replace(52, 4, alpha);
            EXPECT_EQ(read(header, ""), transparent);
        }
    EXPECT_EQ(read(header_of(2, 1, 32, 0, 64), ""), opaque) << "a header of OS/2 has no masks";
}

TEST_F(ImageFile, BmpOfSixteenBitsIsScaledToBytes) {
    const std::string pixels = "\xff\x7f\x10\x42"s, fields = "\0\xf8\0\0\xe0\7\0\0\x1f\0\0\0"s;
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(write("a.bmp", bmp_of(header_of(2, 1, 16), "", pixels)))),
              (Samples{255, 255, 255, 132, 132, 132}));
    EXPECT_EQ(
        samples_of<std::uint8_t>(load_image(write("a.bmp", bmp_of(header_of(2, 1, 16, 3), fields, pixels)))),
        (Samples{123, 255, 255, 66, 65, 132}));
}

TEST_F(ImageFile, BmpOfRunsIsRead) {
    const auto read = [&](int bits, const std::string& runs) {
        return indices_of(
            load_image(write("a.bmp", bmp_of(header_of(5, 2, bits, bits == 8 ? 1 : 2), palette, runs))));
    };
    // From below: a run, three indices and a byte that fills a word, the end of a row, a run, the end.
    EXPECT_EQ(read(8, "\2\3\0\3\0\1\2\0\0\0\5\1\0\1"s), (Samples{1, 1, 1, 1, 1, 3, 3, 0, 1, 2}));
    EXPECT_EQ(read(4, "\2\x32\0\3\x01\x20\0\0\6\x13\0\1"s), (Samples{1, 3, 1, 3, 1, 3, 2, 0, 1, 2}))
        << "what goes beyond the end of a row is left out";
    // What is left out has the first colour.
    EXPECT_EQ(read(8, "\1\3\0\2\2\1\1\2\0\1"s), (Samples{0, 0, 0, 2, 0, 3, 0, 0, 0, 0}));
    EXPECT_EQ(read(8, "\1\3\0\1"s), (Samples{0, 0, 0, 0, 0, 3, 0, 0, 0, 0}));
    // The last row is full, and no end is said.
    EXPECT_EQ(read(8, "\5\3\0\0\5\1"s), (Samples{1, 1, 1, 1, 1, 3, 3, 3, 3, 3}));
    expect_contains(refusal(write("a.bmp", bmp_of(header_of(5, 2, 8, 1), palette, "\5\3\0\0\4\1"s))),
                    "truncated");
    expect_contains(refusal(write("a.bmp", bmp_of(header_of(5, 2, 8, 1), palette, "\5\4"s + "\0\1"s))),
                    "palette");
    expect_contains(refusal(write("a.bmp", bmp_of(header_of(50000, 50000, 8, 1), palette, "\0\1"s))),
                    "claims to be 50000 x 50000");
}

TEST_F(ImageFile, BmpWithHeadersOfOs2IsRead) {
    const std::string core =
        little_endian(12, 4) + little_endian(3, 2) + little_endian(1, 2) + little_endian(1, 2);
    EXPECT_EQ(indices_of(load_image(write(
                  "a.bmp", bmp_of(core + little_endian(4, 2), "\1\2\3\4\5\6\7\x08\x09"s, "\x12\0\0\0"s)))),
              (Samples{1, 2, 0}));
    EXPECT_EQ(indices_of(load_image(
                  write("a.bmp", bmp_of(core + little_endian(1, 2), "\1\2\3\4\5\6"s, "\xa0\0\0\0"s)))),
              (Samples{1, 0, 1}));
    for (const std::size_t size : {16, 24, 36, 64}) {
        SCOPED_TRACE(size);
        std::string header = header_of(3, 1, 2, 0, 64);
        header.resize(size);
        header.replace(0, 4, little_endian(size, 4));
        EXPECT_EQ(indices_of(load_image(write("a.bmp", bmp_of(header, palette, "\x1b\0\0\0"s)))),
                  (Samples{0, 1, 2}));
    }
}

TEST_F(ImageFile, BmpMayHaveAPaletteBesideItsColours) {
    std::string header = header_of(1, 1, 24);
    header.replace(32, 4, little_endian(4, 4));
    EXPECT_EQ(samples_of<std::uint8_t>(load_image(write("a.bmp", bmp_of(header, palette, "\1\2\3\0"s)))),
              (Samples{3, 2, 1}));
}

TEST_F(ImageFile, BmpThatIsNotReadSaysWhy) {
    const auto refusal_of = [&](const std::string& header, const std::string& beside = palette) {
        return refusal(write("a.bmp", bmp_of(header, beside, std::string(16, 0))));
    };
    expect_contains(refusal_of(header_of(2, 2, 1, 3, 64)), "compression 3 of 1 bits, as OS/2 has it");
    expect_contains(refusal_of(header_of(2, 2, 24, 4, 64)), "compression 4 of 24 bits");
    expect_contains(refusal_of(header_of(2, 2, 24, 4)), "a JPEG inside");
    expect_contains(refusal_of(header_of(2, 2, 24, 5)), "a PNG inside");
    expect_contains(refusal_of(header_of(2, 2, 4, 1)), "compression 1 of 4 bits");
    expect_contains(refusal_of(header_of(2, 2, 5)), "5 bits a pixel");
    expect_contains(refusal_of(header_of(2, 2, 24, 0, 200)), "a header of 200 bytes");
    expect_contains(refusal_of(header_of(0, 2, 24)), "empty");
    expect_contains(refusal_of(header_of(-2, 2, 24)), "damaged BMP, its width");
    expect_contains(refusal_of(header_of(2, std::numeric_limits<int>::min(), 24)), "too large");
    expect_contains(refusal_of(header_of(9, 9, 24)), "truncated after 86 of ");
    expect_contains(refusal_of(header_of(2, 1, 32, 3), "\0\0\xff\0\0\xff\0\0\xf5\0\0\0"s),
                    "its masks of colours");
    std::string early = bmp_of(header_of(2, 1, 24), "", std::string(8, 0));
    early.replace(10, 4, little_endian(20, 4));
    expect_contains(refusal(write("a.bmp", early)), "the place of its pixels");
}

}  // namespace
}  // namespace sweep::test
