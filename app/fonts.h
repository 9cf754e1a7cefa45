// Fonts of the system: DejaVu first, then what other systems carry; or those of the folder that the environment's
// SWEEP_FONTS names. None is shipped and none is required.
#pragma once

#include <filesystem>
#include <optional>

namespace sweep::app {

enum class FontFace { sans, bold, mono };

std::optional<std::filesystem::path> find_font(FontFace face);

}  // namespace sweep::app
