// Lines of a text, and text without the space around it.
#pragma once

#include <string_view>

namespace sweep::app {

// The text without these characters at its ends.
inline std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r") {
    const std::size_t from = text.find_first_not_of(blanks);
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(blanks) - from + 1);
}

// Takes the first line off the text; it is without its end.
inline std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

}  // namespace sweep::app
