#include "files/metadata/tags.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace sweep {
namespace {

constexpr std::uint64_t most_tags = 4096;  // of a folder

// The bytes of a number of a type, and whether it consists of two.
struct TypeSize {
    int bytes = 0;  // 0: there is no such type
    int word = 0;   // bytes that are turned as one
};

TypeSize size_of_type(std::uint16_t type) {
    constexpr std::array<TypeSize, 19> sizes{{{},
                                              {1, 1},
                                              {1, 1},
                                              {2, 2},
                                              {4, 4},
                                              {8, 4},
                                              {1, 1},
                                              {1, 1},
                                              {2, 2},
                                              {4, 4},
                                              {8, 4},
                                              {4, 4},
                                              {8, 8},
                                              {4, 4},
                                              {},
                                              {},
                                              {8, 8},
                                              {8, 8},
                                              {8, 8}}};
    return type < sizes.size() ? sizes[type] : TypeSize{};
}

void set_number(std::uint8_t* to, std::uint64_t number, int size, bool big_endian) {
    for (int i = 0; i < size; ++i) to[big_endian ? size - 1 - i : i] = std::uint8_t(number >> (8 * i) & 0xff);
}

}  // namespace

std::uint64_t number_at(const std::uint8_t* bytes, int size, bool big_endian) {
    std::uint64_t number = 0;
    for (int i = 0; i < size; ++i) number = number << 8 | bytes[big_endian ? i : size - 1 - i];
    return number;
}

void put_number(std::vector<std::uint8_t>& to, std::uint64_t number, int size, bool big_endian) {
    to.resize(to.size() + std::size_t(size));
    set_number(to.data() + to.size() - size, number, size, big_endian);
}

std::optional<TiffLayout> tiff_layout(const FileReader& file) {
    std::uint8_t head[16] = {};
    if (!file.read(0, head, 8) || head[0] != head[1] || (head[0] != 'I' && head[0] != 'M')) return {};
    TiffLayout layout{head[0] == 'M', false, 0};
    const std::uint64_t version = number_at(head + 2, 2, layout.big_endian);
    if (version == 43) {
        if (!file.read(0, head, 16)) return {};
        layout.is_big = true;
    } else if (version != 42) {
        return {};
    }
    layout.first_folder =
        layout.is_big ? number_at(head + 8, 8, layout.big_endian) : number_at(head + 4, 4, layout.big_endian);
    return layout;
}

std::optional<TiffTable> read_table(const FileReader& file, const TiffLayout& layout, std::uint64_t at) {
    const int head = layout.is_big ? 8 : 2, line = layout.is_big ? 20 : 12, place = layout.is_big ? 8 : 4;
    std::uint8_t first[8] = {};
    if (at == 0 || at > file.size || !file.read(at, first, std::size_t(head))) return {};
    const std::uint64_t count = number_at(first, head, layout.big_endian);
    if (count > most_tags) return {};
    std::vector<std::uint8_t> lines(std::size_t(count) * std::size_t(line) + std::size_t(place));
    if (!file.read(at + std::uint64_t(head), lines.data(), lines.size())) {
        // The last folder of a file may lack the place of the next.
        lines.resize(lines.size() - std::size_t(place));
        if (!file.read(at + std::uint64_t(head), lines.data(), lines.size())) return {};
        lines.resize(lines.size() + std::size_t(place));
    }
    TiffTable table;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint8_t* const from = lines.data() + i * std::uint64_t(line);
        TiffEntry read;
        read.number = std::uint16_t(number_at(from, 2, layout.big_endian));
        read.type = std::uint16_t(number_at(from + 2, 2, layout.big_endian));
        read.count = number_at(from + 4, place, layout.big_endian);
        const auto one = std::uint64_t(size_of_type(read.type).bytes);
        if (one == 0 || read.count == 0) continue;
        const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
        read.bytes = read.count > most / one ? most : one * read.count;
        std::copy_n(from + 4 + place, place, read.value.begin());
        table.entries.push_back(read);
    }
    table.next = number_at(lines.data() + lines.size() - place, place, layout.big_endian);
    table.bytes = std::uint64_t(head) + lines.size();
    return table;
}

std::uint64_t first_number(const TiffEntry& entry, const TiffLayout& layout) {
    const auto size = std::size_t(size_of_type(entry.type).bytes);
    if (entry.bytes > (layout.is_big ? 8u : 4u)) return 0;
    return first_number(TiffTag{entry.number,
                                entry.type,
                                1,
                                {entry.value.begin(), entry.value.begin() + std::ptrdiff_t(size)},
                                0},
                        layout.big_endian);
}

