#include "platform/linux_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace sweep::platform {
namespace {

constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

namespace fs = std::filesystem;

// The number with which a file begins; `unknown` when there is no such file or it begins with no number
// ("max").
std::uint64_t number_in(const fs::path& path) {
    std::ifstream file(path);
    std::uint64_t number = 0;
    return file >> number ? number : unknown;
}

// The number that follows `wanted` at the beginning of a line; `unknown` when no line has it.
std::uint64_t number_behind(const char* wanted, const fs::path& path) {
    std::ifstream file(path);
    for (std::string name; file >> name; file.ignore(std::numeric_limits<std::streamsize>::max(), '\n'))
        if (std::uint64_t number = 0; name == wanted && file >> number) return number;
    return unknown;
}

// The names of the same files in the two versions of control groups.
struct GroupFiles {
    const char *limit, *used, *file_pages;
};
constexpr GroupFiles version_1{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"},
    version_2{"memory.max", "memory.current", "inactive_file"};

// The bytes left in a group, or in a group above it when there are fewer. Its use includes pages of files
// that were read or written lately; the kernel drops the inactive ones when the group needs room, so they do
// not count here.
std::uint64_t left_in(const fs::path& mount, fs::path group, const GroupFiles& files) {
    std::uint64_t left = unknown;
    for (;; group = group.parent_path()) {
        const fs::path folder = mount / group;
        const std::uint64_t limit = number_in(folder / files.limit), used = number_in(folder / files.used);
        if (limit != unknown && used != unknown) {
            const std::uint64_t pages = number_behind(files.file_pages, folder / "memory.stat"),
                                held = used - (pages == unknown ? 0 : std::min(pages, used));
            left = std::min(left, limit - std::min(limit, held));
        }
        if (group.empty()) return left;
    }
}

// The least of what this process's groups leave. Their file has lines like "0::/user.slice" (version 2) and
// "9:cpu,memory:/docker/12ab" (version 1).
std::uint64_t left_in_groups(const fs::path& root) {
    std::uint64_t left = unknown;
    std::ifstream groups(root / "proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        fs::path group = fs::path(line.substr(second + 1)).relative_path();
        // The group lies outside the part of the hierarchy that this process sees, which begins with its own
        // group.
        if (std::find(group.begin(), group.end(), "..") != group.end()) group.clear();
        const fs::path mount = root / "sys/fs/cgroup";
        if (controllers == ",,")
            left = std::min(left, left_in(mount, group, version_2));
        else if (controllers.find(",memory,") != std::string::npos)
            left = std::min(left, left_in(mount / "memory", group, version_1));
    }
    return left;
}

}  // namespace

std::uint64_t free_memory_in(const fs::path& root) {
    const std::uint64_t kibibytes = number_behind("MemAvailable:", root / "proc/meminfo");
    return std::min(kibibytes == unknown ? unknown : kibibytes * 1024, left_in_groups(root));
}

}  // namespace sweep::platform
