// Radiance HDR, against bytes written by hand.
#include "tests/support/image_bytes.h"

namespace sweep::test {
namespace {

std::string hdr_of(const std::string& lines, const std::string& size, const std::string& pixels) {
    return "#?RADIANCE\n" + lines + "\n" + size + "\n" + pixels;
}

// Three mantissas; 128 stands for 1.
std::string pixel(int red, int green, int blue) {
    return {char(red), char(green), char(blue), char(129)};
}

class Radiance : public ImageFile {
  protected:
    std::vector<float> read(const std::string& bytes) {
        return samples_of<float>(load_image(write("a.hdr", bytes)));
    }
};

TEST_F(Radiance, IsDividedByTheProductOfItsExposures) {
    const std::string pixels = pixel(128, 64, 32);
    EXPECT_EQ(read(hdr_of("", "-Y 1 +X 1", pixels)), (std::vector<float>{1, 0.5f, 0.25f}));
    EXPECT_EQ(read(hdr_of("EXPOSURE=4\nFORMAT=32-bit_rle_rgbe\nEXPOSURE= 0.5\n", "-Y 1 +X 1", pixels)),
              (std::vector<float>{0.5f, 0.25f, 0.125f}));
    for (const char* wrong : {"0", "-1", "nan", "inf", "1e999", "", "1e-31"})
        expect_contains(refusal(write("a.hdr", hdr_of("EXPOSURE="s + wrong + "\n", "-Y 1 +X 1", pixels))),
                        "damaged HDR, its EXPOSURE");
}

TEST_F(Radiance, BeginsAtAnyCornerAndGoesAlongEitherAxis) {
    // Three columns and two rows, as they are to be seen from the top left.
    for (const bool rows_first : {true, false})
        for (const char* y : {"-Y 2", "+Y 2"})
            for (const char* x : {"+X 3", "-X 3"}) {
                const std::string size = rows_first ? std::string(y) + " " + x : std::string(x) + " " + y;
                SCOPED_TRACE(size);
                std::string pixels;
                for (int i = 0; i < 6; ++i) {
                    int row = rows_first ? i / 3 : i % 2, column = rows_first ? i % 3 : i / 2;
                    if (*y == '+') row = 1 - row;
                    if (*x == '-') column = 2 - column;
                    pixels += pixel(128, row, column);
                }
                const Image image = load_image(write("a.hdr", hdr_of("", size, pixels)));
                ASSERT_EQ(image.shape(), (Shape{3, 2, 3}));
                for (int row = 0; row < 2; ++row)
                    for (int column = 0; column < 3; ++column) {
                        const float* seen = image.view().row<float>(row) + 3 * column;
                        EXPECT_EQ(128 * seen[1], float(row));
                        EXPECT_EQ(128 * seen[2], float(column));
                    }
            }
}

TEST_F(Radiance, OfXyzBecomesLinearSrgb) {
    // The white of sRGB, and its red, whose coordinates are in IEC 61966-2-1.
    const std::vector<float> seen =
        read(hdr_of("FORMAT=32-bit_rle_xyze\n", "-Y 1 +X 2", pixel(122, 128, 139) + pixel(53, 27, 2)));
    const float right[] = {1, 1, 1, 1, 0, 0};
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(seen[i], right[i], 0.02) << i;
}

TEST_F(Radiance, OfRunsOfEitherKindIsRead) {
    // Eight pixels: red is a run, green single bytes, blue both, the exponent a run.
    const std::string runs = "\2\2\0\x08\x88\x40\x08\1\2\3\4\5\6\7\x08\x85\x20\3\x0a\x0b\x0c\x88\x81"s;
    const std::vector<float> seen = read(hdr_of("", "-Y 1 +X 8", runs));
    const int blue[] = {32, 32, 32, 32, 32, 10, 11, 12};
    for (int x = 0; x < 8; ++x) {
        const float* at = &seen[std::size_t(3 * x)];
        EXPECT_EQ(at[0], 0.5f);
        EXPECT_EQ(128 * at[1], float(x + 1));
        EXPECT_EQ(128 * at[2], float(blue[x]));
    }
    // The pixel again 2 + 1 * 256 times, then another.
    const std::string older = pixel(128, 0, 64) + "\1\1\1\2\1\1\1\1"s + pixel(128, 128, 0);
    const std::vector<float> line = read(hdr_of("", "-Y 1 +X 260", older));
    for (std::size_t x = 0; x < 259; ++x) ASSERT_EQ(line[3 * x + 2], 0.5f) << x;
    EXPECT_EQ(line[3 * 259 + 1], 1);
}

TEST_F(Radiance, ThatIsDamagedSaysWhere) {
    const auto refusal_of = [&](const std::string& size, const std::string& pixels,
                                const std::string& lines = {}) {
        return refusal(write("a.hdr", hdr_of(lines, size, pixels)));
    };
    for (const char* size :
         {"-Y 1 -Y 1", "-Y1+X", "", "-Y 1", "-Y -1 +X 1", "-Y 99999999999 +X 1", "-Z 1 +X 1"})
        expect_contains(refusal_of(size, pixel(1, 2, 3)), "damaged HDR, the line with its size");
    expect_contains(refusal_of("-Y 0 +X 1", ""), "empty");
    expect_contains(refusal_of("-Y 1 +X 1", pixel(1, 2, 3), "FORMAT=16-bit\n"), "the format '16-bit'");
    expect_contains(refusal_of("-Y 1 +X 2", "\1\1\1\1"s + pixel(1, 2, 3)), "the length of a run");
    expect_contains(refusal_of("-Y 1 +X 2", pixel(1, 2, 3) + "\1\1\1\2"s), "the length of a run");
    expect_contains(refusal_of("-Y 1 +X 8", "\2\2\0\x09"s + std::string(40, '\1')), "the length of a line");
    expect_contains(refusal_of("-Y 1 +X 8", "\2\2\0\x08\x89\1"s), "the length of a run");
    expect_contains(refusal_of("-Y 1 +X 8", "\2\2\0\x08\0\1"s), "the length of a run");
    expect_contains(refusal_of("-Y 2 +X 1", pixel(1, 2, 3)), "truncated");
    expect_contains(refusal(write("a.hdr", "#?RADIANCE\nFORMAT=")), "truncated");
}

}  // namespace
}  // namespace sweep::test
