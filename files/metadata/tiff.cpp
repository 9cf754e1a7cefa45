// The tags of a TIFF. Those that are added come with a new folder at the end of the file, to which its header then points.
#include <algorithm>

#include "files/metadata/parts.h"

namespace sweep::metadata {
namespace {

// Where the folder of a page is, the first being 1, and whether the file has another one; nothing: there is none. Smaller
// copies and masks of a page are no pages.
struct Place {
    std::uint64_t at = 0;
    bool has_others = false;
};

std::optional<Place> place_of(const FileReader& file, const TiffLayout& layout, int page) {
    constexpr std::uint64_t room_of_numbers = 65536, smaller_or_mask = 1 | 4;
    constexpr std::uint16_t kind = 254;
    constexpr int most_folders = 70'000;
    std::optional<Place> found;
    std::uint64_t at = layout.first_folder;
    for (int i = 0, pages = 0; at != 0 && i < most_folders; ++i) {
        std::uint64_t room = room_of_numbers;  // the values of a page are not needed
        const TiffFolder folder = read_folder(file, layout, at, room);
        const TiffTag* const is = find(folder.tags, kind);
        if (i == 0 || !is || (first_number(*is, layout.big_endian) & smaller_or_mask) == 0) {
            if (++pages == page) found = Place{at, page > 1};
            if (found && pages > 1) {
                found->has_others = true;
                break;
            }
        }
        at = folder.next == at ? 0 : folder.next;
    }
    return found;
}

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

// A band that is no alpha is one of which nothing is said.
void state_channels(TiffTags& tags, const Described& picture, const TiffLayout& layout) {
    TiffTag* const extra = find(tags, tag::extra_samples);
    if (extra && !picture.has_alpha) *extra = tag_of(tag::extra_samples, 0, TagType::word, layout.big_endian);
}

// Whether there is room for offsets of metadata at the end of a file of this size. In one that is not too large for them the
// offsets of strips are fewer bytes than any metadata may be.
bool has_room(const TiffLayout& layout, std::uint64_t bytes) {
    constexpr std::uint64_t most_of_classic = 0xffffffff;
    return layout.is_big || bytes + 2 * most_bytes <= most_of_classic;
}

}  // namespace

void read_tiff(Metadata& metadata, const FileReader& file, int page) {
    const auto layout = tiff_layout(file);
    auto place = layout ? place_of(file, *layout, page) : std::nullopt;
    // Planes of ImageJ have the folder of the first, and what that says of the whole stack stays there.
    const bool is_plane = layout && !place && page > 1;
    if (is_plane) place = place_of(file, *layout, 1);
    if (!place) return;
    metadata.pages = place->has_others || is_plane ? 2 : 1;
    read_folders(metadata, file, *layout, place->at);
    if (is_plane)
        std::erase_if(metadata.picture, [](const TiffTag& each) {
            return each.number == tag::description || each.number == tag::imagej_counts ||
                   each.number == tag::imagej_metadata;
        });
    // Offsets in a note of the camera's maker are none of this file's beginning, whose pixels stay behind.
    for (TiffTag& each : metadata.camera) each.at = 0;
}

std::string attach_tiff(const Metadata& metadata, const Described& picture, Buffer& file) {
    const auto layout = tiff_layout(reader_of(file));
    std::uint64_t room = most_bytes;
    std::string words = metadata.chunks.empty() ? "" : "texts of a PNG";
    if (!layout) return words;
    TiffFolder folder = read_folder(reader_of(file), *layout, layout->first_folder, room);
    if (!folder.is_whole || !has_room(*layout, file.size())) {
        add_words(words, "tags");
        return words;
    }
    state_channels(folder.tags, picture, *layout);
    words = add_tags(metadata, *layout, folder.tags, file, 0);
    const std::uint64_t at = append_folder(file, 0, *layout, std::move(folder.tags), folder.next);
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
    if (folder.is_whole && metadata::has_room(*layout, file.size))
        added.left_out = metadata::add_tags(metadata, *layout, folder.tags, added.bytes, begin);
    else
        added.left_out = "tags";
    const std::size_t count = folder.tags.size();
    added.at = append_folder(added.bytes, begin, *layout, std::move(folder.tags));
    added.place_of_next = added.at + (layout->is_big ? 8 + 20 * count : 2 + 12 * count);
    return added;
}

}  // namespace sweep
