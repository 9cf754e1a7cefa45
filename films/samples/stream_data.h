// What a film's file says beside a stream: how its pictures are turned, among others. Only .cpp files of films/
// include it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "films/samples/libav.h"

namespace sweep {

// What a file says beside a stream; null: less than so many bytes. `size`: where they are counted.
const std::uint8_t* side_data(const AVStream& stream, AVPacketSideDataType type, std::size_t least,
                              std::size_t* size = nullptr);

// By how many quarters, clockwise, the frames are to be turned, and whether they are mirrored afterwards.
std::pair<int, bool> turns_of(const AVStream& stream);

}  // namespace sweep
