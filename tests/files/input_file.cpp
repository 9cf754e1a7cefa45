// What the first bytes of a file tell before the others are read.
#include "tests/support/image_bytes.h"

namespace sweep::test {
namespace {

constexpr std::uintmax_t tebibyte = std::uintmax_t(1) << 40;

// A file of that size, without blocks on the disk behind its first bytes.
class LargeFile : public ImageFile {
  protected:
    std::string large(const std::string& name, const std::string& head) {
        std::filesystem::resize_file(write(name, head), tebibyte);
        return path(name);
    }
};

TEST_F(LargeFile, IsRefusedByItsFirstBytes) {
    expect_contains(refusal(large("zeros.png", "")), "its first bytes are not those of a picture");
    std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (1000, 1000, 100, 15), }";
    expect_contains(
        refusal(large("four.npy", "\x93NUMPY\1\0"s + char(dictionary.size()) + '\0' + dictionary)),
        "15 channels: sweep reads 1 to 4");
    expect_contains(refusal(large("long.npy", "\x93NUMPY\2\0"s + little_endian(0x70000000, 4) + dictionary)),
                    "header has 1879048192 bytes");
    expect_contains(refusal(large("zeros.tga", "")), "cannot read");
    expect_contains(refusal(large("comment.pgm", "P5 #")), "truncated: it ends after");
}

TEST_F(LargeFile, IsReadNoFurtherThanItsPictureGoes) {
    const Image bytes = noise({9, 7, 3}, Sample::u8);
    std::string ppm = "P6 9 7 255\n";
    for (const std::uint8_t sample : samples_of<std::uint8_t>(bytes)) ppm += char(sample);
    for (const auto& [name, head] : {std::pair{"a.png", text_of(encode_png(bytes.view()))}, {"a.ppm", ppm}})
        EXPECT_EQ(samples_of<std::uint8_t>(load_image(large(name, head))), samples_of<std::uint8_t>(bytes))
            << name;
}

TEST_F(LargeFile, MayBeRefusedByWhoeverAsksForIt) {
    struct Refused {};
    const Image bytes = noise({21, 13, 3}, Sample::u8), words = noise({21, 13, 3}, Sample::u16),
                floats = noise({21, 13, 3}, Sample::f32);
    for (const auto& [name, head, sample] :
         {std::tuple{"a.png", text_of(encode_png(bytes.view())), Sample::u8},
          {"b.png", text_of(encode_png(words.view())), Sample::u16},
          {"a.jpg", text_of(encode_jpeg(bytes.view())), Sample::u8},
          {"a.hdr", text_of(encoded(".hdr", floats.view())), Sample::f32},
          {"a.npy", text_of(encoded(".npy", floats.view())), Sample::f32},
          {"a.ppm", "P6 21 13 1000\n"s, Sample::u16}}) {
        Claim claim{};
        EXPECT_THROW(read_image(large(name, head),
                                [&](const Shape& shape, Sample s) {
                                    claim = {shape, s};
                                    throw Refused();
                                }),
                     Refused)
            << name;
        EXPECT_EQ(claim.shape, bytes.shape()) << name;
        EXPECT_EQ(claim.sample, sample) << name;
    }
}

TEST_F(ImageFile, NpyLongerThanItsHeadIsReadInBothOrders) {
    const Image rows = noise({301, 203, 3}, Sample::u16);
    save_image(path("rows.npy"), rows.view());
    EXPECT_EQ(samples_of<std::uint16_t>(load_image(path("rows.npy"))), samples_of<std::uint16_t>(rows));
    // The same image, columns first.
    std::string columns = read("rows.npy").substr(0, 128);
    columns.replace(columns.find("False"), 5, "True ");
    for (int c = 0; c < 3; ++c)
        for (int x = 0; x < 301; ++x)
            for (int y = 0; y < 203; ++y)
                columns += little_endian(rows.view().row<std::uint16_t>(y)[3 * x + c], 2);
    EXPECT_EQ(samples_of<std::uint16_t>(load_image(write("columns.npy", columns))),
              samples_of<std::uint16_t>(rows));
    std::filesystem::resize_file(path("rows.npy"), 200000);
    expect_contains(refusal(path("rows.npy")), "truncated after 200000 of");
}

TEST_F(ImageFile, AJpegWithALongPreambleIsRead) {
    std::string jpeg = text_of(encode_jpeg(noise({40, 30, 3}, Sample::u8).view()));
    const std::string comment = "\xff\xfe"s + big_endian(65000, 2) + std::string(64998, 'x');
    jpeg.insert(2, comment + comment);
    Shape asked;
    const FileImage read =
        read_image(write("a.jpg", jpeg), [&](const Shape& shape, Sample) { asked = shape; });
    EXPECT_EQ(asked, read.image.shape());
}

}  // namespace
}  // namespace sweep::test
