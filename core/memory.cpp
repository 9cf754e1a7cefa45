#include "core/memory.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>

#include "core/error.h"

namespace sweep {
namespace {

constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

// The only number of a file; `unknown` when there is no such file or it says "max".
std::uint64_t number_in(const char* path) {
    std::ifstream file(path);
    std::uint64_t number = 0;
    return file >> number ? number : unknown;
}

}  // namespace

std::uint64_t available_memory() {
    std::uint64_t bytes = unknown;
    std::ifstream system("/proc/meminfo");
    for (std::string name; system >> name; system.ignore(std::numeric_limits<std::streamsize>::max(), '\n'))
        if (std::uint64_t kibibytes = 0; name == "MemAvailable:" && system >> kibibytes)
            bytes = kibibytes * 1024;
    const std::uint64_t limit = number_in("/sys/fs/cgroup/memory.max"),
                        used = number_in("/sys/fs/cgroup/memory.current");
    if (limit != unknown && used != unknown) bytes = std::min(bytes, limit - std::min(limit, used));
    return bytes;
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

}  // namespace sweep
