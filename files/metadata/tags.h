// Tags of a TIFF, which EXIF is, too: read from any bytes and written again, without knowing what they mean.
// https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "files/codecs.h"

namespace sweep {

namespace tag {
enum : std::uint16_t {
    bits_per_sample = 258,
    description = 270,
    orientation = 274,
    x_resolution = 282,
    y_resolution = 283,
    resolution_unit = 296,
    software = 305,
    extra_samples = 338,
    sample_format = 339,
    xmp = 700,
    iptc = 33723,
    photoshop = 34377,
    profile = 34675,
    camera_folder = 34665,
    position_folder = 34853,
    maker_note = 37500,
    colour_space = 40961,
    width_in_exif = 40962,
    height_in_exif = 40963,
    interop_folder = 40965,
    gdal_metadata = 42112,
    gdal_no_data = 42113,
    imagej_counts = 50838,
    imagej_metadata = 50839
};
}  // namespace tag

enum class TagType : std::uint16_t { byte = 1, ascii = 2, word = 3, integer = 4, rational = 5, bytes = 7 };

struct TiffTag {
    std::uint16_t number = 0, type = 0;
    std::uint64_t count = 0;
    std::vector<std::uint8_t> value;  // as it stands in its file
    std::uint64_t at = 0;             // where it stood, from the first byte of the TIFF on
};
using TiffTags = std::vector<TiffTag>;

// How the numbers of a TIFF lie in it.
struct TiffLayout {
    bool big_endian = false;
    bool is_big = false;  // BigTIFF, whose offsets have 64 bits
    std::uint64_t first_folder = 0;
};
// Nothing: it is no TIFF.
std::optional<TiffLayout> tiff_layout(const FileReader& file);

std::uint64_t number_at(const std::uint8_t* bytes, int size, bool big_endian);
void put_number(std::vector<std::uint8_t>& to, std::uint64_t number, int size, bool big_endian);

// A line of a folder: a tag, whose value, where it has more bytes than `value`, lies where these say.
struct TiffEntry {
    std::uint16_t number = 0, type = 0;
    std::uint64_t count = 0, bytes = 0;
    std::array<std::uint8_t, 8> value{};
};
struct TiffTable {
    std::vector<TiffEntry> entries;  // of the types that there are, with a value
    std::uint64_t next = 0;          // where the next folder is; 0: there is none
    std::uint64_t bytes = 0;         // of the folder, without values
};
// Nothing: it is damaged, or not in the file.
std::optional<TiffTable> read_table(const FileReader& file, const TiffLayout& layout, std::uint64_t at);
// The first number of an entry of bytes, words or integers whose value is in it; 0: it has none.
std::uint64_t first_number(const TiffEntry& entry, const TiffLayout& layout);

// A folder of tags. `room`: how many bytes may still be taken, of which it takes its own.
struct TiffFolder {
    TiffTags tags;
    std::uint64_t next = 0;  // where the next one is; 0: there is none
    bool is_whole = true;    // otherwise tags are damaged, or too large, and left out
};
TiffFolder read_folder(const FileReader& file, const TiffLayout& layout, std::uint64_t at,
                       std::uint64_t& room);

const TiffTag* find(const TiffTags& tags, std::uint16_t number);
TiffTag* find(TiffTags& tags, std::uint16_t number);
// The first number of a tag of bytes, words or integers; 0: it has none.
std::uint64_t first_number(const TiffTag& tag, bool big_endian);
TiffTag tag_of(std::uint16_t number, std::uint64_t value, TagType type, bool big_endian);
TiffTag tag_of(std::uint16_t number, const std::string& text);
std::string text_of(const TiffTag& tag);

// The tag with its numbers in the other order of bytes.
void turn(TiffTag& tag);

// Appends the values of tags and their folder to a TIFF, whose first byte is out[begin], or lies before `out` where
// that is negative, and returns where the folder is. The numbers in the tags are in the order of its layout. The
// value of `placed` is already there, where it says.
std::uint64_t append_folder(std::vector<std::uint8_t>& out, std::int64_t begin, const TiffLayout& layout,
                            TiffTags tags, std::uint64_t next = 0, const TiffTag* placed = nullptr);

}  // namespace sweep
