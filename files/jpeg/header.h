// What the segments of a JPEG say before its pixels.
#pragma once

#include <vector>

#include "files/codecs.h"

namespace sweep {

struct JpegHeader {
    Bytes exif{};  // of the file's own bytes; empty: there is none
    std::vector<std::uint8_t> profile{};
    bool has_bad_profile = false;  // pieces of one are missing, or do not fit together
    int others = 0;                // further pictures behind the first one
    bool has_gain_map = false;     // one that makes the picture brighter
    bool has_film = false;         // of the moment in which it was taken
};

// Takes any bytes, and goes through them once.
JpegHeader jpeg_header_of(Bytes file);

// What of that is left out where the first picture is read, in words; mostly empty.
std::string left_out_of(const JpegHeader& header);

}  // namespace sweep
