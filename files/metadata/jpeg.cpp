// Segments of a JPEG: density in JFIF's, EXIF and XMP in APP1, IPTC in APP13, comments.
#include <algorithm>
#include <cmath>

#include "files/metadata/parts.h"

namespace sweep::metadata {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view of_exif = "Exif\0\0"sv, of_xmp = "http://ns.adobe.com/xap/1.0/\0"sv,
                           of_more_xmp = "http://ns.adobe.com/xmp/extension/\0"sv,
                           of_photoshop = "Photoshop 3.0\0"sv, of_jfif = "JFIF\0"sv;
constexpr std::uint8_t start_of_scan = 0xda, application_0 = 0xe0, application_1 = 0xe1,
                       application_13 = 0xed, comment_marker = 0xfe;
constexpr std::size_t most_of_segment = 65533, most_segments = 65536;
// Of JFIF's segment, from its name on: the version, the unit, and two words.
constexpr std::size_t unit_at = 7, density_bytes = 5;

// Returns whether it fits.
bool add_segment(Buffer& to, std::uint8_t marker, std::string_view name, const Buffer& content) {
    if (name.size() + content.size() > most_of_segment) return false;
    to.push_back(0xff);
    to.push_back(marker);
    put_number(to, name.size() + content.size() + 2, 2, true);
    append(to, name);
    to.insert(to.end(), content.begin(), content.end());
    return true;
}

void set_density(Density density, std::uint8_t* jfif) {
    double x = density.x, y = density.y;
    if (density.unit == Density::metre) {
        x *= 0.0254;
        y *= 0.0254;
        density.unit = Density::inch;
    }
    x = std::round(x);
    y = std::round(y);
    if (x < 1 || y < 1 || x > 65535 || y > 65535) return;
    Buffer made{std::uint8_t(density.unit)};
    put_number(made, std::uint64_t(x), 2, true);
    put_number(made, std::uint64_t(y), 2, true);
    std::copy(made.begin(), made.end(), jfif + unit_at);
}

}  // namespace

void read_jpeg(Metadata& metadata, const FileReader& file) {
    std::uint64_t at = 2, room = most_bytes;
    Buffer segment;
    bool has_exif = false;
    for (std::size_t i = 0; i < most_segments; ++i) {
        std::uint8_t head[4];
        if (!file.read(at, head, sizeof head) || head[0] != 0xff || head[1] == start_of_scan) return;
        if (head[1] == 0xff) {  // a fill byte
            ++at;
            continue;
        }
        const std::uint64_t length = number_at(head + 2, 2, true);
        if (length < 2 || length - 2 > room || !read_part(file, at + 4, length - 2, segment)) return;
        room -= length - 2;
        at += 2 + length;
        const auto is = [&](std::uint8_t marker, std::string_view name) {
            return head[1] == marker && begins(segment, name);
        };
        const auto content = [&](std::string_view name) { return Bytes(segment).subspan(name.size()); };
        if (is(application_0, of_jfif) && segment.size() >= unit_at + density_bytes) {
            const std::uint8_t unit = segment[unit_at];
            metadata.density = Density{std::uint32_t(number_at(&segment[unit_at + 1], 2, true)),
                                       std::uint32_t(number_at(&segment[unit_at + 3], 2, true)),
                                       unit == 1   ? Density::inch
                                       : unit == 2 ? Density::centimetre
                                                   : Density::ratio};
        } else if (is(application_1, of_exif) && !has_exif) {
            has_exif = true;
            read_exif(metadata, content(of_exif));
        } else if (is(application_1, of_xmp)) {
            metadata.xmp.assign(segment.begin() + std::ptrdiff_t(of_xmp.size()), segment.end());
        } else if (is(application_1, of_more_xmp)) {
            if (metadata.note.empty()) metadata.note = "its XMP of more than 64 KB";
        } else if (is(application_13, of_photoshop)) {
            if (metadata.iptc.empty()) metadata.iptc = iptc_in(content(of_photoshop));
        } else if (head[1] == comment_marker) {
            metadata.comments.emplace_back(segment.begin(), segment.end());
        }
    }
}

std::string attach_jpeg(const Metadata& metadata, Buffer& file) {
    std::string words = tiff_words(metadata);
    Buffer made;
    if (const Buffer exif = exif_of(metadata);
        !exif.empty() && !add_segment(made, application_1, of_exif, exif))
        add_words(words, "EXIF of more than 64 KB");
    if (!metadata.xmp.empty() && !add_segment(made, application_1, of_xmp, buffer_of(metadata.xmp)))
        add_words(words, "XMP of more than 64 KB");
    if (!metadata.iptc.empty() &&
        !add_segment(made, application_13, of_photoshop, resources_of(metadata.iptc)))
        add_words(words, "IPTC of more than 64 KB");
    for (const std::string& comment : metadata.comments)
        add_segment(made, comment_marker, "", buffer_of(comment));
    if (!metadata.chunks.empty()) add_words(words, "texts of a PNG");

    std::size_t place = 2;
    if (file.size() > 20 && file[3] == application_0 && begins(Bytes(file).subspan(6), of_jfif)) {
        const auto density = metadata.density ? metadata.density : density_of(metadata);
        if (density) set_density(*density, &file[6]);
        place += 2 + std::size_t(number_at(&file[4], 2, true));
    }
    file.insert(file.begin() + std::ptrdiff_t(std::min(place, file.size())), made.begin(), made.end());
    return words;
}

}  // namespace sweep::metadata
