#include "app/work/user/kept_strokes.h"

#include <exception>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/base/files/json_file.h"
#include "files/output_file.h"
#include "platform/folders.h"

namespace sweep::app {
namespace {

using Json = nlohmann::ordered_json;

// The photos with strokes, the newest first: {"photos": [{"photo": "/a/b.jpg", "strokes": "1:2,3"}]}.
Json read_photos(const std::filesystem::path& file) {
    try {
        if (Json json = read_json_file(file); json.contains("photos") && json["photos"].is_array())
            return json["photos"];
    } catch (const std::exception&) {
        // There is none yet, or it is damaged.
    }
    return Json::array();
}

std::string text_of(const Json& entry, const char* key) {
    const bool has_it = entry.is_object() && entry.contains(key) && entry[key].is_string();
    return has_it ? entry[key].get<std::string>() : std::string();
}

}  // namespace

std::optional<std::filesystem::path> kept_strokes_file() {
    const auto folder = platform::settings_folder();
    if (!folder) return std::nullopt;
    return *folder / "sweep" / "strokes.json";
}

std::string kept_strokes(const std::filesystem::path& file, const std::string& photo) {
    for (const Json& entry : read_photos(file))
        if (text_of(entry, "photo") == photo) return text_of(entry, "strokes");
    return {};
}

void keep_strokes(const std::filesystem::path& file, const std::string& photo, const std::string& strokes) {
    Json kept = Json::array();
    if (!strokes.empty()) kept.push_back(Json{{"photo", photo}, {"strokes", strokes}});
    for (const Json& entry : read_photos(file))
        if (text_of(entry, "photo") != photo && kept.size() < most_kept_strokes) kept.push_back(entry);
    make_folder(file.parent_path());
    // Names of files may not be UTF-8: such bytes are replaced.
    write_file(file,
               {bytes_of(Json{{"photos", kept}}.dump(1, ' ', false, Json::error_handler_t::replace) + "\n")});
}

}  // namespace sweep::app
