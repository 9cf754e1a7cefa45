#include "files/metadata/folders.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_set>
#include <utility>

namespace sweep {
namespace {

struct Memory {
    std::shared_ptr<const TiffPages> pages;
    std::map<int, std::uint64_t> taken;  // bytes of tags, by page
    std::uint64_t total = 0;
    std::any planes, plane_tags, profiles;
};

Memory* memory_of(const FileReader& file) {
    if (!file.memory) return nullptr;
    std::any& slot = file.memory->of_format;
    if (!slot.has_value()) slot = Memory{};
    return std::any_cast<Memory>(&slot);
}

struct Folder {
    enum Kind { page, mask, smaller, smaller_mask } kind = page;
    TiffPage is{};
    TiffEntry below{};  // the entry that names folders below it
};

Folder folder_of(const TiffTable& table, std::uint64_t at, const TiffLayout& layout) {
    constexpr std::uint16_t kind = 254, old_kind = 255, photometric = 262, strips = 273, sub_folders = 330,
                            tiles = 324;
    constexpr std::uint64_t is_smaller = 1, is_mask = 4, old_smaller = 2, photometric_mask = 4;
    Folder folder;
    folder.is.at = at;
    bool smaller = false, mask = false;
    for (const TiffEntry& entry : table.entries) {
        const std::uint64_t number = first_number(entry, layout);
        if (entry.number == kind) {
            smaller = smaller || (number & is_smaller) != 0;
            mask = mask || (number & is_mask) != 0;
        } else if (entry.number == old_kind) {
            smaller = smaller || number == old_smaller;
        } else if (entry.number == photometric) {
            mask = mask || number == photometric_mask;
        } else if (entry.number == strips || entry.number == tiles) {
            folder.is.blocks = std::max(folder.is.blocks, entry.count);
        } else if (entry.number == tag::description) {
            folder.is.has_description = true;
        } else if (entry.number == tag::profile && entry.bytes > entry.value.size()) {
            folder.is.profile = number_at(entry.value.data(), layout.is_big ? 8 : 4, layout.big_endian);
            folder.is.profile_bytes = entry.bytes;
        } else if (entry.number == sub_folders) {
            folder.below = entry;
            constexpr std::uint64_t most = 1000;
            folder.is.smaller = int(std::min(entry.count, most));
        }
    }
    folder.kind = smaller ? (mask ? Folder::smaller_mask : Folder::smaller)
                  : mask  ? Folder::mask
                          : Folder::page;
    return folder;
}

// Reads folders, each once and not more bytes than the file has: those that lie in each other, or in a ring, are no
// file's.
class Walk {
  public:
    Walk(const FileReader& file, const TiffLayout& layout) : file_(file), layout_(layout) {}

    // Nothing: it is damaged, or was read.
    std::optional<Folder> read(std::uint64_t at, std::uint64_t& next) {
        if (at == 0 || bytes_ > file_.size || !seen_.insert(at).second) return {};
        const std::optional<TiffTable> table = read_table(file_, layout_, at);
        if (!table || table->entries.empty()) return {};
        bytes_ += table->bytes;
        next = table->next;
        return folder_of(*table, at, layout_);
    }

