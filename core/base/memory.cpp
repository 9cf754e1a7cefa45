#include "core/base/memory.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>

#include "core/base/error.h"
#include "platform/memory.h"

namespace sweep {
namespace {

constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

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
    return std::min(platform::free_memory(), memory_limit().value_or(0));
}

void check_memory_limit() {
    if (!memory_limit())
        throw Error(ExitCode::usage, "SWEEP_MEMORY='" + std::string(std::getenv("SWEEP_MEMORY")) +
                                         "' is no whole number of MiB: set one, or unset it");
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
    if (amount >= 10) return std::to_string(std::llrint(amount)) + " " + unit;
    const long long tenths = std::llrint(amount * 10);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " " + unit;
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
