// Texts of a PNG that hold EXIF, XMP or IPTC in hexadecimal numbers, as ImageMagick and Exiv2 write them.
#include <algorithm>
#include <iterator>
#include <string_view>

#include <zlib.h>

#include "files/codecs.h"

namespace sweep {
namespace {

// The bytes of a zlib stream, which are taken from `room`; nothing: it is damaged, or makes more.
std::string inflated(std::string_view text, std::uint64_t& room) {
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(text.data()));  // zlib reads it alone
    stream.avail_in = uInt(text.size());
    std::string bytes;
    int state = Z_OK;
    char part[4096];
    while (state == Z_OK && bytes.size() <= room) {
        stream.next_out = reinterpret_cast<Bytef*>(part);
        stream.avail_out = sizeof part;
        state = inflate(&stream, Z_NO_FLUSH);
        bytes.append(part, sizeof part - stream.avail_out);
    }
    inflateEnd(&stream);
    const bool is_whole = state == Z_STREAM_END && bytes.size() <= room;
    room -= std::min<std::uint64_t>(room, bytes.size());
    if (!is_whole) bytes.clear();
    return bytes;
}

// The bytes of a raw profile, from the end of its keyword on: a line feed, its name again, and their number.
std::vector<std::uint8_t> bytes_of_raw_profile(std::string_view text) {
    std::vector<std::uint8_t> bytes;
    for (int i = 0; i < 3; ++i) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end + 1);
    }
    int digits = 0, value = 0;
    for (const char c : text) {
        const bool is_digit = c >= '0' && c <= '9', is_letter = c >= 'a' && c <= 'f';
        if (!is_digit && !is_letter) continue;
        value = value * 16 + (is_digit ? c - '0' : c - 'a' + 10);
        if (++digits % 2 != 0) continue;
        bytes.push_back(std::uint8_t(value));
        value = 0;
    }
    return bytes;
}

}  // namespace

bool RawProfile::is_exif() const {
    constexpr std::string_view of_jpeg("Exif\0\0", 6);
    return !bytes.empty() && (kind == "exif" || (kind == "APP1" && begins(bytes, of_jpeg)));
}

RawProfile raw_profile_of(Bytes content, bool is_compressed, std::uint64_t& room) {
    constexpr std::string_view keyword = "Raw profile type ";
    constexpr std::string_view kinds[] = {"exif", "APP1", "xmp", "iptc", "8bim"};
    std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
    const std::size_t end = text.find('\0');
    if (!text.starts_with(keyword) || end == std::string_view::npos) return {};
    RawProfile profile{std::string(text.substr(keyword.size(), end - keyword.size()))};
    if (std::find(std::begin(kinds), std::end(kinds), profile.kind) == std::end(kinds)) return {};
    text.remove_prefix(end + 1);
    std::string plain;
    if (is_compressed) {
        if (text.empty() || text.front() != 0) return {};  // it is not zlib's
        plain = inflated(text.substr(1), room);
        text = plain;
    }
    profile.bytes = bytes_of_raw_profile(text);
    return profile;
}

}  // namespace sweep
