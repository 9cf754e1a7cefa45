// Chunks of a PNG: eXIf, pHYs, XMP in an iTXt, and texts. https://www.w3.org/TR/png-3/
#include <algorithm>
#include <cmath>

#include <zlib.h>

#include "files/metadata/parts.h"

namespace sweep::metadata {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view keyword_of_xmp = "XML:com.adobe.xmp\0"sv, keyword_of_label = "sweep\0"sv;
constexpr std::uint64_t most_chunks = 1'000'000;

void add_chunk(Buffer& to, std::string_view name_and_content) {
    put_number(to, name_and_content.size() - 4, 4, true);
    const std::size_t begin = to.size();
    append(to, name_and_content);
    put_number(to, crc32(0, to.data() + begin, uInt(to.size() - begin)), 4, true);
}

// The packet in the content of an iTXt; empty: it is another text, or compressed.
std::string_view xmp_in(std::string_view text) {
    if (!text.starts_with(keyword_of_xmp)) return {};
    text.remove_prefix(keyword_of_xmp.size());
    if (text.size() < 2 || text[0] != 0) return {};
    text.remove_prefix(2);
    for (int i = 0; i < 2; ++i) {  // language and translated keyword
        const std::size_t end = text.find('\0');
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end + 1);
    }
    return text;
}

// Takes what a text, behind the name of its chunk, holds as a raw profile; false where that is no EXIF, IPTC or XMP.
bool take_raw_profile(Metadata& metadata, Bytes text, bool is_compressed, std::uint64_t& room) {
    const RawProfile profile = raw_profile_of(text, is_compressed, room);
    const auto& [kind, bytes] = profile;
    constexpr std::string_view exif_of_jpeg = "Exif\0\0"sv, xmp_of_jpeg = "http://ns.adobe.com/xap/1.0/\0"sv;
    const bool has_exif = begins(bytes, exif_of_jpeg), has_xmp = begins(bytes, xmp_of_jpeg);
    if (bytes.empty()) return false;
    if (profile.is_exif())
        read_exif(metadata, Bytes(bytes).subspan(has_exif ? exif_of_jpeg.size() : 0));
    else if (kind == "xmp" || (kind == "APP1" && has_xmp))
        metadata.xmp.assign(bytes.begin() + std::ptrdiff_t(has_xmp ? xmp_of_jpeg.size() : 0), bytes.end());
    else if (kind == "iptc" || kind == "8bim")
        metadata.iptc = iptc_in(bytes);
    else
        return false;
    return true;
}

// As ImageMagick and Exiv2 write what PNG has no chunk for: hexadecimal numbers.
std::string raw_profile(std::string_view name, const Buffer& bytes) {
    constexpr std::size_t bytes_of_line = 36, width_of_count = 8;
    constexpr std::string_view digits = "0123456789abcdef";
    const std::string count = std::to_string(bytes.size());
    std::string text = "tEXtRaw profile type " + std::string(name) + '\0' + '\n' + std::string(name) + '\n' +
                       std::string(width_of_count - std::min(width_of_count, count.size()), ' ') + count;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i % bytes_of_line == 0) text += '\n';
        text += digits[bytes[i] >> 4];
        text += digits[bytes[i] & 15];
    }
    return text + '\n';
}

// Removes what the chunk says that a writer put before the pixels.
void remove_chunk(Buffer& file, std::string_view name) {
    constexpr std::size_t signature = 8, around = 12;  // length, name and checksum
    for (std::size_t at = signature; at + around <= file.size();) {
        const std::uint64_t whole = number_at(&file[at], 4, true) + around;
        const Bytes named = Bytes(file).subspan(at + 4);
        if (begins(named, "IDAT") || whole > file.size() - at) return;
        if (begins(named, name))
            file.erase(file.begin() + std::ptrdiff_t(at), file.begin() + std::ptrdiff_t(at + whole));
        else
            at += std::size_t(whole);
    }
}

}  // namespace

void read_png(Metadata& metadata, const FileReader& file) {
    std::uint64_t room = most_bytes, room_of_profiles = most_of_profiles, at = 8;
    Buffer content;
    for (std::uint64_t i = 0; i < most_chunks; ++i) {
        std::uint8_t head[8];
        if (!file.read(at, head, sizeof head)) return;
        const std::uint64_t length = number_at(head, 4, true);
        const std::string name(head + 4, head + 8);
        at += sizeof head;
        if (length > file.size - at) return;
        const bool is_text = name == "tEXt" || name == "zTXt" || name == "iTXt";
        if (is_text || name == "eXIf" || name == "pHYs") {
            if (length > room) {
                add_words(metadata.note, "its texts are too large");
                return;
            }
            room -= length;
            if (!read_part(file, at, length, content)) return;
            const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
            if (name == "eXIf") {
                read_exif(metadata, content);
            } else if (name == "pHYs" && length == 9) {
                metadata.density = Density{std::uint32_t(number_at(content.data(), 4, true)),
                                           std::uint32_t(number_at(content.data() + 4, 4, true)),
                                           content[8] == 1 ? Density::metre : Density::ratio};
            } else if (const std::string_view xmp = name == "iTXt" ? xmp_in(text) : ""sv; !xmp.empty()) {
                metadata.xmp = xmp;
            } else if (is_text && !text.starts_with(keyword_of_label) &&
                       (name == "iTXt" ||
                        !take_raw_profile(metadata, content, name == "zTXt", room_of_profiles))) {
                metadata.chunks.push_back(name + std::string(text));
            }
        }
        if (name == "IEND") return;
        at += length + 4;
    }
}

std::string attach_png(const Metadata& metadata, Buffer& file) {
    constexpr std::size_t behind_header = 33;  // the signature, and the chunk IHDR
    if (file.size() < behind_header) return {};
    Buffer made;
    if (const auto density = density_of(metadata)) {
        const double per = density->unit == Density::inch         ? 1 / 0.0254
                           : density->unit == Density::centimetre ? 100
                                                                  : 1;
        Buffer chunk = buffer_of("pHYs");
        for (const std::uint32_t number : {density->x, density->y})
            put_number(chunk, std::uint64_t(std::min(std::round(number * per), 2147483647.0)), 4, true);
        chunk.push_back(density->unit != Density::ratio);
        remove_chunk(file, "pHYs");
        add_chunk(made, {reinterpret_cast<const char*>(chunk.data()), chunk.size()});
    }
    if (const Buffer exif = exif_of(metadata); !exif.empty())
        add_chunk(made, "eXIf" + std::string(exif.begin(), exif.end()));
    if (!metadata.xmp.empty())
        add_chunk(made, "iTXt" + std::string(keyword_of_xmp) + std::string(4, '\0') + metadata.xmp);
    if (!metadata.iptc.empty()) add_chunk(made, raw_profile("iptc", resources_of(metadata.iptc)));
    for (const std::string& chunk : metadata.chunks) add_chunk(made, chunk);
    for (const std::string& comment : metadata.comments)
        add_chunk(made, "tEXtComment" + std::string(1, '\0') + comment.substr(0, comment.find('\0')));
    file.insert(file.begin() + behind_header, made.begin(), made.end());
    return tiff_words(metadata);
}

}  // namespace sweep::metadata
