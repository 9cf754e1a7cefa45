// What a file says beside its picture: how, when, where and by whom it was taken (EXIF, XMP, IPTC), how large a pixel
// is, where on the Earth it lies (GeoTIFF), texts. It goes from file to file as bytes that are not understood, but
// for the few statements that filtering makes untrue.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/image.h"
#include "files/encoding.h"
#include "files/metadata/tags.h"

namespace sweep {

// Pixels per length.
struct Density {
    enum Unit { ratio, inch, centimetre, metre };  // ratio: only x / y has a meaning
    std::uint32_t x = 0, y = 0;
    Unit unit = ratio;
};

struct Metadata {
    bool big_endian = false;                                  // the numbers in the tags
    std::vector<TiffTag> picture, camera, position, interop;  // EXIF, which is a TIFF: its folders
    std::uint64_t pages = 1;            // of a TIFF, at least: 1, or 2 where it has several
    std::string xmp;                    // the packet
    std::vector<std::uint8_t> iptc;     // the records (IIM)
    std::optional<Density> density;     // of a PNG or JPEG; a TIFF has tags for it
    std::vector<std::string> chunks;    // texts of a PNG: the name of the chunk and its content
    std::vector<std::string> comments;  // of a JPEG
    std::string note;                   // what is damaged or too large, and not here; mostly empty
};

// Reads what the file says of a page, the first being 1. What is damaged is left out: `note` names it. Throws nothing
// but bad_alloc; a file that cannot be read says nothing.
Metadata read_metadata(const std::filesystem::path& path, int page = 1);
// The same of bytes.
Metadata metadata_of(const FileReader& file, int page = 1);

// As turned() has it; 1 where none is stated.
int orientation_of(const Metadata& metadata);

// The picture for which the metadata are.
struct Described {
    Shape shape;
    Sample sample = Sample::u8;
    bool is_srgb = true;     // the samples are
    bool has_holes = false;  // samples are missing, NaN
    bool has_alpha = true;   // the last of 2 or 4 channels is
    bool is_page = false;    // of a file that has all pages of the other
    // Nobody says that the samples are sRGB: what the metadata say of colours stays.
    bool is_assumed = false;
    // Of a TIFF: what the channels behind the first are, as ExtraSamples has it, where they are no colours; and where
    // its mask has holes: a byte a pixel, 0 in these. Empty: colours, and no mask.
    std::vector<std::uint16_t> bands{};
    ConstImageView mask{};
};

// Makes statements true: the picture is upright, of that size and in that colour space, one page where it is no page
// of all, and has no thumbnail. Returns what had to be left out for that, in words; mostly empty.
std::string describe(Metadata& metadata, const Described& picture);

// Puts metadata into a file that was just made: a PNG, JPEG, TIFF or WebP. Returns what the file cannot hold, in
// words: "XMP, GeoTIFF tags"; of files of other formats that is everything worth a word.
std::string attach(const Metadata& metadata, const Described& picture, std::vector<std::uint8_t>& file);
// All that is worth a word.
std::string words_of(const Metadata& metadata);

// The same for a page of a TIFF that grows: its folder lies in the file, and becomes another one, with metadata, at
// the end of what is appended to the file.
struct AddedFolder {
    std::vector<std::uint8_t> bytes;  // to be appended
    std::uint64_t at = 0;             // where the folder will be
    std::uint64_t place_of_next = 0;  // where it will say where the next one is
    std::string left_out;             // what it cannot hold
};
AddedFolder attach_page(const Metadata& metadata, const Described& picture, const FileReader& file,
                        std::uint64_t folder);

}  // namespace sweep
