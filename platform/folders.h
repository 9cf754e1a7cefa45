// Where the running program lies, and where a user's files do.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace sweep::platform {

// The file of the running program; empty where the system does not say.
std::filesystem::path program_file();

// The user's home, as the environment names it.
std::optional<std::filesystem::path> home_folder();

// The folders in which each program has a folder of its own: for settings, and for what can be made again. They need
// not exist. Nothing where the environment names none by an absolute path.
std::optional<std::filesystem::path> settings_folder();
std::optional<std::filesystem::path> cache_folder();

// Makes a new folder where temporary files lie, which nobody else can read. Its name begins with `beginning`. Empty
// where it cannot be made.
std::filesystem::path make_temporary_folder(const std::string& beginning);

}  // namespace sweep::platform
