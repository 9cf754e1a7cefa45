// Which engine filters the textures of the window, and on which path the pixels reach it.
#pragma once

#include "app/engine_choice.h"

#include <string>
#include <string_view>

namespace sweep::app {

enum class Path {
    cuda_interop,  // CUDA reads and writes the GL textures in place
    cuda_copy,     // CUDA, but through host memory: GL is on another GPU, or on none
    cpu,
    reference,
};

struct EnginePick {
    Path path;
    std::string reason;  // one line: why this one
};

// Throws Error(no_engine) or Error(old_driver) when the engine that was asked for by name is not here.
EnginePick pick_engine(EngineChoice choice);

std::string_view badge(Path path);  // "CUDA interop"

}  // namespace sweep::app
