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

// A folder of a TIFF: integers of 32 bits and texts by tag, and the samples of its only strip.
struct TiffFolderText {
    std::map<int, std::vector<std::uint64_t>> numbers;
    std::map<int, std::string> texts{};
    std::string samples{};
};

// One of a picture of one channel, whose photometric interpretation is `kind`.
inline TiffFolderText tiff_folder(std::uint64_t width, std::uint64_t height, std::uint64_t bits,
                                  std::string samples, std::uint64_t kind = 1,
                                  std::map<int, std::vector<std::uint64_t>> more = {}) {
    TiffFolderText folder{
        {{256, {width}}, {257, {height}}, {258, {bits}}, {259, {1}}, {262, {kind}}, {278, {height}}},
        {},
        std::move(samples)};
    for (auto& [tag, values] : more) folder.numbers[tag] = std::move(values);
    return folder;
}

// The values of a folder follow it. Where it has no places of strips, these are its samples.
inline std::string tiff_of_folders(const std::vector<TiffFolderText>& folders) {
    std::string file = "II*\0"s + little_endian(8, 4);
    for (std::size_t i = 0; i < folders.size(); ++i) {
        std::map<int, std::pair<int, std::string>> tags;  // type and value
        const auto add = [&](int tag, const std::vector<std::uint64_t>& values) {
            tags[tag].first = 4;
            for (const std::uint64_t value : values) tags[tag].second += little_endian(value, 4);
        };
        for (const auto& [tag, values] : folders[i].numbers) add(tag, values);
        for (const auto& [tag, text] : folders[i].texts) tags[tag] = {2, text + '\0'};
        const bool has_strip = !tags.contains(273) && !tags.contains(324);
        if (has_strip) {
            add(273, {0});
            add(279, {folders[i].samples.size()});
        }
        std::size_t at = file.size() + 2 + 12 * tags.size() + 4;
        std::string values;
        for (const auto& [tag, value] : tags)
            if (value.second.size() > 4) values += value.second + std::string(value.second.size() % 2, '\0');
        if (has_strip) tags[273].second = little_endian(at + values.size(), 4);
        file += little_endian(tags.size(), 2);
        const std::size_t end = at + values.size() + folders[i].samples.size();
        for (const auto& [tag, value] : tags) {
            const auto& [type, bytes] = value;
            file += little_endian(std::uint64_t(tag), 2) + little_endian(std::uint64_t(type), 2) +
                    little_endian(bytes.size() / (type == 4 ? 4 : 1), 4);
            if (bytes.size() <= 4) {
                file += bytes + std::string(4 - bytes.size(), '\0');
                continue;
            }
            file += little_endian(at, 4);
            at += bytes.size() + bytes.size() % 2;
        }
        file += little_endian(i + 1 < folders.size() ? end : 0, 4) + values + folders[i].samples;
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
