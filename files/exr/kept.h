// What an OpenEXR says beside its samples: windows, the shape of its pixels, primaries and all other attributes.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <ImfHeader.h>

#include "files/codecs.h"

namespace sweep {

struct ExrKept : KeptFacts {
    ExrKept(Imf::Header said, std::vector<std::string> data)
        : header(std::move(said)), names(std::move(data)) {}
    // A channel beside those of the picture, its samples as they are.
    struct Channel {
        std::string name;
        std::vector<std::uint8_t> samples;
    };
    std::vector<Channel> beside{};
    Imf::Header header;              // of the part that is shown
    std::vector<std::string> names;  // of channels that are data; empty: they are those of a picture
};

}  // namespace sweep
