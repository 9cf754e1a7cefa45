// Where the running program lies, and where a user's files do.
#pragma once

#include <filesystem>
#include <optional>

namespace sweep::platform {

// The file of the running program; empty where the system does not say.
std::filesystem::path program_file();

// The user's home, as the environment names it.
std::optional<std::filesystem::path> home_folder();

// The folders in which each program has a folder of its own: for settings, and for what can be made again. They need
// not exist. Nothing where the environment names none by an absolute path.
std::optional<std::filesystem::path> settings_folder();
std::optional<std::filesystem::path> cache_folder();

}  // namespace sweep::platform
