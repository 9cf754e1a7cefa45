// EXIF, a TIFF with folders of its own, and IPTC in the resources of Photoshop.
// https://www.cipa.jp/std/documents/download_e.html?DC-008-Translation-2023-E
#include <algorithm>
#include <cmath>

#include "files/metadata/parts.h"

namespace sweep::metadata {
namespace {

// Of how the picture lies in its file, which is another one now: sizes, strips, tiles, sub-files, DNG's raw samples.
bool is_structure(std::uint16_t number) {
    constexpr std::uint16_t alone[] = {tag::profile,
                                       tag::photoshop,
                                       tag::iptc,
                                       tag::xmp,
                                       tag::camera_folder,
                                       tag::position_folder,
                                       tag::interop_folder,
                                       292,
                                       293,
                                       297,
                                       347,
                                       37724};
    const auto in = [&](int first, int last) { return number >= first && number <= last; };
    const bool is_description = in(269, 272) || number == tag::orientation || in(282, 283) || in(285, 287) ||
                                number == tag::resolution_unit || in(305, 306) || in(315, 316);
    return std::find(std::begin(alone), std::end(alone), number) != std::end(alone) ||
           (in(254, 347) && !is_description) || in(512, 532) ||
           (in(50706, 51200) && !in(tag::imagej_counts, tag::imagej_metadata));
}

void merge(TiffTags& to, TiffTags from, bool (*is_left_out)(std::uint16_t)) {
    for (TiffTag& read : from)
        if (!is_left_out(read.number) && !find(to, read.number)) to.push_back(std::move(read));
}

// Whether the numbers of the picture are not those of a screen: then its profile says what they are.
bool is_of_numbers(const TiffTags& tags, bool big_endian) {
    const TiffTag *bits = find(tags, tag::bits_per_sample), *format = find(tags, tag::sample_format);
    return (bits && first_number(*bits, big_endian) > 16) ||
           (format && first_number(*format, big_endian) > 1);
}

}  // namespace

void add_words(std::string& list, std::string_view words) {
    if (words.empty()) return;
    list += list.empty() ? "" : ", ";
    list += words;
}

Buffer buffer_of(std::string_view text) {
    return {text.begin(), text.end()};
}

bool read_part(const FileReader& file, std::uint64_t at, std::uint64_t count, Buffer& to) {
    if (at > file.size || count > file.size - at || count > most_bytes) return false;
    to.resize(std::size_t(count));
    return file.read(at, to.data(), to.size());
}

void read_exif(Metadata& metadata, Bytes exif) {
    if (!metadata.picture.empty() || !metadata.camera.empty() || !metadata.position.empty()) return;
    const FileReader file = reader_of(exif);
    if (const auto layout = tiff_layout(file))
        read_folders(metadata, file, *layout, layout->first_folder);
    else if (metadata.note.find("its EXIF is damaged") == std::string::npos)
        add_words(metadata.note, "its EXIF is damaged");
}

void read_folders(Metadata& metadata, const FileReader& file, const TiffLayout& layout, std::uint64_t at) {
    // Tags that share their bytes do not make a file longer than the one they are from.
    std::uint64_t room = std::min(most_bytes, file.size);
    bool is_whole = true;
    metadata.big_endian = layout.big_endian;
    const auto folder = [&](std::uint64_t where) {
        TiffFolder read = read_folder(file, layout, where, room);
        is_whole = is_whole && read.is_whole;
        return std::move(read.tags);
    };
    TiffTags picture = folder(at);
    const auto below = [&](const TiffTags& tags, std::uint16_t number, TiffTags& to) {
        const TiffTag* const pointer = find(tags, number);
        if (!pointer) return;
        merge(to, folder(first_number(*pointer, layout.big_endian)),
              [](std::uint16_t each) { return each == tag::interop_folder; });
    };
    if (const TiffTag* const pointer = find(picture, tag::camera_folder)) {
        TiffTags camera = folder(first_number(*pointer, layout.big_endian));
        below(camera, tag::interop_folder, metadata.interop);
        merge(metadata.camera, std::move(camera),
              [](std::uint16_t each) { return each == tag::interop_folder; });
    }
    below(picture, tag::position_folder, metadata.position);
    if (const TiffTag* const xmp = find(picture, tag::xmp))
        metadata.xmp.assign(xmp->value.begin(), xmp->value.end());
    if (const TiffTag* const iptc = find(picture, tag::iptc))
        metadata.iptc = iptc->value;
    else if (const TiffTag* const resources = find(picture, tag::photoshop))
        metadata.iptc = iptc_in(resources->value);
    const TiffTag* const profile = find(picture, tag::profile);
    if (profile && is_of_numbers(picture, layout.big_endian)) metadata.picture.push_back(*profile);
    merge(metadata.picture, std::move(picture), is_structure);
    if (!is_whole) add_words(metadata.note, "some of its tags are damaged or too large");
}

bool is_of_geotiff(std::uint16_t number) {
    constexpr std::uint16_t numbers[] = {33550, 33922, 34264, 34735, 34736, 34737};
    return std::find(std::begin(numbers), std::end(numbers), number) != std::end(numbers);
}

bool is_for_tiff_alone(std::uint16_t number) {
    constexpr std::uint16_t first_private = 32768, copyright = 33432, title = 40091, subject = 40095;
    return number >= first_private && number != copyright && !(number >= title && number <= subject);
}

std::string tiff_words(const Metadata& metadata) {
    bool has_geo = false, has_others = false;
    for (const TiffTag& each : metadata.picture) {
        has_geo = has_geo || is_of_geotiff(each.number) || each.number == tag::gdal_metadata;
        has_others = has_others || (is_for_tiff_alone(each.number) && !is_of_geotiff(each.number) &&
                                    each.number != tag::gdal_metadata && each.number != tag::gdal_no_data &&
                                    each.number != tag::profile);
    }
    std::string words = has_geo ? "GeoTIFF tags" : "";
    if (has_others) add_words(words, "private tags of TIFF");
    return words;
}

void append_folders(Buffer& out, std::int64_t begin, const TiffLayout& layout, const Metadata& metadata,
                    TiffTags& picture, const TiffTag* placed) {
    const auto pointer = [&](std::uint16_t number, TiffTags tags, const TiffTag* there) {
        if (metadata.big_endian != layout.big_endian) std::for_each(tags.begin(), tags.end(), turn);
        const std::uint64_t at = append_folder(out, begin, layout, std::move(tags), 0, there);
        return tag_of(number, at, TagType::integer, metadata.big_endian);
    };
    TiffTags camera = metadata.camera;
    if (!metadata.interop.empty()) camera.push_back(pointer(tag::interop_folder, metadata.interop, nullptr));
    if (!camera.empty()) picture.push_back(pointer(tag::camera_folder, std::move(camera), placed));
    if (!metadata.position.empty())
        picture.push_back(pointer(tag::position_folder, metadata.position, nullptr));
}

Buffer exif_of(const Metadata& metadata) {
    constexpr std::size_t head = 8, furthest_note = 65536;
    TiffTags picture;
    for (const TiffTag& each : metadata.picture)
        if (!is_for_tiff_alone(each.number)) picture.push_back(each);
    if (picture.empty() && metadata.camera.empty() && metadata.position.empty()) return {};
    const bool big_endian = metadata.big_endian;
    Buffer out = buffer_of(big_endian ? "MM" : "II");
    put_number(out, 42, 2, big_endian);
    put_number(out, 0, 4, big_endian);  // of the first folder, below
    const TiffTag* note = find(metadata.camera, tag::maker_note);
    if (note && note->at >= head && note->at <= furthest_note && note->value.size() > 4) {
        out.resize(std::size_t(note->at));
        out.insert(out.end(), note->value.begin(), note->value.end());
    } else {
        note = nullptr;
    }
    const TiffLayout layout{big_endian, false, 0};
    append_folders(out, 0, layout, metadata, picture, note);
    Buffer first;
    put_number(first, append_folder(out, 0, layout, std::move(picture)), 4, big_endian);
    std::copy(first.begin(), first.end(), out.begin() + 4);
    return out;
}

Buffer iptc_in(Bytes resources) {
    constexpr int of_iptc = 0x0404;
    const Bytes records = photoshop_resource(resources, of_iptc);
    return {records.begin(), records.end()};
}

Buffer resources_of(const Buffer& iptc) {
    using namespace std::string_view_literals;
    Buffer out = buffer_of("8BIM\x04\x04\0\0"sv);
    put_number(out, iptc.size(), 4, true);
    out.insert(out.end(), iptc.begin(), iptc.end());
    if (iptc.size() % 2 != 0) out.push_back(0);
    return out;
}

std::optional<Density> density_of(const Metadata& metadata) {
    const auto number = [&](std::uint16_t which) -> double {
        const TiffTag* const there = find(metadata.picture, which);
        if (!there || there->type != std::uint16_t(TagType::rational) || there->value.size() < 8) return 0;
        const auto above = double(number_at(there->value.data(), 4, metadata.big_endian)),
                   below = double(number_at(there->value.data() + 4, 4, metadata.big_endian));
        return below > 0 ? above / below : 0;
    };
    const double x = number(tag::x_resolution), y = number(tag::y_resolution);
    const TiffTag* const unit = find(metadata.picture, tag::resolution_unit);
    const std::uint64_t kind = unit ? first_number(*unit, metadata.big_endian) : 2;
    constexpr double metres_of_inch = 0.0254, centimetres = 100, most = 4e9;
    const double scale = kind == 2 ? 1 / metres_of_inch : kind == 3 ? centimetres : 0;
    const double wide = std::round(x * scale), high = std::round(y * scale);
    if (wide >= 1 && high >= 1 && wide < most && high < most)
        return Density{std::uint32_t(wide), std::uint32_t(high), Density::metre};
    return metadata.density;
}

}  // namespace sweep::metadata
