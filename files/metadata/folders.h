// The pages of a TIFF: which of its folders are pictures, and which belong to these, as masks and smaller copies do.
#pragma once

#include <any>
#include <cstdint>
#include <memory>
#include <vector>

#include "files/metadata/tags.h"

namespace sweep {

struct TiffPage {
    std::uint64_t at = 0;                          // where its folder is
    std::uint64_t mask = 0;                        // and that of its mask; 0: it has none
    int smaller = 0;                               // copies that are smaller, and other pictures below it
    std::uint64_t blocks = 0;                      // for how many strips or tiles it says where they are
    bool has_description = false;                  // a text
    std::uint64_t profile = 0, profile_bytes = 0;  // where its colour profile lies; 0: it has none
};

struct TiffPages {
    std::vector<TiffPage> pages;
    int folders = 0;  // in the chain from the header on
};

// Goes along the chain of folders, once where the reader remembers it. It takes no more steps and bytes than the file
// has.
std::shared_ptr<const TiffPages> tiff_pages(const FileReader& file, const TiffLayout& layout);

// The bytes that tags of a page may take so that those of all pages are not more than the file: pages may share them.
// Where the reader remembers nothing, a page has them all.
std::uint64_t room_for_tags(const FileReader& file, int page);
void take_room(const FileReader& file, int page, std::uint64_t bytes);

// What the planes of a file have in common, the samples and what is said beside them, where the reader remembers it;
// null: it does not.
std::any* memory_of_planes(const FileReader& file);
std::any* memory_of_plane_tags(const FileReader& file);
// The same of the colour profiles that its pages share.
std::any* memory_of_profiles(const FileReader& file);

}  // namespace sweep
