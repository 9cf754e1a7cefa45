// What of a film is not in its frames as the reader gives them. Only .cpp files of this folder include it.
#pragma once

#include <string>
#include <vector>

#include "films/libav.h"

namespace sweep {

// A line for each: "sound is dropped". `picture`: the stream that is read.
std::vector<std::string> losses_of(const AVFormatContext& format, const AVStream& picture);

}  // namespace sweep
