// Output files that appear whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string_view>

namespace sweep {

using Bytes = std::span<const std::uint8_t>;

inline Bytes bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// Writes the parts, one after the other, to a temporary file beside `path` and renames it: a file that is
// already there is replaced by a complete one, which is on the disk before it takes the name, or stays as it is. The
// temporary file has the rights of what it replaces from its first byte. A link stays a link, and what it points to is
// written, even if it is not there yet. Throws Error(unwritable_output).
void write_file(const std::filesystem::path& path, std::initializer_list<Bytes> parts);

// Throws Error(unwritable_output) when it is plain already that `path` cannot be written: no such folder, or
// it is a folder. Asked before long work.
void require_writable(const std::filesystem::path& path);

// The same of a folder that is made when it is not there: something else has its name, or that of a folder
// above it.
void require_folder(const std::filesystem::path& folder);

// Makes it, and those above it. Throws Error(unwritable_output).
void make_folder(const std::filesystem::path& folder);

// Whether writing to one is writing to the other, links followed; neither need be there.
bool are_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace sweep