TiffFolder read_folder(const FileReader& file, const TiffLayout& layout, std::uint64_t at,
                       std::uint64_t& room) {
    TiffFolder folder;
    const std::uint64_t place = layout.is_big ? 8 : 4;
    const std::optional<TiffTable> table = read_table(file, layout, at);
    folder.is_whole = table.has_value();
    if (!table) return folder;
    for (const TiffEntry& entry : table->entries) {
        TiffTag read{entry.number, entry.type, entry.count, {}, 0};
        // What does not lie in the file takes no memory.
        const bool is_outside = entry.bytes > place;
        if (is_outside) read.at = number_at(entry.value.data(), int(place), layout.big_endian);
        if (entry.bytes > room ||
            (is_outside && (read.at > file.size || entry.bytes > file.size - read.at))) {
            folder.is_whole = false;
            continue;
        }
        read.value.assign(entry.value.begin(),
                          entry.value.begin() + std::ptrdiff_t(is_outside ? 0 : entry.bytes));
        read.value.resize(std::size_t(entry.bytes));
        if (is_outside && !file.read(read.at, read.value.data(), read.value.size())) {
            folder.is_whole = false;
            continue;
        }
        room -= entry.bytes;
        folder.tags.push_back(std::move(read));
    }
    folder.next = table->next;
    return folder;
}

const TiffTag* find(const TiffTags& tags, std::uint16_t number) {
    const auto found =
        std::find_if(tags.begin(), tags.end(), [&](const TiffTag& tag) { return tag.number == number; });
    return found == tags.end() ? nullptr : &*found;
}

TiffTag* find(TiffTags& tags, std::uint16_t number) {
    return const_cast<TiffTag*>(find(std::as_const(tags), number));
}

std::uint64_t first_number(const TiffTag& tag, bool big_endian) {
    const TypeSize size = size_of_type(tag.type);
    const bool is_whole =
        tag.type == 1 || tag.type == 3 || tag.type == 4 || tag.type == 13 || tag.type == 16 || tag.type == 18;
    if (!is_whole || tag.value.size() < std::size_t(size.bytes)) return 0;
    return number_at(tag.value.data(), size.bytes, big_endian);
}

TiffTag tag_of(std::uint16_t number, std::uint64_t value, TagType type, bool big_endian) {
    TiffTag made{number, std::uint16_t(type), 1, {}, 0};
    put_number(made.value, value, size_of_type(made.type).bytes, big_endian);
    return made;
}

TiffTag tag_of(std::uint16_t number, const std::string& text) {
    TiffTag made{number, std::uint16_t(TagType::ascii), text.size() + 1, {text.begin(), text.end()}, 0};
    made.value.push_back(0);
    return made;
}

std::string text_of(const TiffTag& tag) {
    return {tag.value.begin(), std::find(tag.value.begin(), tag.value.end(), std::uint8_t(0))};
}

void turn(TiffTag& tag) {
    const int word = size_of_type(tag.type).word;
    if (word <= 1) return;
    for (auto at = tag.value.begin(); tag.value.end() - at >= word; at += word) std::reverse(at, at + word);
}

std::uint64_t append_folder(std::vector<std::uint8_t>& out, std::int64_t begin, const TiffLayout& layout,
                            TiffTags tags, std::uint64_t next, const TiffTag* placed) {
    std::stable_sort(tags.begin(), tags.end(),
                     [](const TiffTag& a, const TiffTag& b) { return a.number < b.number; });
    const int head = layout.is_big ? 8 : 2, place = layout.is_big ? 8 : 4;
    const auto end = [&] { return std::uint64_t(std::int64_t(out.size()) - begin); };
    const auto align = [&] {
        if (end() % 2 != 0) out.push_back(0);
    };
    std::vector<std::uint8_t> table;
    put_number(table, tags.size(), head, layout.big_endian);
    for (const TiffTag& tag : tags) {
        put_number(table, tag.number, 2, layout.big_endian);
        put_number(table, tag.type, 2, layout.big_endian);
        put_number(table, tag.count, place, layout.big_endian);
        std::vector<std::uint8_t> value = tag.value;
        if (value.size() <= std::size_t(place)) {
            value.resize(std::size_t(place));
            table.insert(table.end(), value.begin(), value.end());
        } else if (placed && placed->number == tag.number) {
            put_number(table, placed->at, place, layout.big_endian);
        } else {
            align();
            put_number(table, end(), place, layout.big_endian);
            out.insert(out.end(), value.begin(), value.end());
        }
    }
    put_number(table, next, place, layout.big_endian);
    align();
    const std::uint64_t at = end();
    out.insert(out.end(), table.begin(), table.end());
    return at;
}

}  // namespace sweep
