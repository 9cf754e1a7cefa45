// The frames of a HEIC or an AVIF that moves: a track, as a film has it. ISO/IEC 14496-12 and 23008-12, 7.
#pragma once

#include <filesystem>

#include "files/codecs.h"

namespace sweep {

struct HeifSequence {
    int frames = 0;          // 0: it does not move
    bool has_alpha = false;  // in a track of its own
};

// Takes any bytes.
HeifSequence heif_sequence_of(const FileReader& file);
// Of what cannot be read no frames.
HeifSequence heif_sequence_of(const std::filesystem::path& path);

}  // namespace sweep
