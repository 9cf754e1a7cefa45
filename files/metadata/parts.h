// What the formats of this folder share: EXIF and IPTC as bytes, and each format's two ways.
// Only .cpp files here include it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "files/metadata/metadata.h"

namespace sweep::metadata {

using Buffer = std::vector<std::uint8_t>;

// No file's metadata take more; a part that is larger is left out.
inline constexpr std::uint64_t most_bytes = std::uint64_t(64) << 20;

// Adds words to a list: "EXIF, XMP".
void add_words(std::string& list, std::string_view words);
Buffer buffer_of(std::string_view text);
inline void append(Buffer& to, std::string_view text) {
    to.insert(to.end(), text.begin(), text.end());
}

// EXIF that is a TIFF of its own, without its thumbnail; a damaged one leaves a note, and a second one is not taken.
void read_exif(Metadata& metadata, Bytes exif);
// The folders of a TIFF from this one on.
void read_folders(Metadata& metadata, const FileReader& file, const TiffLayout& layout, std::uint64_t at);
// EXIF as a TIFF of its own. The maker's note, whose offsets nobody knows, stays where it was. Empty: there is none.
// Tags of the picture that are for TIFF alone are not in it.
Buffer exif_of(const Metadata& metadata);
// The folders camera and position appended to a TIFF; `picture` gets the tags that point to them.
void append_folders(Buffer& out, std::int64_t begin, const TiffLayout& layout, const Metadata& metadata,
                    TiffTags& picture, const TiffTag* placed);
// The tags of the picture that no EXIF has.
bool is_for_tiff_alone(std::uint16_t number);
bool is_of_geotiff(std::uint16_t number);
// The names of those tags that the picture has: "GeoTIFF tags, private tags".
std::string tiff_words(const Metadata& metadata);

// The records of IPTC in Photoshop's resources, and the latter with nothing else.
Buffer iptc_in(Bytes resources);
Buffer resources_of(const Buffer& iptc);

// The density of a picture, by its tags or as its file had it.
std::optional<Density> density_of(const Metadata& metadata);

// Reads what a file of this format says.
void read_png(Metadata& metadata, const FileReader& file);
void read_jpeg(Metadata& metadata, const FileReader& file);
void read_tiff(Metadata& metadata, const FileReader& file, int page);
void read_webp(Metadata& metadata, const FileReader& file);
void read_heif(Metadata& metadata, const FileReader& file);
void read_psd(Metadata& metadata, const FileReader& file);
// Puts it into one; returns what it cannot hold, in words.
std::string attach_png(const Metadata& metadata, Buffer& file);
std::string attach_jpeg(const Metadata& metadata, Buffer& file);
std::string attach_tiff(const Metadata& metadata, const Described& picture, Buffer& file);
std::string attach_webp(const Metadata& metadata, const Shape& shape, Buffer& file);

// Reads a part into a buffer; false where it is larger than most_bytes or not in the file.
bool read_part(const FileReader& file, std::uint64_t at, std::uint64_t count, Buffer& to);

}  // namespace sweep::metadata
