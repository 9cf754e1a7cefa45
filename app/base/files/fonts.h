// Fonts for the window: the DejaVu that comes with the program, then the system's DejaVu, then Noto and
// Liberation. The environment variable SWEEP_FONTS names a folder to search instead. None is required.
#pragma once

#include <filesystem>
#include <optional>

namespace sweep::app {

enum class FontFace { sans, bold, mono };

std::optional<std::filesystem::path> find_font(FontFace face);

}  // namespace sweep::app
