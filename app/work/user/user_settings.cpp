#include "app/work/user/user_settings.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/base/files/json_file.h"
#include "core/base/error.h"
#include "files/output_file.h"
#include "platform/folders.h"

namespace sweep::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view arrangements[] = {"usual", "present", "teach", "tune"},
                           themes[] = {"dark", "projector", "light"};

// Throws std::exception if the file exists and does not hold a JSON object.
Json read_json(const std::filesystem::path& file) {
    return std::filesystem::exists(file) ? Json(read_json_file(file)) : Json::object();
}

template <std::size_t N, class E>
bool read_word(const Json& json, const std::string_view (&names)[N], E& value) {
    if (!json.is_string()) return false;
    const auto found = std::find(std::begin(names), std::end(names), json.get_ref<const std::string&>());
    // An unknown word is ignored: another version may have more.
    if (found != std::end(names)) value = E(found - std::begin(names));
    return true;
}

bool read_scale(const Json& json, float& scale) {
    if (!json.is_number()) return false;
    scale = float(std::clamp(json.get<double>(), 0.6, 3.0));
    return true;
}

bool read_switch(const Json& json, bool& value) {
    if (json.is_boolean()) value = json.get<bool>();
    return json.is_boolean();
}

using OfLayouts = decltype(Settings::times_table);

// The names of the layouts in which something is on.
Json layouts_of(const OfLayouts& on) {
    Json names = Json::array();
    for (std::size_t i = 0; i < on.size(); ++i)
        if (on[i]) names.push_back(arrangements[i]);
    return names;
}

bool read_layouts(const Json& json, OfLayouts& on) {
    const auto is_text = [](const Json& name) { return name.is_string(); };
    if (!json.is_array() || !std::all_of(json.begin(), json.end(), is_text)) return false;
    for (std::size_t i = 0; i < on.size(); ++i)
        on[i] = std::find(json.begin(), json.end(), Json(arrangements[i])) != json.end();
    return true;
}

// The picture of an entry; an entry that is a string is a picture without a depth map. Returns nothing for an
// entry that only another version understands, and for a text that is too long for a path, which menus would show.
std::optional<RecentPicture> recent_of(const Json& item) {
    constexpr std::size_t longest_path = 4096;
    const auto text = [](const Json& json) {
        const std::string said = json.is_string() ? json.get<std::string>() : std::string();
        return said.size() > longest_path ? std::string() : said;
    };
    if (item.is_string() && !text(item).empty()) return RecentPicture{text(item), {}};
    if (!item.is_object() || !item.contains("picture") || text(item["picture"]).empty()) return std::nullopt;
    if (!item.contains("depth")) return RecentPicture{text(item["picture"]), {}};
    if (!item["depth"].is_string()) return std::nullopt;
    return RecentPicture{text(item["picture"]), text(item["depth"])};
}

bool read_recent(const Json& json, std::vector<RecentPicture>& recent) {
    if (!json.is_array()) return false;
    bool all = true;
    for (const Json& item : json)
        if (auto picture = recent_of(item); !picture)
            all = false;
        else if (recent.size() < most_recent)
            recent.push_back(std::move(*picture));
    return all;
}

// The entries at the front of `now` that were opened since the list was `before`, the newest first.
std::vector<RecentPicture> opened_since(const std::vector<RecentPicture>& before,
                                        const std::vector<RecentPicture>& now) {
    for (std::size_t count = 0; count < now.size(); ++count) {
        std::vector<RecentPicture> would_be = before;
        for (std::size_t i = count; i-- > 0;) remember(would_be, now[i]);
        if (would_be == now) return {now.begin(), now.begin() + std::ptrdiff_t(count)};
    }
    return now;
}

// Does what remember() does, in a list in which some entries may not be understood; keeps what else an entry
// says of the picture.
void put_first(Json& list, const RecentPicture& opened) {
    Json entry = opened.picture;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto there = recent_of(list[i]);
        if (!there || there->picture != opened.picture) continue;
        entry = list[i];
        list.erase(i--);
    }
    if (entry.is_object() && opened.depth.empty()) entry.erase("depth");
    if (entry.is_string() && !opened.depth.empty()) entry = Json{{"picture", opened.picture}};
    if (!opened.depth.empty()) entry["depth"] = opened.depth;
    if (entry.is_object() && entry.size() == 1) entry = opened.picture;
    list.insert(list.begin(), std::move(entry));

    std::size_t count = 0;
    for (std::size_t i = 0; i < list.size(); ++i)
        if (recent_of(list[i]) && ++count > most_recent) list.erase(i--);
}

