#include "app/work/request/recent.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace sweep::app {

namespace fs = std::filesystem;

void remember(std::vector<RecentPicture>& recent, RecentPicture opened) {
    // The same picture with another depth map replaces its old entry.
    std::erase_if(recent, [&](const RecentPicture& r) { return r.picture == opened.picture; });
    recent.insert(recent.begin(), std::move(opened));
    if (recent.size() > most_recent) recent.resize(most_recent);
}

bool is_there(const RecentPicture& recent) {
    std::error_code error;
    return fs::exists(recent.picture, error) && (recent.depth.empty() || fs::exists(recent.depth, error));
}

std::vector<std::string> names_of(const std::vector<RecentPicture>& recent) {
    const auto file = [](const RecentPicture& r) { return fs::path(r.picture).filename(); };
    std::vector<std::string> names;
    for (const RecentPicture& r : recent) {
        const bool twice = std::count_if(recent.begin(), recent.end(), [&](const RecentPicture& other) {
                               return file(other) == file(r);
                           }) > 1;
        const fs::path path(r.picture);
        std::string name =
            (twice ? path.parent_path().filename() / path.filename() : path.filename()).string();
        if (!r.depth.empty()) name += ", " + fs::path(r.depth).filename().string();
        names.push_back(std::move(name));
    }
    return names;
}

}  // namespace sweep::app
