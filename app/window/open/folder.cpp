#include "app/window/open/folder.h"

#include <algorithm>
#include <string_view>

#include "app/base/lower_case.h"
#include "core/base/error.h"
#include "files/image_file.h"
#include "films/film.h"
#include "platform/folders.h"

namespace sweep::app {

namespace fs = std::filesystem;

FolderList list_folder(const fs::path& folder, const std::stop_token& stop) {
    FolderList list{folder, {}, {}};
    std::error_code error;
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
        if (stop.stop_requested()) return list;
        const std::string name = file->path().filename().string();
        if (name.starts_with('.')) continue;
        std::error_code unknown;
        if (file->is_directory(unknown)) {
            list.entries.push_back({file->path(), name + "/", true, 0});
        } else if (is_readable(file->path()) || (has_films() && is_film_name(file->path()))) {
            const std::uintmax_t size = file->file_size(unknown);
            list.entries.push_back({file->path(), name, false, unknown ? 0 : size});
        }
    }
    if (error) list.trouble = error.message();
    std::sort(list.entries.begin(), list.entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
        if (a.is_folder != b.is_folder) return a.is_folder;
        const std::string first = lower_case(a.name), second = lower_case(b.name);
        return first != second ? first < second : a.name < b.name;
    });
    return list;
}

std::vector<const FolderEntry*> matching(const FolderList& list, const std::string& letters) {
    std::vector<const FolderEntry*> found;
    const std::string wanted = lower_case(letters);
    for (const FolderEntry& entry : list.entries)
        if (lower_case(entry.name).find(wanted) != std::string::npos) found.push_back(&entry);
    return found;
}

fs::path typed_path(const std::string& text, const fs::path& folder) {
    const auto home = platform::home_folder();
    if (home && (text == "~" || text.starts_with("~/")))
        return (*home / text.substr(std::min<std::size_t>(text.size(), 2))).lexically_normal();
    return (folder / text).lexically_normal();
}

}  // namespace sweep::app
