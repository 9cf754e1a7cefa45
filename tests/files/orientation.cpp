// How the camera was held, as JPEGs, PNGs, WebPs and TIFFs record it.
#include <zlib.h>

#include "files/jpeg/header.h"
#include "files/metadata/metadata.h"
#include "tests/support/image_bytes.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

// The picture has four quarters, rows first.
constexpr int greys[] = {20, 90, 160, 230};

Image quarters() {
    Image image({64, 32, 1}, Sample::u8);
    for (int y = 0; y < 32; ++y)
        for (int x = 0; x < 64; ++x)
            image.view().row<std::uint8_t>(y)[x] = std::uint8_t(greys[2 * (y / 16) + x / 32]);
    return image;
}

// Expects the quarters where EXIF's own table says that the first row and the first column of the file are
// seen.
void expect_turned(const Image& seen, int orientation) {
    const std::pair<const char*, const char*> table[] = {
        {"top", "left"}, {"top", "right"}, {"bottom", "right"}, {"bottom", "left"},
        {"left", "top"}, {"right", "top"}, {"right", "bottom"}, {"left", "bottom"}};
    const auto opposite = [](const std::string& side) -> std::string {
        return side == "top" ? "bottom" : side == "bottom" ? "top" : side == "left" ? "right" : "left";
    };
    const bool is_known = orientation >= 1 && orientation <= 8;
    const auto [row, column] = table[is_known ? orientation - 1 : 0];
    const Shape shape = seen.shape();
    ASSERT_EQ(shape, orientation >= 5 && is_known ? (Shape{32, 64, 1}) : (Shape{64, 32, 1}));
    for (int quarter = 0; quarter < 4; ++quarter) {
        const std::string sides[] = {quarter < 2 ? row : opposite(row),
                                     quarter % 2 == 0 ? column : opposite(column)};
        const bool right = sides[0] == "right" || sides[1] == "right",
                   bottom = sides[0] == "bottom" || sides[1] == "bottom";
        const int x = right ? shape.width - 6 : 5, y = bottom ? shape.height - 6 : 5;
        EXPECT_NEAR(seen.view().row<std::uint8_t>(y)[x], greys[quarter], 4) << "quarter " << quarter;
    }
}

TEST_F(ImageFile, JpegsAreTurnedAsTheyAreToBeSeen) {
    const std::string jpeg = text_of(encode_jpeg(quarters().view()));
    for (int orientation = 0; orientation <= 9; ++orientation)
        for (const bool big : {false, true}) {
            SCOPED_TRACE(orientation);
            std::string file = jpeg;
            file.insert(2, app1_of(exif_of(orientation, big)));
            expect_turned(load_image(write("a.jpg", file)), orientation);
        }
}

TEST_F(ImageFile, PngsAreTurnedAsTheyAreToBeSeen) {
    constexpr std::size_t behind_header = 33, end = 12;
    const std::string png = text_of(encode_png(quarters().view()));
    for (int orientation = 0; orientation <= 9; ++orientation)
        for (const std::size_t at : {behind_header, png.size() - end}) {
            SCOPED_TRACE(orientation);
            std::string file = png;
            file.insert(at, chunk_of("eXIf", exif_of(orientation, at == behind_header)));
            expect_turned(load_image(write("a.png", file)), orientation);
        }
}

// As ImageMagick wrote EXIF before PNG had a chunk for it.
TEST_F(ImageFile, PngsAreTurnedAsATextSays) {
    constexpr std::size_t behind_header = 33;
    const std::string png = text_of(encode_png(quarters().view()));
    for (int orientation = 1; orientation <= 8; ++orientation)
        for (const char* kind : {"exif", "APP1"}) {
            SCOPED_TRACE(orientation);
            std::string digits;
            for (const char c : "Exif\0\0"s + exif_of(orientation, true))
                for (const int digit : {std::uint8_t(c) >> 4, c & 15}) digits += "0123456789abcdef"[digit];
            const std::string keyword = "Raw profile type "s + kind + '\0',
                              text = "\n"s + kind + "\n     " + std::to_string(digits.size() / 2) + "\n" +
                                     digits + "\n";
            std::string packed(text.size() + 64, '\0');
            auto size = uLongf(packed.size());
            ASSERT_EQ(compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                               reinterpret_cast<const Bytef*>(text.data()), uLong(text.size())),
                      Z_OK);
            packed.resize(size);
            for (const std::string& chunk :
                 {chunk_of("tEXt", keyword + text), chunk_of("zTXt", keyword + '\0' + packed)}) {
                std::string file = png;
                file.insert(behind_header, chunk);
                expect_turned(load_image(write("a.png", file)), orientation);
                const Metadata said = metadata_of(reader_of(bytes_of(file)));
                EXPECT_EQ(orientation_of(said), orientation);
                EXPECT_TRUE(said.chunks.empty());
            }
            // A damaged one turns nothing, and is the text that it was.
            std::string damaged = png;
            damaged.insert(behind_header,
                           chunk_of("zTXt", keyword + '\0' + packed.substr(0, packed.size() / 2)));
            expect_turned(load_image(write("a.png", damaged)), 1);
            EXPECT_EQ(metadata_of(reader_of(bytes_of(damaged))).chunks.size(), 1u);
        }
}

