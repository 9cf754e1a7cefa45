// The strokes over photos that stay from one run to the next, in the user's folder for settings,
// $XDG_CONFIG_HOME/sweep/strokes.json. A photo itself, and its folder, are left alone.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace sweep::app {

inline constexpr std::size_t most_kept_strokes = 50;  // photos: the oldest goes

// The file; none if the environment names no folder.
std::optional<std::filesystem::path> kept_strokes_file();

// The strokes of a photo, as --depth-strokes takes them; empty: none are kept, or the file cannot be read.
std::string kept_strokes(const std::filesystem::path& file, const std::string& photo);

// Keeps them, the photo being the newest; empty strokes are forgotten. The file is written whole or not at all, and
// what it says that is no list of strokes is lost. Throws Error(unwritable_output).
void keep_strokes(const std::filesystem::path& file, const std::string& photo, const std::string& strokes);

}  // namespace sweep::app
