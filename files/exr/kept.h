// What an OpenEXR says beside its samples: windows, the shape of its pixels, primaries and all other attributes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <ImfHeader.h>

#include "files/codecs.h"

namespace sweep {

struct ExrKept : KeptFacts {
    ExrKept(Imf::Header said, std::vector<std::string> channels)
        : header(std::move(said)), names(std::move(channels)) {}
    Imf::Header header;              // of the part that is shown
    std::vector<std::string> names;  // of channels that are data; empty: they are those of a picture
};

}  // namespace sweep
