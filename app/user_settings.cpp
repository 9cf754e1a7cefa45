#include "app/user_settings.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/output_file.h"

namespace sweep::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view arrangements[] = {"usual", "present", "teach", "tune"},
                           themes[] = {"dark", "projector"};

template <std::size_t N>
int index_of(const std::string_view (&names)[N], const Json& json, const char* key, int usual) {
    const auto found = std::find(std::begin(names), std::end(names), json.value(key, std::string()));
    return found == std::end(names) ? usual : int(found - std::begin(names));
}

std::optional<std::filesystem::path> folder_from(const char* variable) {
    const char* value = std::getenv(variable);
    // The specification of XDG: a path that is not absolute is no path.
    if (!value || !std::filesystem::path(value).is_absolute()) return std::nullopt;
    return value;
}

}  // namespace

std::optional<std::filesystem::path> user_settings_file() {
#ifdef _WIN32
    const auto folder = folder_from("APPDATA");
#else
    auto folder = folder_from("XDG_CONFIG_HOME");
    if (!folder && (folder = folder_from("HOME"))) *folder /= ".config";
#endif
    if (!folder) return std::nullopt;
    return *folder / "sweep" / "settings.json";
}

UserSettings load_user_settings(const std::filesystem::path& file, std::string* note) {
    UserSettings settings;
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return settings;
    std::ifstream stream(file, std::ios::binary);
    try {
        // Members of another type than expected throw, and the rest of the file is not believed either.
        const Json json = Json::parse(stream);
        UserSettings read;
        read.scale = std::clamp(json.value("scale", read.scale), 0.6f, 3.0f);
        read.arrangement = Arrangement(index_of(arrangements, json, "layout", int(read.arrangement)));
        read.theme = Theme(index_of(themes, json, "theme", int(read.theme)));
        read.vertical_sync = json.value("vertical_sync", read.vertical_sync);
        for (const Json& item : json.value("recent", Json::array()))
            if (item.is_string())  // a picture alone
                read.recent.push_back({item.get<std::string>(), {}});
            else
                read.recent.push_back({item.at("picture").get<std::string>(), item.value("depth", "")});
        if (read.recent.size() > most_recent) read.recent.resize(most_recent);
        settings = std::move(read);
    } catch (const Json::exception&) {
        if (note) *note = "cannot use the settings in " + file.string() + ": they are the usual ones now";
    }
    return settings;
}

std::string save_user_settings(const std::filesystem::path& file, const UserSettings& settings) {
    try {
        Json recent = Json::array();
        for (const RecentPicture& r : settings.recent)
            recent.push_back(r.depth.empty() ? Json(r.picture)
                                             : Json{{"picture", r.picture}, {"depth", r.depth}});
        const Json json{{"scale", settings.scale},
                        {"layout", arrangements[std::size_t(settings.arrangement)]},
                        {"theme", themes[std::size_t(settings.theme)]},
                        {"vertical_sync", settings.vertical_sync},
                        {"recent", recent}};
        make_folder(file.parent_path());
        // Names of files need not be UTF-8.
        write_file(file, {bytes_of(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n")});
    } catch (const std::exception& error) {
        return std::string("settings are not kept: ") + error.what();
    }
    return {};
}

}  // namespace sweep::app
