// The row of choices (gpu/tuning/) that the CUDA engines of this program take: the one that --tuning names,
// otherwise the one that `sweep tune` has measured, otherwise the built-in one.
#pragma once

#include <string>

#include "gpu/tuning/tuning.h"

namespace sweep::app {

struct TuningInUse {
    gpu::Tuning tuning;
    std::string text;           // "built in, for NVIDIA H200"
    bool is_unmeasured = true;  // this GPU has not been measured
};

// Sets the row by name: "built-in", "measured" or a file; empty: the measured one where it can be used.
// Throws Error(usage) or Error(unreadable_input) when the named row cannot be used. Without a GPU it has no
// effect.
void choose_tuning(const std::string& asked);

// The chosen row, which is looked for at the first call. Where the measured row cannot be used, a note on
// stderr says why, and the built-in row is taken.
const TuningInUse& tuning_in_use();

// Stores a row that was measured here, makes it the chosen one for engines that start later, and returns the
// file's name. Throws Error(unwritable_output).
std::string store_tuning(gpu::Tuning tuning);

}  // namespace sweep::app
