// Pictures in which a string that a file can bring is as long as asked.
#pragma once

#include <utility>
#include <vector>

#include "tests/support/image_bytes.h"
#include "tests/support/page_bytes.h"

namespace sweep::test {

inline constexpr std::size_t mebibyte = std::size_t(1) << 20;

// The text again and again, up to a length.
inline std::string repeated(const std::string& text, std::size_t length) {
    std::string all;
    while (all.size() + text.size() <= length) all += text;
    return all;
}

// A .npy whose header is this dictionary.
inline std::string npy_of(std::string header) {
    header += '\n';
    return "\x93NUMPY\x02\0"s + little_endian(header.size(), 4) + header + std::string(64, '\0');
}

// A JPEG with comments in as many segments as the text needs.
inline std::string jpeg_with_comment(const std::string& text) {
    constexpr std::size_t most = 65533;
    std::string comments;
    for (std::size_t at = 0; at < text.size(); at += most) {
        const std::string part = text.substr(at, most);
        comments += "\xff\xfe"s + big_endian(part.size() + 2, 2) + part;
    }
    return text_of(encode_jpeg(noise({8, 8, 3}, Sample::u8).view())).insert(2, comments);
}

// A GIF with a comment, whose blocks have 255 bytes each.
inline std::string gif_with_comment(const std::string& text) {
    constexpr std::size_t most = 255, behind_colours = 19;
    std::string comment = "\x21\xfe"s;
    for (std::size_t at = 0; at < text.size(); at += most) {
        const std::string part = text.substr(at, most);
        comment += char(part.size()) + part;
    }
    return std::string(gif).insert(behind_colours, comment + '\0');
}

// A TIFF of 2 x 1 bytes whose documents, pages, programs and authors all have this name.
inline std::string tiff_with_names(const std::string& text) {
    struct Entry {
        int tag, type;
        std::size_t count, value;
    };
    constexpr int ascii = 2, long_number = 4;
    constexpr std::size_t entries = 13, end = 8 + 2 + 12 * entries + 4;
    const std::size_t samples = end + text.size() + 1;
    std::string file = "II*\0"s + little_endian(8, 4) + little_endian(entries, 2);
    for (const Entry& entry : {Entry{256, long_number, 1, 2},
                               {257, long_number, 1, 1},
                               {258, long_number, 1, 8},
                               {259, long_number, 1, 1},
                               {262, long_number, 1, 1},
                               {269, ascii, text.size() + 1, end},
                               {270, ascii, text.size() + 1, end},
                               {273, long_number, 1, samples},
                               {278, long_number, 1, 1},
                               {279, long_number, 1, 2},
                               {285, ascii, text.size() + 1, end},
                               {305, ascii, text.size() + 1, end},
                               {315, ascii, text.size() + 1, end}})
        file += little_endian(std::uint64_t(entry.tag), 2) + little_endian(std::uint64_t(entry.type), 2) +
                little_endian(entry.count, 4) + little_endian(entry.value, 4);
    return file + little_endian(0, 4) + text + '\0' + "\x05\x06";
}

// Names and bytes of files in each of which a string is `text`. Some are pictures, some are damaged by it.
inline std::vector<std::pair<std::string, std::string>> pictures_with(const std::string& text) {
    const Image small = noise({8, 8, 3}, Sample::u8);
    const std::vector<float> samples(4, 0.5f);
    const auto npy = [](const std::string& descr, const std::string& shape, const std::string& key = "") {
        return npy_of("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + shape + "), " + key +
                      "}");
    };
    return {
        {"dimensions.npy", npy("<f4", repeated("1, ", text.size()))},
        {"digits.npy", npy("<f4", repeated("7", text.size()))},
        {"type.npy", npy(text, "2, 2")},
        {"key.npy", npy("<f4", "2, 2", "'" + text + "': 1")},
        {"label.png", text_of(encode_png(small.view(), text))},
        {"state.png", text_of(encode_png(small.view(), "sweep --sigma=" + text.substr(0, 60000)))},
        {"option.png", text_of(encode_png(small.view(), "sweep '--" + text.substr(0, 60000) + "'"))},
        {"opens.png", text_of(encode_png(small.view(), "sweep '" + text.substr(0, 60000) + ".png'"))},
        {"comment.jpg", jpeg_with_comment(text)},
        {"comment.gif", gif_with_comment(text)},
        {"comment.ppm", "P6 #" + text + "\n2 1\n255\n\x01\x02\x03\x04\x05\x06"},
        {"word.ppm", "P6\n" + text},
        {"word.pfm", "PF\n" + text},
        {"line.hdr", "#?RADIANCE\n" + text + "\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\x01\x02\x03\x80"},
        {"names.tif", tiff_with_names(text)},
        {"attribute.exr", exr_of(2, 2, {{"R", samples}, {"G", samples}, {"B", samples}}, {{"owner", text}})},
        {"name.exr", exr_of(2, 2, {{"Y", samples}}, {{text, "somebody"}})},
        {"layer.exr", exr_of(2, 2, {{text.substr(0, 60) + ".Y", samples}})},
        {"channels.exr", exr_of(2, 2, {{text.substr(0, 30), samples}, {"b" + text.substr(0, 30), samples}})},
        {"channel.exr", exr_of(2, 2, {{text, samples}, {"B", samples}})},
        {"text.bmp", text}};
}

}  // namespace sweep::test
