// The engines of this program on this machine: whether each can be used, and the one place where they are started.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/engine/engine.h"
#include "gpu/tuning/tuning.h"

namespace sweep {

// Whether an engine can be used here.
struct Availability {
    bool usable = true;
    std::string text;                     // what it is, or in a few words why it cannot be used
    std::string advice = {};              // what the user can do about that
    ExitCode code = ExitCode::no_engine;  // when it is asked for nevertheless
    bool is_for_auto = true;  // `automatic` may take it: it is no slower than what comes behind it
};

// Where a GPU's tuning comes from; null: the built-in one of that GPU.
using TuningSource = gpu::Tuning (*)();

struct EngineEntry {
    EngineKind kind;
    bool takes_doubles;  // it filters float64 as it is
    Availability (*availability)();
    // Throws Error(no_engine) or Error(old_driver) where it cannot be used, and Error(failed) where it does not start.
    std::unique_ptr<Engine> (*start)(TuningSource tuning);
    // The milliseconds of copying `bytes` in the memory in which it works.
    double (*measure_copy_ms)(std::size_t bytes);
    // Where asking for its availability takes long: whether `automatic` should. Null: it should.
    bool (*is_expected)() = nullptr;
    // False: `automatic` takes the CPU for what it does not have.
    bool has_all = true;
    // Its GPU's clock rises while it works, so first runs take up to four times as long.
    bool wakes_slowly = false;
};

// The fastest first, as engines() has them (core/plan/offers.h), and then the reference.
std::span<const EngineEntry> engine_entries();
const EngineEntry& entry_of(EngineKind kind);  // of any but `automatic`

struct EnginePick {
    EngineKind kind;     // never `automatic`
    std::string reason;  // what it is, and why this one, in one line
};

// The engine for samples of this type: `automatic` is the fastest that can be used here and takes them. Throws
// Error(no_engine) or Error(old_driver) when the engine that was asked for by name cannot be used.
EnginePick pick_engine(EngineKind asked, Sample input = Sample::f32);

// The engine for a filter that the CPU and the reference alone have: `automatic` is the CPU. Throws Error(usage) for
// another one, which names the filter: "the bilateral filter".
EngineKind pick_cpu_engine(EngineKind asked, std::string_view filter);

struct StartedEngine {
    std::unique_ptr<Engine> engine;
    std::string reason;

    std::string text() const;  // "engine cpu: AVX2, 8 threads"
};

// Starts the engine of pick_engine(), and throws as it does. `automatic` takes the CPU where that engine does not
// start.
StartedEngine start_engine(EngineKind asked, Sample input, TuningSource tuning);

}  // namespace sweep
