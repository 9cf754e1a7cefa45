// What stays from one time to the next: a small file in the folder where the system keeps such things,
// $XDG_CONFIG_HOME/sweep/settings.json (~/.config), or %APPDATA% on Windows; never beside the program. Windows read
// and write it, commands without a display never do.
#pragma once

#include "app/settings.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sweep::app {

struct UserSettings {
    float scale = 1;
    Arrangement arrangement = Arrangement::usual;
    Theme theme = Theme::dark;
    bool vertical_sync = true;
    std::vector<RecentPicture> recent;   // the newest first
    std::string measuring_offered = {};  // the GPU for which the window has offered to measure it
    friend bool operator==(const UserSettings&, const UserSettings&) = default;
};

// Nothing where the environment does not say.
std::optional<std::filesystem::path> user_settings_file();

// Where what can be made again is kept: $XDG_CACHE_HOME/sweep (~/.cache), or %LOCALAPPDATA% on Windows.
std::optional<std::filesystem::path> cache_folder();

// What the file says; the usual value where it says nothing, or nothing that this version understands. `note`: one line about
// what cannot be used, otherwise empty. Throws nothing.
UserSettings load_user_settings(const std::filesystem::path& file, std::string* note = nullptr);

// Writes what is another value now than in `before`, which is what was loaded or saved last; without it everything. The rest
// of the file stays: another version, another window or a hand may have written it. A file that cannot be read as settings
// is kept beside the new one, under another name. Whole or not at all. The line that says why not; empty when it is there.
std::string save_user_settings(const std::filesystem::path& file, const UserSettings& settings,
                               const std::optional<UserSettings>& before = std::nullopt);

}  // namespace sweep::app