TEST_F(ImageFile, WebPsAreTurnedAsTheyAreToBeSeen) {
    if (!has_library(".webp")) SKIP_WITHOUT("formats", "this build has no libwebp");
    const Image grey = quarters();
    Image colours({64, 32, 3}, Sample::u8);
    for (std::size_t i = 0; i < colours.shape().samples(); ++i)
        colours.data<std::uint8_t>()[i] = grey.data<std::uint8_t>()[i / 3];
    const std::string image = text_of(encoded(".webp", colours.view())).substr(12);
    constexpr std::uint64_t has_exif = 8;
    for (int orientation = 0; orientation <= 9; ++orientation)
        for (const bool begins_as_in_jpeg : {false, true}) {
            SCOPED_TRACE(orientation);
            std::string exif = (begins_as_in_jpeg ? "Exif\0\0"s : ""s) + exif_of(orientation, true);
            if (exif.size() % 2 != 0) exif += '\0';
            const std::string chunks = "WEBPVP8X" + little_endian(10, 4) + little_endian(has_exif, 4) +
                                       little_endian(63, 3) + little_endian(31, 3) + image + "EXIF" +
                                       little_endian(exif.size(), 4) + exif;
            const Image seen = load_image(write("a.webp", "RIFF" + little_endian(chunks.size(), 4) + chunks));
            Image red({seen.shape().width, seen.shape().height, 1}, Sample::u8);
            for (std::size_t i = 0; i < red.shape().samples(); ++i)
                red.data<std::uint8_t>()[i] = seen.data<std::uint8_t>()[3 * i];
            expect_turned(red, orientation);
        }
}

TEST_F(ImageFile, TiffsAreTurnedAsTheyAreToBeSeen) {
    if (!has_library(".tif")) SKIP_WITHOUT("formats", "this build has no libtiff");
    const std::string tiff = text_of(encoded(".tif", quarters().view())),
                      upright = little_endian(0x112, 2) + little_endian(3, 2) + little_endian(1, 4);
    const std::size_t at = tiff.find(upright);
    ASSERT_NE(at, std::string::npos);
    for (int orientation = 1; orientation <= 8; ++orientation) {
        SCOPED_TRACE(orientation);
        std::string file = tiff;
        file.replace(at + upright.size(), 2, little_endian(std::uint64_t(orientation), 2));
        expect_turned(load_image(write("a.tif", file)), orientation);
    }
}

int jpeg_orientation(const std::string& file) {
    return exif_facts(jpeg_header_of(bytes_of(file)).exif).orientation;
}

TEST(Orientation, OfDamagedExifIsOneToEight) {
    std::mt19937 random(5);
    const std::string png = "\x89PNG\r\n\x1a\n"s + chunk_of("eXIf", exif_of(6, false));
    EXPECT_EQ(png_exif(bytes_of(png)).orientation, 6);
    for (std::size_t length = 0; length < png.size(); ++length)
        EXPECT_EQ(png_exif(bytes_of(png.substr(0, length))).orientation, 1) << length;
    const std::string good = "\xff\xd8"s + app1_of(exif_of(6, true));
    EXPECT_EQ(jpeg_orientation(good), 6);
    for (std::size_t length = 0; length < good.size(); ++length) {
        const int orientation = jpeg_orientation(good.substr(0, length));
        EXPECT_EQ(orientation, 1) << length;
    }
    for (int round = 0; round < 20000; ++round) {
        std::string damaged = good;
        for (int i = 0; i < 3; ++i) damaged[2 + random() % (damaged.size() - 2)] = char(random());
        const int orientation = jpeg_orientation(damaged);
        EXPECT_TRUE(orientation >= 1 && orientation <= 8);
    }
}

}  // namespace
}  // namespace sweep::test
