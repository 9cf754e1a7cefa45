// What the standard library does not do with files: rights, files that reach the disk, room that is kept free, files
// without a buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>

namespace sweep::platform {

// Returns an empty file that did not exist, to be written. From its first byte on it has the rights of `like` and, as
// far as the system allows, its owner, so that nobody can read it who could not read that; where there is no `like` it
// has the rights of any new file. Where it cannot be made it is null, and errno says why: EEXIST where something has
// its name.
std::FILE* create_file(const std::string& name, const std::filesystem::path& like);

// Waits until what was flushed is on the disk. Where that fails it is false, and errno says why.
bool sync_file(std::FILE* file);
// Waits until the names in a folder are on the disk, where the system can do that.
void sync_folder(const std::filesystem::path& folder);

// Gives a new file so many bytes of the disk, which nobody else can take before it is removed.
bool reserve_room(std::FILE* file, std::int64_t bytes);
// The bytes that a file may have by a limit of this process (`ulimit -f`); the largest number where there is none.
std::int64_t largest_file();
// Whether an errno says that the disk, or a user's share of it, is full.
bool means_full_disk(int error);

// The functions of the standard library's FILE without its buffer. They return -1 where they fail, and errno says why.
// Writes at least one byte, and perhaps fewer than are given. Returns how many.
std::ptrdiff_t write_unbuffered(std::FILE* file, const void* from, std::size_t bytes);
// `whence` is SEEK_SET, SEEK_CUR or SEEK_END. Returns the new place.
std::int64_t seek_unbuffered(std::FILE* file, std::int64_t offset, int whence);

// Closes a file that is known by its number alone, such as memory that is shared as a file.
void close_descriptor(int descriptor);

}  // namespace sweep::platform
