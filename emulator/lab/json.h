// Text as JSON has it.
#pragma once

#include <string>

namespace emulated {

inline std::string string_of_json(const std::string& text) {
    std::string made = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\') made += '\\';
        made += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return made + "\"";
}

}  // namespace emulated
