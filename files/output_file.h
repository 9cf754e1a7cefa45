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

// Writes the parts, one after the other, to a temporary file beside `path`, and renames it when it is
// complete and on the disk. An older file is thus replaced whole or stays as it is; the temporary file has
// its rights from the first byte on. A link stays a link, and its target is written, even if it does not
// exist yet. Throws Error(unwritable_output).
void write_file(const std::filesystem::path& path, std::initializer_list<Bytes> parts);

// Throws Error(unwritable_output) when it is plain already that `path` cannot be written: its folder does not
// exist, or it is a folder itself. To be asked before long work.
void require_writable(const std::filesystem::path& path);

// As require_writable(), for a folder that is made when it does not exist: something else has its name, or
// that of a folder above it.
void require_folder(const std::filesystem::path& folder);

// Makes a folder, and those above it. Throws Error(unwritable_output).
void make_folder(const std::filesystem::path& folder);

// True when writing to one path is writing to the other, after following links; neither need exist.
bool are_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace sweep
