// Image files as bytes: small ones written by hand, and helpers of their tests.
#pragma once

#include <png.h>

#include "core/base/error.h"
#include "files/format.h"
#include "files/image_file.h"
#include "tests/support/scratch.h"

namespace sweep::test {

using namespace std::string_literals;

class ImageFile : public ScratchTest {
  protected:
    // Returns the message with which load_image() refuses the file. The test fails when the file is read, or
    // when the exit code is another one.
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

inline std::string text_of(const std::vector<std::uint8_t>& bytes) {
    return {bytes.begin(), bytes.end()};
}

// The bytes of a file, as the format of this ending writes them.
inline std::vector<std::uint8_t> encoded(std::string_view ending, ConstImageView image,
                                         const std::string& label = {},
                                         const std::optional<Encoding>& encoding = std::nullopt) {
    EncodedFile file = format_with(ending)->encode(image, label, encoding);
    file.made.insert(file.made.end(), file.rest.begin(), file.rest.end());
    return std::move(file.made);
}
inline std::vector<std::uint8_t> encode_png(ConstImageView image, const std::string& label = {}) {
    return encoded(".png", image, label);
}
inline std::vector<std::uint8_t> encode_jpeg(ConstImageView image) {
    return encoded(".jpg", image);
}

// Whether this build has the library of the format.
inline bool has_library(std::string_view ending) {
    return !format_with(ending)->version().empty();
}

inline std::string little_endian(std::uint64_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += char(value >> (8 * i));
    return text;
}

inline std::string big_endian(std::uint64_t value, int bytes) {
    std::string text = little_endian(value, bytes);
    return {text.rbegin(), text.rend()};
}

template <class T>
std::string raw(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// A PNG that `write` makes with libpng, from its header to its last chunk: write(png, info).
template <class Write>
std::string written_png(const Write& write) {
    std::string bytes;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(
        png, &bytes,
        [](png_structp p, png_bytep data, std::size_t n) {
            static_cast<std::string*>(png_get_io_ptr(p))->append(reinterpret_cast<char*>(data), n);
        },
        nullptr);
    write(png, info);
    png_destroy_write_struct(&png, &info);
    return bytes;
}

// A PNG of one row, made with libpng as other programs make them.
inline std::string png_of(int width, int colour_type, int bit_depth, std::vector<png_byte> row,
                          int interlace = 0) {
    return written_png([&](png_structp png, png_infop info) {
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
    });
}

// The EXIF of a camera, with its maker and how it was held.
inline std::string exif_of(int orientation, bool big) {
    const auto number = [&](std::uint64_t value, int bytes) {
        return big ? big_endian(value, bytes) : little_endian(value, bytes);
    };
    return (big ? "MM" : "II") + number(42, 2) + number(8, 4) + number(2, 2) + number(0x10f, 2) +
           number(2, 2) + number(4, 4) + "abc\0"s + number(0x112, 2) + number(3, 2) + number(1, 4) +
           number(std::uint64_t(orientation), 2) + number(0, 2) + number(0, 4);
}

// The segment of a JPEG that has it, APP1, which follows its first two bytes.
inline std::string app1_of(const std::string& exif) {
    return "\xff\xe1"s + big_endian(exif.size() + 8, 2) + "Exif\0\0"s + exif;
}

// A chunk of a PNG, with its checksum.
inline std::string chunk_of(const std::string& name, const std::string& content) {
    std::uint32_t crc = 0xffffffff;
    for (const char c : name + content) {
        crc ^= std::uint8_t(c);
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return big_endian(content.size(), 4) + name + content + big_endian(~crc, 4);
}

inline const std::string bmp = "BM"s + little_endian(70, 4) + little_endian(0, 4) + little_endian(54, 4) +
                               little_endian(40, 4) + little_endian(2, 4) + little_endian(2, 4) +
                               little_endian(1, 2) + little_endian(24, 2) + std::string(24, 0) +
                               "\x01\x02\x03\x04\x05\x06\x00\x00"  // the lower row, blue first
                               "\x07\x08\x09\x0a\x0b\x0c\x00\x00"s;
inline const std::string tga = "\0\0\2\0\0\0\0\0\0\0\0\0"s + little_endian(2, 2) + little_endian(1, 2) +
                               "\x18\x20" + "\x01\x02\x03\x04\x05\x06";
inline const std::string psd = "8BPS"s + big_endian(1, 2) + std::string(6, 0) + big_endian(3, 2) +
                               big_endian(1, 4) + big_endian(2, 4) + big_endian(8, 2) + big_endian(3, 2) +
                               std::string(12, 0) + big_endian(0, 2) + "\x01\x02\x03\x04\x05\x06";
inline const std::string gif = "GIF89a"s + little_endian(1, 2) + little_endian(1, 2) + "\x80\x00\x00"s +
                               "\x0a\x14\x1e\xff\xff\xff" + "," + std::string(4, 0) + little_endian(1, 2) +
                               little_endian(1, 2) + "\x00\x02\x02\x44\x01\x00;"s;
inline const std::string ppm = "P6 # a comment\n2 1 # another\n255\n\x01\x02\x03\x04\x05\x06";

}  // namespace sweep::test
