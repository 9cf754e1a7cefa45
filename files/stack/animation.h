// Animated pictures. Their frames are read and written as those of films are (films/).
#pragma once

#include <filesystem>

namespace sweep {

// How many frames a GIF, an animated PNG or WebP, a HEIC or an AVIF has, as far as it is whole; 1 for every other
// picture, and for what cannot be read. Throws nothing but std::bad_alloc.
int count_frames(const std::filesystem::path& path);

// Whether a GIF or an animated PNG ends before its last frame does; what cannot be read does not.
// Throws nothing but std::bad_alloc.
bool is_cut_short(const std::filesystem::path& path);

// How often a GIF or an animated PNG is shown; 0: without end, or unknown. Throws nothing but std::bad_alloc.
int count_plays(const std::filesystem::path& path);

}  // namespace sweep
