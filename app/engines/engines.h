// Picks the engine that filters, and the path on which pixels reach it.
#pragma once

#include <string>
#include <string_view>

#include "app/request/engine_choice.h"

namespace sweep::app {

enum class EnginePath {
    cuda_interop,  // CUDA reads and writes the GL textures in place
    cuda_copy,     // CUDA through host memory, because GL is on another GPU, or on none
    cpu,
    reference,
};

struct EnginePick {
    EnginePath path;
    std::string reason;  // why this one, in one line
};

// Throws Error(no_engine) or Error(old_driver) when the engine that was asked for by name is not available.
EnginePick pick_engine(EngineChoice choice);

std::string_view badge(EnginePath path);  // "CUDA interop"

}  // namespace sweep::app
