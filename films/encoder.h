// Which encoder makes which film, and how it is told to. Only .cpp files of this folder include it.
#pragma once

#include <string>

#include "films/output.h"
#include "films/samples/libav.h"

namespace sweep {

struct FilmEncoder {
    AvCodecContext context;
    int every = 1;                 // of so many frames one is kept
    std::int64_t longest_gap = 0;  // between two frames, as the encoder counts time
};

// The name of the container, as libavformat has it: "mp4", "flv".
std::string container_of(const FilmOutput& output);

// Opens the first encoder that works here. `wants_header`: the container keeps the encoder's header apart. A film with a tick has
// a rate that the container can hold, or is refused. Throws Error(unwritable_output).
FilmEncoder open_encoder(const FilmOutput& output, bool wants_header);

}  // namespace sweep
