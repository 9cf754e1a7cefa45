// What a film says of 360° and of two eyes, in another film. Only .cpp files of films/ include it.
#pragma once

#include <string>
#include <vector>

#include "films/samples/libav.h"
#include "films/samples/samples.h"

namespace sweep {

// Adds to a stream of pictures, whose header is not written yet, a copy of what is said beside them. Nothing where
// there are no bytes.
void set_side_data(AVStream& stream, AVPacketSideDataType type, const std::vector<std::uint8_t>& bytes);

// Puts what `like` says of 360° and of two eyes where the container has a place, and beside each frame, from which
// the encoder `encoder` takes it. Returns what is lost, a line each.
std::vector<std::string> state_spatial(const FilmSamples& like, AVFormatContext& format, AVStream& stream,
                                       AVFrame& frame, const std::string& encoder);

}  // namespace sweep
