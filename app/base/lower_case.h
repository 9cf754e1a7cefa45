// Letters of ASCII in lower case, to compare and to search; all other bytes stay.

#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace sweep::app {

inline char lower_case(char c) {
    return char(std::tolower(static_cast<unsigned char>(c)));
}

inline std::string lower_case(std::string_view text) {
    std::string made(text);
    std::transform(made.begin(), made.end(), made.begin(), [](char c) { return lower_case(c); });
    return made;
}

}  // namespace sweep::app
