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

}  // namespace

void read_tiff(Metadata& metadata, const FileReader& file, int page) {
    const auto layout = tiff_layout(file);
    const auto place = layout ? place_of(file, *layout, page) : std::nullopt;
    if (!place) return;
    metadata.pages = place->has_others ? 2 : 1;
    read_folders(metadata, file, *layout, place->at);
    // Offsets in a note of the camera's maker are none of this file's beginning, whose pixels stay behind.
    for (TiffTag& each : metadata.camera) each.at = 0;
}

std::string attach_tiff(const Metadata& metadata, Buffer& file) {
    constexpr std::uint64_t most_of_classic = 0xffffffff;
    std::string words = metadata.chunks.empty() ? "" : "texts of a PNG";
    const auto layout = tiff_layout(reader_of(file));
    std::uint64_t room = most_bytes;
    if (!layout) return words;
    TiffFolder folder = read_folder(reader_of(file), *layout, layout->first_folder, room);
    // Offsets of strips are more than any metadata only in a file that is too large for them.
    if (!folder.is_whole || (!layout->is_big && file.size() + 2 * most_bytes > most_of_classic)) {
        add_words(words, "tags");
        return words;
    }

    TiffTags added;
    constexpr std::uint16_t first_of_64_bits = 16;
    for (const TiffTag& each : metadata.picture)
        if (layout->is_big || each.type < first_of_64_bits) added.push_back(each);
    append_folders(file, 0, *layout, metadata, added, nullptr);
    if (metadata.big_endian != layout->big_endian) std::for_each(added.begin(), added.end(), turn);
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
            put_number(made.value, above, 4, layout->big_endian);
            put_number(made.value, is_metre ? 100 : 1, 4, layout->big_endian);
            added.push_back(std::move(made));
        };
        rational(tag::x_resolution, density->x);
        rational(tag::y_resolution, density->y);
        const std::uint64_t unit = density->unit == Density::ratio  ? 1
                                   : density->unit == Density::inch ? 2
                                                                    : 3;
        added.push_back(tag_of(tag::resolution_unit, unit, TagType::word, layout->big_endian));
    }
    for (TiffTag& each : added)
        if (!find(folder.tags, each.number)) folder.tags.push_back(std::move(each));

    const std::uint64_t at = append_folder(file, 0, *layout, std::move(folder.tags), folder.next);
    Buffer first;
    put_number(first, at, layout->is_big ? 8 : 4, layout->big_endian);
    std::copy(first.begin(), first.end(), file.begin() + (layout->is_big ? 8 : 4));
    return words;
}

}  // namespace sweep::metadata
