// Reads Sweep's own JSON files, which another version, a person or a full disk may have changed.
#pragma once

#include <filesystem>

#include <nlohmann/json.hpp>

namespace sweep::app {

// The JSON object in the file. Throws std::exception when the file is not there or too long (1 MiB), or is no
// JSON object, or is nested more than 64 deep.
nlohmann::ordered_json read_json_file(const std::filesystem::path& file);

}  // namespace sweep::app
