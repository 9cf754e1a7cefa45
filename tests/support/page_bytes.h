// A TIFF of several pages and an EXR with any channels, as bytes written by hand.
#pragma once

#include <map>

#include "tests/support/image_bytes.h"

namespace sweep::test {

// Each page is one row of bytes, `greys[page]`.
inline std::string tiff_of_pages(const std::vector<std::vector<std::uint8_t>>& greys) {
    std::string file = "II*\0"s + little_endian(8, 4);
    for (std::size_t page = 0; page < greys.size(); ++page) {
        constexpr std::size_t entries = 8;
        const std::size_t samples = file.size() + 2 + 12 * entries + 4, next = samples + greys[page].size();
        file += little_endian(entries, 2);
        for (const auto& [tag, value] : std::map<int, std::size_t>{{256, greys[page].size()},
                                                                   {257, 1},
                                                                   {258, 8},
                                                                   {259, 1},
                                                                   {262, 1},
                                                                   {273, samples},
                                                                   {278, 1},
                                                                   {279, greys[page].size()}})
            file += little_endian(std::uint64_t(tag), 2) + little_endian(4, 2) + little_endian(1, 4) +
                    little_endian(value, 4);
        file += little_endian(page + 1 < greys.size() ? next : 0, 4);
        file.append(greys[page].begin(), greys[page].end());
    }
    return file;
}

// The channels are of floats, `width` x `height` each; `texts` are further attributes.
inline std::string exr_of(int width, int height, const std::map<std::string, std::vector<float>>& channels,
                          const std::map<std::string, std::string>& texts = {}) {
    const auto attribute = [](const std::string& name, const std::string& type, const std::string& value) {
        return name + '\0' + type + '\0' + little_endian(value.size(), 4) + value;
    };
    const auto number = [](float value) { return raw<float>({value}); };
    std::string list;
    for (const auto& [name, values] : channels)
        list += name + '\0' + little_endian(2, 4) + std::string(4, '\0') + little_endian(1, 4) +
                little_endian(1, 4);
    const std::string window = std::string(8, '\0') + little_endian(std::uint64_t(width - 1), 4) +
                               little_endian(std::uint64_t(height - 1), 4);
    std::string file = "\x76\x2f\x31\x01\x02\0\0\0"s + attribute("channels", "chlist", list + '\0') +
                       attribute("compression", "compression", std::string(1, '\0')) +
                       attribute("dataWindow", "box2i", window) +
                       attribute("displayWindow", "box2i", window) +
                       attribute("lineOrder", "lineOrder", std::string(1, '\0')) +
                       attribute("pixelAspectRatio", "float", number(1)) +
                       attribute("screenWindowCenter", "v2f", number(0) + number(0)) +
                       attribute("screenWindowWidth", "float", number(1));
    for (const auto& [name, text] : texts) file += attribute(name, "string", text);
    file += '\0';
    const std::size_t line = 8 + channels.size() * std::size_t(width) * 4,
                      first = file.size() + 8 * std::size_t(height);
    for (int y = 0; y < height; ++y) file += little_endian(first + std::size_t(y) * line, 8);
    for (int y = 0; y < height; ++y) {
        file += little_endian(std::uint64_t(y), 4) + little_endian(line - 8, 4);
        for (const auto& [name, values] : channels)
            file += raw(std::vector<float>(values.begin() + y * width, values.begin() + (y + 1) * width));
    }
    return file;
}

}  // namespace sweep::test
