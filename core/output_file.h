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
// already there is replaced by a complete one or stays as it is. Throws Error(unwritable_output).
void write_file(const std::filesystem::path& path, std::initializer_list<Bytes> parts);

// Throws Error(unwritable_output) when it is plain already that `path` cannot be written: no such folder, or
// it is a folder. Asked before long work.
void require_writable(const std::filesystem::path& path);

}  // namespace sweep
