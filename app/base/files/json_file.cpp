#include "app/base/files/json_file.h"

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace sweep::app {
namespace {

// Sweep writes no file beyond these bounds, and a deeper one would need too much stack to parse.
constexpr std::uintmax_t longest_file = 1 << 20;
constexpr int deepest = 64;

}  // namespace

nlohmann::ordered_json read_json_file(const std::filesystem::path& file) {
    using Json = nlohmann::ordered_json;
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) throw std::runtime_error("it is not a regular file");
    if (std::filesystem::file_size(file, error) > longest_file) throw std::runtime_error("it is too long");
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw std::runtime_error("it cannot be read");
    Json json = Json::parse(stream, [](int depth, Json::parse_event_t, const Json&) {
        if (depth > deepest) throw std::runtime_error("it is too deep");
        return true;
    });
    if (!json.is_object()) throw std::runtime_error("it is no object");
    return json;
}

}  // namespace sweep::app