  private:
    const FileReader& file_;
    const TiffLayout& layout_;
    std::unordered_set<std::uint64_t> seen_;
    std::uint64_t bytes_ = 0;
};

// Gives each mask to its page. Masks follow their pages, one by one or all of them, or come before them.
std::vector<TiffPage> with_masks(const std::vector<Folder>& folders) {
    std::vector<TiffPage> pages;
    std::vector<std::uint64_t> masks;  // without a page
    std::size_t first = 0;             // of the pages since the last mask
    int early = 0;                     // smaller copies before the first page
    const auto settle = [&] {
        const std::size_t count = std::min(masks.size(), pages.size() - first);
        for (std::size_t i = 0; i < count; ++i) pages[pages.size() - count + i].mask = masks[i];
        masks.erase(masks.begin(), masks.begin() + std::ptrdiff_t(count));
        first = pages.size();
    };
    bool after_mask = false;
    for (const Folder& folder : folders) {
        if (folder.kind == Folder::smaller) {
            ++(pages.empty() ? early : pages.back().smaller);
        } else if (folder.kind == Folder::mask) {
            masks.push_back(folder.is.at);
            after_mask = true;
        } else if (folder.kind == Folder::page) {
            if (std::exchange(after_mask, false)) settle();
            pages.push_back(folder.is);
            if (!masks.empty()) {
                pages.back().mask = masks.front();
                masks.erase(masks.begin());
                first = pages.size();
            }
        }
    }
    settle();
    if (!pages.empty()) pages.front().smaller += early;
    return pages;
}

// Where all folders of the chain are smaller copies, the picture lies below the first, or is the first after all.
std::vector<TiffPage> below(const FileReader& file, const TiffLayout& layout, const Folder& first,
                            Walk& walk) {
    const int place = layout.is_big ? 8 : 4;
    const TiffEntry& entry = first.below;
    const std::uint64_t count = std::min<std::uint64_t>(entry.count, 64);
    const int size = entry.count > 0 ? int(entry.bytes / entry.count) : 0;
    std::vector<std::uint8_t> numbers(std::size_t(count) * std::size_t(std::max(size, 0)));
    const bool is_read = count > 0 && (size == 4 || size == 8) &&
                         (entry.bytes <= std::uint64_t(place)
                              ? (std::copy_n(entry.value.begin(), numbers.size(), numbers.begin()), true)
                              : file.read(number_at(entry.value.data(), place, layout.big_endian),
                                          numbers.data(), numbers.size()));
    std::vector<Folder> folders;
    for (std::uint64_t i = 0; is_read && i < count; ++i) {
        std::uint64_t next = 0;
        const auto folder =
            walk.read(number_at(&numbers[std::size_t(i) * std::size_t(size)], size, layout.big_endian), next);
        if (folder) folders.push_back(*folder);
    }
    std::vector<TiffPage> pages = with_masks(folders);
    if (pages.empty()) pages.push_back(first.is);
    return pages;
}

TiffPages find_pages(const FileReader& file, const TiffLayout& layout) {
    TiffPages found;
    std::vector<Folder> folders;
    Walk walk(file, layout);
    for (std::uint64_t at = layout.first_folder, next = 0; folders.size() < std::numeric_limits<int>::max();
         at = next) {
        const auto folder = walk.read(at, next);
        if (!folder) break;
        folders.push_back(*folder);
    }
    found.folders = int(folders.size());
    found.pages = with_masks(folders);
    if (found.pages.empty() && !folders.empty()) {
        found.pages = below(file, layout, folders.front(), walk);
        if (found.pages.size() == 1) found.pages.front().smaller += int(folders.size()) - 1;
    }
    return found;
}

}  // namespace

std::shared_ptr<const TiffPages> tiff_pages(const FileReader& file, const TiffLayout& layout) {
    Memory* const memory = memory_of(file);
    if (memory && memory->pages) return memory->pages;
    auto found = std::make_shared<const TiffPages>(find_pages(file, layout));
    if (memory) memory->pages = found;
    return found;
}

std::uint64_t room_for_tags(const FileReader& file, int page) {
    const Memory* const memory = memory_of(file);
    if (!memory) return file.size;
    const auto own = memory->taken.find(page);
    const std::uint64_t others = memory->total - (own == memory->taken.end() ? 0 : own->second);
    return file.size - std::min(file.size, others);
}

std::any* memory_of_planes(const FileReader& file) {
    Memory* const memory = memory_of(file);
    return memory ? &memory->planes : nullptr;
}

std::any* memory_of_plane_tags(const FileReader& file) {
    Memory* const memory = memory_of(file);
    return memory ? &memory->plane_tags : nullptr;
}

std::any* memory_of_profiles(const FileReader& file) {
    Memory* const memory = memory_of(file);
    return memory ? &memory->profiles : nullptr;
}

void take_room(const FileReader& file, int page, std::uint64_t bytes) {
    Memory* const memory = memory_of(file);
    if (!memory) return;
    std::uint64_t& own = memory->taken[page];
    memory->total += bytes - own;
    own = bytes;
}

}  // namespace sweep
