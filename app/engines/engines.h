// Starts the engine that a request names, or the one that is best here.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine/engine.h"

namespace sweep::app {

struct EnginePick {
    EngineKind kind;     // never `automatic`
    std::string reason;  // what it is, and why this one, in one line
};

// The engine for samples of this type: `automatic` takes the CPU for float64, which the CUDA engine does not have.
// Throws Error(no_engine) or Error(old_driver) when the engine that was asked for by name is not available.
EnginePick pick_engine(EngineKind asked, Sample input = Sample::f32);

struct StartedEngine {
    std::unique_ptr<Engine> engine;
    std::string reason;

    std::string text() const;  // "engine cpu: AVX2, 8 threads"
};

// Starts the engine of pick_engine(), a CUDA engine with tuning_in_use(); throws as it does. `automatic` takes the
// CPU where the CUDA engine does not start, too.
StartedEngine start_engine(EngineKind asked, Sample input = Sample::f32);

// Filters into a new image of Engine::best_sample(). Throws Error(failed) when it does not fit into memory.
Image filtered(Engine& engine, ConstImageView in);

// The median milliseconds of each stage over some runs.
std::vector<double> time_stages(Engine& engine, ConstImageView in, ImageView out, int repeats);

// The milliseconds of copying `bytes` in the memory in which the engine works.
double measure_copy_ms(EngineKind engine, std::size_t bytes);

// The value below which `fraction` of the values lie (nearest rank); 0 where there are none.
double quantile(std::vector<double> values, double fraction);

// "CUDA interop", "CUDA copy": CUDA on textures in place, or through host memory; "CPU", "Reference".
std::string_view badge(EngineKind engine, bool in_place);

}  // namespace sweep::app
