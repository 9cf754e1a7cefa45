#include "core/base/memory.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>

#include "core/base/error.h"

namespace sweep {
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

// The limit that SWEEP_MEMORY sets, in bytes; `unknown` when it is not set, nothing when it is not a number.
std::optional<std::uint64_t> memory_limit() {
    const char* text = std::getenv("SWEEP_MEMORY");
    if (!text || !*text) return unknown;
    const char* end = text + std::strlen(text);
    std::uint64_t mebibytes = 0;
    if (const auto [stop, error] = std::from_chars(text, end, mebibytes); error != std::errc() || stop != end)
        return std::nullopt;
    return mebibytes > unknown >> 20 ? unknown : mebibytes << 20;
}

}  // namespace

std::uint64_t available_memory() {
    return std::min(available_memory_in("/"), memory_limit().value_or(0));
}

void check_memory_limit() {
    if (!memory_limit())
        throw Error(ExitCode::usage, "SWEEP_MEMORY='" + std::string(std::getenv("SWEEP_MEMORY")) +
                                         "' is no whole number of MiB: set one, or unset it");
}

std::uint64_t available_memory_in(const fs::path& root) {
    const std::uint64_t kibibytes = number_behind("MemAvailable:", root / "proc/meminfo");
    return std::min(kibibytes == unknown ? unknown : kibibytes * 1024, left_in_groups(root));
}

std::string memory_text(std::uint64_t bytes) {
    if (bytes < 1024) return std::to_string(bytes) + " bytes";
    const char* unit = "KiB";
    double amount = double(bytes) / 1024;
    for (const char* larger : {"MiB", "GiB", "TiB", "PiB", "EiB"}) {
        if (amount < 1024) break;
        amount /= 1024;
        unit = larger;
    }
    char digits[32];
    const auto end =
        std::to_chars(digits, digits + sizeof digits, amount, std::chars_format::fixed, amount < 10 ? 1 : 0)
            .ptr;
    return std::string(digits, end) + " " + unit;
}

void require_memory(std::uint64_t bytes, const std::string& what) {
    if (const std::uint64_t there = available_memory(); bytes > there)
        throw Error(ExitCode::failed, what + " needs " + memory_text(bytes) + " of memory, " +
                                          memory_text(there) + " are available: use a smaller image");
}

Image make_image(const Shape& shape, Sample sample, const std::string& what) {
    require_memory(shape.samples() * size_of(sample), what);
    return Image(shape, sample);
}

}  // namespace sweep
