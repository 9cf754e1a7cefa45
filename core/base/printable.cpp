#include "core/base/printable.h"

#include <cstdint>

namespace sweep {
namespace {

bool continues(char c) {
    return (std::uint8_t(c) & 0xc0) == 0x80;
}

// The length of the character that the text begins with; 0: these bytes are no UTF-8 (RFC 3629).
std::size_t character_at_front(std::string_view text) {
    const unsigned first = std::uint8_t(text.front()), second = text.size() > 1 ? std::uint8_t(text[1]) : 0;
    if (first < 0x80) return 1;
    if (first < 0xc2 || first > 0xf4) return 0;
    const std::size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    // The second byte rules out what fewer bytes can say, the surrogates of UTF-16, and what lies beyond U+10FFFF.
    const unsigned least = first == 0xe0   ? 0xa0
                           : first == 0xf0 ? 0x90
                                           : 0x80,
                   most = first == 0xed   ? 0x9f
                          : first == 0xf4 ? 0x8f
                                          : 0xbf;
    if (text.size() < length || second < least || second > most) return 0;
    for (std::size_t i = 2; i < length; ++i)
        if (!continues(text[i])) return 0;
    return length;
}

std::string as_utf8(std::string_view text) {
    constexpr char digits[] = "0123456789abcdef";
    std::string good;
    good.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = character_at_front(text);
        if (length > 0) {
            good += text.substr(0, length);
        } else {
            const std::uint8_t byte = std::uint8_t(text.front());
            good += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
        }
        text.remove_prefix(length > 0 ? length : 1);
    }
    return good;
}

}  // namespace

std::string bounded(std::string_view text) {
    constexpr std::string_view gap = " ... ";
    std::string good = as_utf8(text);
    if (good.size() <= longest_message) return good;
    std::size_t first = (longest_message - gap.size()) / 2, last = good.size() - first;
    while (continues(good[first])) --first;
    while (last < good.size() && continues(good[last])) ++last;
    return good.replace(first, last - first, gap);
}

std::string printable(std::string_view text) {
    std::string line = bounded(text);
    for (std::size_t i = 0; i < line.size(); ++i) {
        const auto byte = [&](std::size_t at) { return std::uint8_t(line[at]); };
        const bool second_range = byte(i) == 0xc2 && byte(i + 1) < 0xa0;
        if (second_range) line[i + 1] = ' ';
        if (second_range || byte(i) < 0x20 || byte(i) == 0x7f) line[i] = ' ';
    }
    return line;
}

}  // namespace sweep
