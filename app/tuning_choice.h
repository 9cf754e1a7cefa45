// Which row of choices (gpu/tuning/) the CUDA engines of this program take: what --tuning says, or what `sweep tune` has left.
#pragma once

#include <string>

#include "gpu/tuning/tuning.h"

namespace sweep::app {

struct TuningInUse {
    gpu::Tuning tuning;
    std::string text;           // "built in, for NVIDIA H200"
    bool is_unmeasured = true;  // nobody has measured this GPU
};

// "built-in", "measured" or a file; empty: what was measured here where that is there and can be used. Throws Error(usage)
// or Error(unreadable_input) when what it names cannot be used; a GPU has to be there, otherwise it has no effect.
void choose_tuning(const std::string& asked);

// What has been chosen; looked for when it is first asked for. Where what was measured here cannot be used, a line on stderr says
// why, and the built-in row holds.
const TuningInUse& tuning_in_use();

// Stores a row that was measured here, and takes it from now on for engines that begin. The file's name. Throws
// Error(unwritable_output).
std::string store_tuning(gpu::Tuning tuning);

}  // namespace sweep::app
