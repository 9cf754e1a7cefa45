// Text that is printed to a terminal.
#pragma once

#include <cstddef>
#include <string>

namespace sweep::app {

// The text in one line, without control characters: messages quote names of files and other untrusted text,
// and a terminal would obey control characters in them. Unicode has a second range of those, U+0080 to
// U+009F.
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

// Prints a note, one line, to stderr. A note is worth knowing and is not an error.
void note(const std::string& text);

}  // namespace sweep::app
