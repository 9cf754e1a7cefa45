// Which encoder makes which film, and how it is told to. Only .cpp files of this folder include it.
#pragma once

#include <string>
#include <vector>

#include "films/output.h"
#include "films/samples/libav.h"

namespace sweep {

struct FilmEncoder {
    AvCodecContext context;
    FrameSamples frames;  // what it is given
    int every = 1;        // of so many frames one is kept
    // Between two frames, as the encoder counts time.
    std::int64_t shortest_gap = 1, longest_gap = 0;
    std::vector<std::string> losses;  // of the samples, a line each
};

// The name of the container, as libavformat has it: "mp4", "flv".
std::string container_of(const FilmOutput& output);

// Opens the first encoder that works here, of those that codec_choices() has for this container. A film with a tick
// has a rate that the container can hold, or is refused. Throws Error(unwritable_output), and Error(usage) as
// codec_choices() does.
FilmEncoder open_encoder(const FilmOutput& output, const AVOutputFormat& format);

}  // namespace sweep