// Copies the file to a free name beside it. Throws std::exception.
void keep_aside(const std::filesystem::path& file) {
    constexpr int most = 100;
    for (int i = 1; i <= most; ++i) {
        std::filesystem::path aside = file;
        aside += fmt::format(".unusable-{}", i);
        if (!std::filesystem::exists(aside)) {
            std::filesystem::copy_file(file, aside);
            return;
        }
    }
    throw std::runtime_error("there are too many unusable ones beside it: delete some");
}

}  // namespace

std::optional<std::filesystem::path> user_settings_file() {
    const auto folder = platform::settings_folder();
    if (!folder) return std::nullopt;
    return *folder / "sweep" / "settings.json";
}

std::optional<std::filesystem::path> cache_folder() {
    const auto folder = platform::cache_folder();
    if (!folder) return std::nullopt;
    return *folder / "sweep";
}

UserSettings load_user_settings(const std::filesystem::path& file, std::string* note) {
    UserSettings settings;
    std::vector<std::string_view> not_understood;
    try {
        const Json json = read_json(file);
        const auto read = [&](const char* key, const auto& take) {
            if (const auto found = json.find(key); found != json.end() && !take(*found))
                not_understood.push_back(key);
        };
        read("scale", [&](const Json& value) { return read_scale(value, settings.scale); });
        read("layout",
             [&](const Json& value) { return read_word(value, arrangements, settings.arrangement); });
        read("theme", [&](const Json& value) { return read_word(value, themes, settings.theme); });
        read("vertical_sync", [&](const Json& value) { return read_switch(value, settings.vertical_sync); });
        read("measuring_offered", [&](const Json& value) {
            if (value.is_string()) settings.measuring_offered = value.get<std::string>();
            return value.is_string();
        });
        read("times_table", [&](const Json& value) { return read_layouts(value, settings.times_table); });
        read("recent", [&](const Json& value) { return read_recent(value, settings.recent); });
    } catch (const std::exception&) {
        if (note)
            *note = fmt::format(
                "cannot use the settings in {}: the defaults hold now; the file is kept beside a new one",
                file.string());
        return {};
    }
    if (note && !not_understood.empty())
        *note = fmt::format(
            "some settings in {} are not used: what it says of {} is not understood, and stays there",
            file.string(), fmt::join(not_understood, ", "));
    return settings;
}

std::string save_user_settings(const std::filesystem::path& file, const UserSettings& settings,
                               const std::optional<UserSettings>& before) {
    try {
        Json json = Json::object();
        try {
            json = read_json(file);
        } catch (const std::exception&) {
            keep_aside(file);
        }
        const auto write = [&](const char* key, const auto& now, const auto& then, const auto& value) {
            if (!before || now != then) json[key] = value;
        };
        const UserSettings& then = before ? *before : settings;
        write("scale", settings.scale, then.scale, settings.scale);
        write("layout", settings.arrangement, then.arrangement,
              arrangements[std::size_t(settings.arrangement)]);
        write("theme", settings.theme, then.theme, themes[std::size_t(settings.theme)]);
        write("vertical_sync", settings.vertical_sync, then.vertical_sync, settings.vertical_sync);
        write("times_table", settings.times_table, then.times_table, layouts_of(settings.times_table));
        if (!settings.measuring_offered.empty())
            write("measuring_offered", settings.measuring_offered, then.measuring_offered,
                  settings.measuring_offered);
        Json& recent = json.emplace("recent", Json::array()).first.value();
        if (recent.is_array()) {
            const auto opened = before ? opened_since(before->recent, settings.recent) : settings.recent;
            for (std::size_t i = opened.size(); i-- > 0;) put_first(recent, opened[i]);
        }
        make_folder(file.parent_path());
        // Names of files may not be UTF-8: such bytes are replaced.
        write_file(file, {bytes_of(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n")});
    } catch (const std::exception& error) {
        return std::string("settings are not kept: ") + error.what();
    }
    return {};
}

}  // namespace sweep::app
