// Pictures that were open before, to be opened again.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace sweep::app {

struct RecentPicture {
    std::string picture, depth;  // absolute paths; the depth map only if it was named
    friend bool operator==(const RecentPicture&, const RecentPicture&) = default;
};
inline constexpr std::size_t most_recent = 10;

// Puts a picture first and takes it out of its old place. The oldest entry goes if there are too many.
void remember(std::vector<RecentPicture>& recent, RecentPicture opened);

// Whether its files still exist. Reads from the disk, so it is not for every frame.
bool is_there(const RecentPicture& recent);

// Names for menus: "photo.png", or "photo.png, depth map.npy"; with the folder if two have the same name.
std::vector<std::string> names_of(const std::vector<RecentPicture>& recent);

}  // namespace sweep::app
