// The orientation that EXIF keeps, how the camera was held, where a JPEG, a PNG and a WebP have it, and pictures turned by it.
// https://www.cipa.jp/std/documents/download_e.html?DC-008-Translation-2023-E (4.6.2, 4.6.5.1.6)
#include <cstring>
#include <string_view>

#include "files/codecs.h"

namespace sweep {
namespace {

// Reads numbers of a TIFF, which EXIF is; beyond its end everything is 0.
struct Tiff {
    Bytes bytes;
    bool big_endian;
    std::uint32_t number(std::size_t at, int size) const {
        std::uint32_t value = 0;
        for (int i = 0; i < size; ++i) {
            const std::size_t place = at + std::size_t(big_endian ? i : size - 1 - i);
            value = value << 8 | (place < bytes.size() ? bytes[place] : 0u);
        }
        return value;
    }
};

std::uint32_t big_endian(Bytes file, std::size_t at, int size) {
    return Tiff{file, true}.number(at, size);
}

}  // namespace

int orientation_of(Bytes exif) {
    // Which belongs to a JPEG, and which some programs leave in other files.
    constexpr std::string_view before("Exif\0\0", 6);
    if (begins(exif, before)) exif = exif.subspan(before.size());
    constexpr std::uint32_t tag_of_orientation = 0x112, short_number = 3;
    const std::string_view text(reinterpret_cast<const char*>(exif.data()), exif.size());
    if (!text.starts_with("II*") && !text.starts_with("MM")) return 1;
    const Tiff tiff{exif, text.starts_with("MM")};
    const std::size_t folder = tiff.number(4, 4), entries = tiff.number(folder, 2);
    for (std::size_t i = 0; i < entries; ++i) {
        const std::size_t entry = folder + 2 + 12 * i;
        if (tiff.number(entry, 2) != tag_of_orientation) continue;
        const std::uint32_t value = tiff.number(entry + 8, 2);
        return tiff.number(entry + 2, 2) == short_number && value >= 1 && value <= 8 ? int(value) : 1;
    }
    return 1;
}

int jpeg_orientation(Bytes file) {
    constexpr std::uint8_t start_of_scan = 0xda, application_1 = 0xe1;
    constexpr std::string_view exif("Exif\0\0", 6);
    std::size_t at = 2;
    while (at + 4 <= file.size() && file[at] == 0xff) {
        const std::uint8_t marker = file[at + 1];
        if (marker == 0xff) {  // a fill byte
            ++at;
            continue;
        }
        if (marker == start_of_scan) break;
        const std::size_t length = big_endian(file, at + 2, 2);
        if (length < 2 || length > file.size() - at - 2) break;
        const Bytes segment = file.subspan(at + 4, length - 2);
        if (marker == application_1 && segment.size() > exif.size() &&
            std::memcmp(segment.data(), exif.data(), exif.size()) == 0)
            return orientation_of(segment);
        at += 2 + length;
    }
    return 1;
}

int png_orientation(Bytes file) {
    constexpr std::size_t signature = 8, frame = 12;  // length, name and checksum of a chunk
    for (std::size_t at = signature; at + frame <= file.size();) {
        const std::size_t length = big_endian(file, at, 4);
        if (length > file.size() - at - frame) break;
        const std::string_view name(reinterpret_cast<const char*>(&file[at + 4]), 4);
        const Bytes content = file.subspan(at + 8, length);
        if (name == "eXIf") return orientation_of(content);
        // Older programs write EXIF as a text.
        if (const bool is_compressed = name == "zTXt"; is_compressed || name == "tEXt")
            if (const int stated = orientation_of(raw_profile_of(content, is_compressed).bytes); stated > 1)
                return stated;
        at += frame + length;
    }
    return 1;
}

Image turned(Image image, int orientation) {
    if (orientation <= 1 || orientation > 8) return image;
    const auto [width, height, channels] = image.shape();
    const bool lies = orientation >= 5;
    Image out({lies ? height : width, lies ? width : height, channels}, image.sample());
    const std::size_t pixel = std::size_t(channels) * size_of(image.sample());
    // In EXIF's numbers 2 and 4 mirror, 3 turns by half, 5 and 7 mirror at a diagonal, 6 and 8 turn by a
    // quarter.
    const bool from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8,
               from_below = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    for (int y = 0; y < out.shape().height; ++y)
        for (int x = 0; x < out.shape().width; ++x) {
            const int column = lies ? y : x, row = lies ? x : y;
            const auto* from = image.view().row<std::uint8_t>(from_below ? height - 1 - row : row);
            std::memcpy(out.view().row<std::uint8_t>(y) + std::size_t(x) * pixel,
                        from + std::size_t(from_right ? width - 1 - column : column) * pixel, pixel);
        }
    return out;
}

}  // namespace sweep
