// Pictures that were open, to be opened again.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace sweep::app {

struct RecentPicture {
    std::string picture, depth;  // whole paths; the depth map only where it was named
    friend bool operator==(const RecentPicture&, const RecentPicture&) = default;
};
inline constexpr std::size_t most_recent = 10;

// Puts it first, and out of its old place; the oldest goes when there are too many.
void remember(std::vector<RecentPicture>& recent, RecentPicture opened);

// Whether its files are still there. Asks the disk: not for every frame.
bool is_there(const RecentPicture& recent);

// For menus: "photo.png", or "photo.png, depth map.npy"; with the folder where two have the same name.
std::vector<std::string> names_of(const std::vector<RecentPicture>& recent);

}  // namespace sweep::app
