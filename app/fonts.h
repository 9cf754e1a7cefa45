// Fonts of the system: DejaVu first, then what other systems carry. None is shipped and none is required.
#pragma once

#include <filesystem>
#include <optional>

namespace sweep::app {

enum class FontFace { sans, bold, mono };

std::optional<std::filesystem::path> find_font(FontFace face);

}  // namespace sweep::app
