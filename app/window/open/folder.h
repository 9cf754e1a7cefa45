// What a folder has that can be opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace sweep::app {

struct FolderEntry {
    std::filesystem::path path;
    std::string name;  // a folder's ends with a slash
    bool is_folder = false;
    std::uintmax_t size = 0;  // of a file, in bytes
};

struct FolderList {
    std::filesystem::path folder;
    std::vector<FolderEntry> entries;  // folders first, each in the order of their names
    std::string trouble;               // why it cannot be read; empty: it can
};

// Lists folders and readable files, without what is hidden. Throws nothing; a stopped list is incomplete.
FolderList list_folder(const std::filesystem::path& folder, const std::stop_token& stop = {});

// The entries whose name holds these letters, in any case.
std::vector<const FolderEntry*> matching(const FolderList& list, const std::string& letters);

// "~/Pictures/x", "../x" and "/x" as paths; relative ones are in `folder`.
std::filesystem::path typed_path(const std::string& text, const std::filesystem::path& folder);

}  // namespace sweep::app
