// Animated GIFs, byte by byte.
#pragma once

#include <string>
#include <vector>

namespace sweep::test {

// Frames of 2 x 2, black and white in turn, each shown for so many hundredths of a second.
inline std::string gif_of(const std::vector<int>& delays) {
    using namespace std::string_literals;
    std::string file = "GIF89a\x02\0\x02\0\x81\0\0"s + "\0\0\0\xff\xff\xff"s + std::string(6, '\0');
    for (std::size_t i = 0; i < delays.size(); ++i)
        file += "\x21\xf9\x04\0"s + char(delays[i] & 255) + char(delays[i] >> 8) + "\0\0"s +
                "\x2c\0\0\0\0\x02\0\x02\0\0"s + "\x02\x03"s + (i % 2 ? "\x4c\x12\x05\0"s : "\x04\x00\x05\0"s);
    return file + ';';
}

}  // namespace sweep::test
