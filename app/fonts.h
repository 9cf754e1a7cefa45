// DejaVu that travels with the program, then the system's, then what other systems carry; or those of the folder that the
// environment's SWEEP_FONTS names. None is required.
#pragma once

#include <filesystem>
#include <optional>

namespace sweep::app {

enum class FontFace { sans, bold, mono };

std::optional<std::filesystem::path> find_font(FontFace face);

}  // namespace sweep::app
