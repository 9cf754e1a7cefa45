// The tags of a TIFF. Those that are added come with a new folder at the end of the file,
// to which its header then points.
#include <algorithm>
#include <any>
#include <charconv>
#include <iterator>
#include <memory>

#include "files/metadata/folders.h"
#include "files/metadata/no_data.h"
#include "files/metadata/parts.h"

namespace sweep::metadata {
namespace {

// Adds metadata to the tags of a folder; values of folders below it are appended to `out`, as append_folder() has it.
// Returns what it cannot hold.
std::string add_tags(const Metadata& metadata, const TiffLayout& layout, TiffTags& tags, Buffer& out,
                     std::int64_t begin) {
    TiffTags added;
    constexpr std::uint16_t first_of_64_bits = 16;
    for (const TiffTag& each : metadata.picture)
        if (layout.is_big || each.type < first_of_64_bits) added.push_back(each);
    append_folders(out, begin, layout, metadata, added, nullptr);
    if (metadata.big_endian != layout.big_endian) std::for_each(added.begin(), added.end(), turn);
    const auto add_bytes = [&](std::uint16_t number, Buffer value) {
        if (!value.empty())
            added.push_back({number, std::uint16_t(TagType::byte), value.size(), std::move(value), 0});
    };
    add_bytes(tag::xmp, buffer_of(metadata.xmp));
    add_bytes(tag::iptc, metadata.iptc);
    if (!metadata.comments.empty() && !find(added, tag::description))
        added.push_back(tag_of(tag::description, metadata.comments.front().c_str()));
    const bool is_stated = find(added, tag::x_resolution) && find(added, tag::y_resolution);
    if (const auto density = metadata.density; density && !is_stated) {
        std::erase_if(added, [](const TiffTag& each) { return each.number == tag::resolution_unit; });
        const bool is_metre = density->unit == Density::metre;
        const auto rational = [&](std::uint16_t number, std::uint32_t above) {
            TiffTag made{number, std::uint16_t(TagType::rational), 1, {}, 0};
            put_number(made.value, above, 4, layout.big_endian);
            put_number(made.value, is_metre ? 100 : 1, 4, layout.big_endian);
            added.push_back(std::move(made));
        };
        rational(tag::x_resolution, density->x);
        rational(tag::y_resolution, density->y);
        const std::uint64_t unit = density->unit == Density::ratio  ? 1
                                   : density->unit == Density::inch ? 2
                                                                    : 3;
        added.push_back(tag_of(tag::resolution_unit, unit, TagType::word, layout.big_endian));
    }
    for (TiffTag& each : added)
        if (!find(tags, each.number)) tags.push_back(std::move(each));
    return metadata.chunks.empty() ? "" : "texts of a PNG";
}

// A band that is no alpha is one of which nothing is said. Bands behind grey are no colours.
void state_channels(TiffTags& tags, const Described& picture, const TiffLayout& layout) {
    if (!picture.bands.empty() && int(picture.bands.size()) + 1 == picture.shape.channels) {
        constexpr std::uint16_t photometric = 262, black_is_zero = 1;
        std::erase_if(tags, [](const TiffTag& each) {
            return each.number == photometric || each.number == tag::extra_samples;
        });
        tags.push_back(tag_of(photometric, black_is_zero, TagType::word, layout.big_endian));
        TiffTag kinds{tag::extra_samples, std::uint16_t(TagType::word), picture.bands.size(), {}, 0};
        for (const std::uint16_t kind : picture.bands) put_number(kinds.value, kind, 2, layout.big_endian);
        tags.push_back(std::move(kinds));
        return;
    }
    TiffTag* const extra = find(tags, tag::extra_samples);
    if (extra && !picture.has_alpha) *extra = tag_of(tag::extra_samples, 0, TagType::word, layout.big_endian);
}

// Where a folder of so many tags names the next one.
std::uint64_t place_of_next(std::uint64_t folder, std::size_t tags, const TiffLayout& layout) {
    return folder + (layout.is_big ? 8 + 20 * tags : 2 + 12 * tags);
}

// The bytes of a mask, a bit a pixel.
std::uint64_t mask_bytes(const Described& picture) {
    const Shape& shape = picture.mask.shape;
    return picture.mask.data ? std::uint64_t((shape.width + 7) / 8) * std::uint64_t(shape.height) : 0;
}

// Appends a mask to a TIFF, as append_folder() has it, and returns where its folder is; 0: there is no mask. `next`
// becomes where the folder names the one that follows.
std::uint64_t append_mask(Buffer& out, std::int64_t begin, const TiffLayout& layout, const Described& picture,
                          std::uint64_t following, std::uint64_t& next) {
    if (!picture.mask.data) return 0;
    const Shape& shape = picture.mask.shape;
    const auto strip = std::uint64_t(std::int64_t(out.size()) - begin);
    for (int y = 0; y < shape.height; ++y) {
        const auto* const row = picture.mask.row<std::uint8_t>(y);
        for (int x = 0; x < shape.width; x += 8) {
            unsigned bits = 0;
            for (int i = 0; i < 8; ++i) bits = bits << 1 | unsigned(x + i < shape.width && row[x + i] != 0);
            out.push_back(std::uint8_t(bits));
        }
    }
    constexpr std::uint64_t is_mask = 4, photometric_mask = 4, uncompressed = 1;
    const auto width = std::uint64_t(shape.width), height = std::uint64_t(shape.height);
    const bool is_long = layout.is_big && strip > 0xffffffff;
    constexpr std::uint16_t long_integer = 16;
    TiffTags tags;
    for (const auto& [number, value] : {std::pair<int, std::uint64_t>{254, is_mask},
                                        {256, width},
                                        {257, height},
                                        {258, 1},
                                        {259, uncompressed},
                                        {262, photometric_mask},
                                        {273, strip},
                                        {277, 1},
                                        {278, height},
                                        {279, mask_bytes(picture)}}) {
        const bool is_word = number == 258 || number == 259 || number == 262 || number == 277;
        tags.push_back(tag_of(std::uint16_t(number), value,
                              is_word                    ? TagType::word
                              : number == 273 && is_long ? TagType(long_integer)
                                                         : TagType::integer,
                              layout.big_endian));
    }
    const std::size_t count = tags.size();
    const std::uint64_t at = append_folder(out, begin, layout, std::move(tags), following);
    next = place_of_next(at, count, layout);
    return at;
}

// Whether there is room for offsets of metadata at the end of a file of this size. In one that is not too large for
// them the offsets of strips are fewer bytes than any metadata may be.
bool has_room(const TiffLayout& layout, std::uint64_t bytes) {
    constexpr std::uint64_t most_of_classic = 0xffffffff;
    return layout.is_big || bytes + 2 * most_bytes <= most_of_classic;
}

// The first number of a tag of a folder; 0: it has none.
std::uint64_t number_in(const TiffTable& table, const FileReader& file, const TiffLayout& layout,
                        std::uint16_t number) {
    const int place = layout.is_big ? 8 : 4;
    for (const TiffEntry& entry : table.entries) {
        if (entry.number != number) continue;
        if (entry.bytes <= std::uint64_t(place)) return first_number(entry, layout);
        std::uint8_t word[2] = {};
        const bool is_read =
            entry.type == std::uint16_t(TagType::word) &&
            file.read(number_at(entry.value.data(), place, layout.big_endian), word, sizeof word);
        return is_read ? number_at(word, 2, layout.big_endian) : 0;
    }
    return 0;
}

// The no-data value is a number of the samples in the file. Colours of a palette, and others that are converted, have
// none.
void state_no_data(Metadata& metadata, const FileReader& file, const TiffLayout& layout, std::uint64_t at) {
    TiffTag* const stated = find(metadata.picture, tag::gdal_no_data);
    const auto table = stated ? read_table(file, layout, at) : std::nullopt;
    if (!table) return;
    constexpr std::uint16_t compression = 259, photometric = 262;
    constexpr std::uint64_t white_is_zero = 0, most_plain = 2, ycbcr = 6, jpeg = 7, signed_integers = 2,
                            floats = 3;
    const auto number = [&](std::uint16_t which) { return number_in(*table, file, layout, which); };
    const std::uint64_t kind = number(photometric), format = number(tag::sample_format);
    if (kind > most_plain && !(kind == ycbcr && number(compression) == jpeg)) {
        std::erase_if(metadata.picture, [](const TiffTag& each) { return each.number == tag::gdal_no_data; });
        return;
    }
    const StoredSample stored{int(std::clamp<std::uint64_t>(number(tag::bits_per_sample), 1, 64)),
                              format == signed_integers, format == floats,
                              kind == white_is_zero && format != floats};
    if (stored.is_float || (stored.bits >= 8 && !stored.is_white_zero)) return;
    const auto value = no_data_number(text_of(*stated));
    const auto shown = value ? no_data_in_picture(*value, stored) : std::nullopt;
    if (!shown) return;
    char text[32];
    *stated = tag_of(tag::gdal_no_data,
                     std::string(text, std::to_chars(std::begin(text), std::end(text), *shown).ptr));
}

constexpr std::uint64_t room_of_page = 4096;  // which each page has, whatever the others take
constexpr const char* shared_tags = "its pages share tags that would make it larger than it is";

// Reads what a folder says, but no more than so many bytes; returns how many these were.
std::uint64_t read_within(std::uint64_t room, Metadata& metadata, const FileReader& file,
                          const TiffLayout& layout, std::uint64_t at) {
    std::uint64_t taken = 0;
    bool is_too_much = false;
    FileReader limited = file;
    limited.read = [&](std::uint64_t from, void* to, std::size_t bytes) {
        if (bytes > room - taken) {
            is_too_much = true;
            return false;
        }
        taken += bytes;
        return file.read(from, to, bytes);
    };
    read_folders(metadata, limited, layout, at);
    if (is_too_much && room < room_of_page + file.size) metadata.note = shared_tags;
    state_no_data(metadata, file, layout, at);
    return taken;
}

// Reads what a page says, of which all pages together read no more bytes than the file has.
void read_page(Metadata& metadata, const FileReader& file, const TiffLayout& layout, std::uint64_t at,
               int page) {
    const std::uint64_t taken =
        read_within(room_of_page + room_for_tags(file, page), metadata, file, layout, at);
    take_room(file, page, taken - std::min(taken, room_of_page));
}

// A plane is written with the tags of the first, and all together take no more bytes than the file has.
void keep_to_room(Metadata& metadata, const FileReader& file, int page) {
    std::uint64_t bytes = metadata.xmp.size() + metadata.iptc.size();
    for (const TiffTags* tags : {&metadata.picture, &metadata.camera, &metadata.position, &metadata.interop})
        for (const TiffTag& each : *tags) bytes += each.value.size();
    const std::uint64_t beyond = bytes - std::min(bytes, room_of_page);
    if (beyond <= room_for_tags(file, page)) return take_room(file, page, beyond);
    metadata = {};
    metadata.note = shared_tags;
}

}  // namespace

void read_tiff(Metadata& metadata, const FileReader& file, int page) {
    const auto layout = tiff_layout(file);
    const auto found = layout ? tiff_pages(file, *layout) : nullptr;
    if (!found || found->pages.empty()) return;
    const auto count = int(found->pages.size());
    // Planes of ImageJ have the folder of the first, and what that says of the whole stack stays there.
    const bool is_plane = found->folders == 1 && page > count;
    if (page > count && !is_plane) return;
    const std::uint64_t at = found->pages[is_plane ? 0 : std::size_t(std::max(page, 1) - 1)].at;
    std::any* const remembered = is_plane ? memory_of_plane_tags(file) : nullptr;
    if (remembered && remembered->has_value()) {
        metadata = *std::any_cast<Metadata>(remembered);
    } else if (is_plane) {
        read_within(room_of_page + file.size, metadata, file, *layout, at);
        std::erase_if(metadata.picture, [](const TiffTag& each) {
            return each.number == tag::description || each.number == tag::imagej_counts ||
                   each.number == tag::imagej_metadata;
        });
        if (remembered) *remembered = metadata;
    } else {
        read_page(metadata, file, *layout, at, page);
    }
    if (is_plane) keep_to_room(metadata, file, page);
    metadata.pages = count > 1 || is_plane ? 2 : 1;
    // Offsets in a note of the camera's maker are none of this file's beginning, whose pixels stay behind.
    for (TiffTag& each : metadata.camera) each.at = 0;
}

std::string attach_tiff(const Metadata& metadata, const Described& picture, Buffer& file) {
    const auto layout = tiff_layout(reader_of(file));
    std::uint64_t room = most_bytes;
    std::string words = metadata.chunks.empty() ? "" : "texts of a PNG";
    if (!layout) return words;
    TiffFolder folder = read_folder(reader_of(file), *layout, layout->first_folder, room);
    if (!folder.is_whole || !has_room(*layout, file.size() + mask_bytes(picture))) {
        add_words(words, picture.mask.data ? "tags and mask" : "tags");
        return words;
    }
    state_channels(folder.tags, picture, *layout);
    words = add_tags(metadata, *layout, folder.tags, file, 0);
    std::uint64_t end = 0;
    const std::uint64_t mask = append_mask(file, 0, *layout, picture, folder.next, end),
                        at = append_folder(file, 0, *layout, std::move(folder.tags),
                                           mask > 0 ? mask : folder.next);
    Buffer first;
    put_number(first, at, layout->is_big ? 8 : 4, layout->big_endian);
    std::copy(first.begin(), first.end(), file.begin() + (layout->is_big ? 8 : 4));
    return words;
}

}  // namespace sweep::metadata

namespace sweep {

AddedFolder attach_page(const Metadata& metadata, const Described& picture, const FileReader& file,
                        std::uint64_t at) {
    AddedFolder added;
    const auto layout = tiff_layout(file);
    if (!layout) throw DecodeError("it is no TIFF");
    std::uint64_t room = metadata::most_bytes;
    TiffFolder folder = read_folder(file, *layout, at, room);
    const std::int64_t begin = -std::int64_t(file.size);
    metadata::state_channels(folder.tags, picture, *layout);
    std::uint64_t mask = 0;
    if (folder.is_whole && metadata::has_room(*layout, file.size + metadata::mask_bytes(picture))) {
        added.left_out = metadata::add_tags(metadata, *layout, folder.tags, added.bytes, begin);
        mask = metadata::append_mask(added.bytes, begin, *layout, picture, 0, added.place_of_next);
    } else {
        added.left_out = picture.mask.data ? "tags and mask" : "tags";
    }
    const std::size_t count = folder.tags.size();
    added.at = append_folder(added.bytes, begin, *layout, std::move(folder.tags), mask);
    if (mask == 0) added.place_of_next = metadata::place_of_next(added.at, count, *layout);
    return added;
}

}  // namespace sweep
