// JSON files of Sweep's own, as they are read again: another version, a hand or a full disk may have written them.
#pragma once

#include <filesystem>

#include <nlohmann/json.hpp>

namespace sweep::app {

// What the file holds. Throws std::exception: it is not there, or it is no JSON object, longer than 1 MiB, or deeper than 64.
nlohmann::ordered_json read_json_file(const std::filesystem::path& file);

}  // namespace sweep::app
