// What is printed for a person to read.
#pragma once

#include <cstddef>
#include <string>

namespace sweep::app {

// In one line, without control characters: messages quote names of files and texts of others, and a terminal would do
// what those say. UTF-8 has a second range of them, U+0080 to U+009F.
inline std::string printable(std::string text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool second_range =
            byte(i) == 0xc2 && i + 1 < text.size() && byte(i + 1) >= 0x80 && byte(i + 1) < 0xa0;
        if (second_range) text[i + 1] = ' ';
        if (second_range || byte(i) < 0x20 || byte(i) == 0x7f) text[i] = ' ';
    }
    return text;
}

}  // namespace sweep::app
