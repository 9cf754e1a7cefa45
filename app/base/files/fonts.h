// Fonts for the window: the DejaVu that comes with the program, then the system's DejaVu, then Noto and
// Liberation. The environment variable SWEEP_FONTS names a folder to search instead. A window that somebody looks
// at does without; pictures that are kept do not.
#pragma once

#include <filesystem>
#include <optional>

namespace sweep::app {

enum class FontFace { sans, bold, mono };

std::optional<std::filesystem::path> find_font(FontFace face);
// Throws Error(failed) where a face is not found: what is drawn for a file would have the letters of a terminal.
void require_fonts();

}  // namespace sweep::app
