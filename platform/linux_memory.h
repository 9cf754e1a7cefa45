// The free memory according to the files of Linux.
#pragma once

#include <cstdint>
#include <filesystem>

namespace sweep::platform {

// As free_memory() (platform/memory.h), from the folders proc/ and sys/ below `root`: the least of what the system has
// free and of what the process's control groups (version 1 or 2) leave it.
std::uint64_t free_memory_in(const std::filesystem::path& root);

}  // namespace sweep::platform
