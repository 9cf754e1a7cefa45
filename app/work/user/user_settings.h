// The settings that stay from one run to the next. They are in a small file in the user's folder for
// settings, $XDG_CONFIG_HOME/sweep/settings.json (~/.config), never beside the program. The window reads and
// writes it; of the commands, only those that name recent pictures read it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/work/request/settings.h"

namespace sweep::app {

struct UserSettings {
    float scale = 1;
    Arrangement arrangement = Arrangement::usual;
    Theme theme = Theme::dark;
    bool vertical_sync = true;
    std::vector<RecentPicture> recent;   // the newest is first
    std::string measuring_offered = {};  // the GPU that the window has offered to measure
    decltype(Settings::times_table) times_table = Settings().times_table;
    friend bool operator==(const UserSettings&, const UserSettings&) = default;
};

// The file of the settings; none if the environment names no folder.
std::optional<std::filesystem::path> user_settings_file();

// The folder for files that can be made again: $XDG_CACHE_HOME/sweep (~/.cache).
std::optional<std::filesystem::path> cache_folder();

// Reads the settings; those that are missing, or that this version does not understand, have their defaults.
// `note` gets one line about what cannot be used, and is otherwise left alone. Throws nothing.
UserSettings load_user_settings(const std::filesystem::path& file, std::string* note = nullptr);

// Writes the settings that differ from `before`, the ones loaded or saved last; without `before`, all of
// them. The rest of the file stays: another version, another window or the user may have written it. A file
// that cannot be read as settings is kept beside the new one, under another name. The file is written whole
// or not at all. Returns one line that says why it was not written; empty if it was.
std::string save_user_settings(const std::filesystem::path& file, const UserSettings& settings,
                               const std::optional<UserSettings>& before = std::nullopt);

}  // namespace sweep::app
