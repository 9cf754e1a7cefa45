#include "files/codecs.h"

#include <climits>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/memory.h"

namespace sweep {

FileReader reader_of(Bytes file) {
    return {file.size(), [file](std::uint64_t at, void* to, std::size_t count) {
                if (at > file.size() || count > file.size() - at) return false;
                if (count > 0) std::memcpy(to, file.data() + at, count);
                return true;
            }};
}

bool begins(Bytes file, std::string_view magic) {
    return std::string_view(reinterpret_cast<const char*>(file.data()), file.size()).starts_with(magic);
}

// Each resource: "8BIM", its number, a name with its length before it, and its size, all at even places.
Bytes photoshop_resource(Bytes resources, int number) {
    const auto number_at = [&](std::size_t at, std::size_t bytes) {
        std::size_t value = 0;
        for (std::size_t i = 0; i < bytes; ++i) value = value << 8 | resources[at + i];
        return value;
    };
    for (std::size_t at = 0; at + 12 <= resources.size();) {
        if (!begins(resources.subspan(at), "8BIM")) return {};
        const std::size_t name = (std::size_t(resources[at + 6]) + 2) / 2 * 2, size_at = at + 6 + name;
        if (size_at > resources.size() || resources.size() - size_at < 4) return {};
        const std::size_t size = number_at(size_at, 4), content = size_at + 4;
        if (size > resources.size() - content) return {};
        if (number_at(at + 4, 2) == std::size_t(number)) return resources.subspan(content, size);
        at = content + (size + 1) / 2 * 2;
    }
    return {};
}

double half_number(std::uint16_t half) {
    const int exponent = half >> 10 & 31, mantissa = half & 1023;
    double value = exponent == 0    ? std::ldexp(mantissa, -24)
                   : exponent == 31 ? (mantissa ? std::numeric_limits<double>::quiet_NaN()
                                                : std::numeric_limits<double>::infinity())
                                    : std::ldexp(1024 + mantissa, exponent - 25);
    return half & 0x8000 ? -value : value;
}

void check_claim(const Shape& shape, std::uint64_t bytes, std::uint64_t file_size,
                 std::uint64_t pixels_per_byte) {
    const std::string size = std::to_string(shape.width) + " x " + std::to_string(shape.height);
    if (shape.width < 1 || shape.height < 1) throw DecodeError("it is empty: its width or height is 0");
    if (std::uint64_t(shape.width) * std::uint64_t(shape.channels) > INT_MAX)
        throw DecodeError("it claims to be " + size + ", which is too wide: a row may have " +
                          std::to_string(INT_MAX) + " samples");
    if (shape.pixels() / pixels_per_byte > file_size)
        throw DecodeError("it claims to be " + size + ", but is only " + std::to_string(file_size) +
                          " bytes long: truncated or lying");
    if (const std::uint64_t there = available_memory(); bytes > there)
        throw DecodeError("a picture of " + size + " needs " + memory_text(bytes) + " of memory, " +
                          memory_text(there) + " are available");
}

}  // namespace sweep
