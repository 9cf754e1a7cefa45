#include "engines/start.h"

#include <algorithm>
#include <array>

#include "core/engine/reference_engine.h"
#include "cpu/engine.h"
#include "engines/either.h"
#include "gpu/engine.h"
#include "opengl/engine.h"

namespace sweep {
namespace {

Availability cuda_device() {
    const gpu::Device device = gpu::probe();
    if (device.usable) return {true, device.name + ", compute capability " + device.compute_capability};
    return {false, device.reason, device.advice,
            device.driver_too_old ? ExitCode::old_driver : ExitCode::no_engine};
}

std::unique_ptr<Engine> start_cuda(TuningSource tuning) {
    auto engine = std::make_unique<gpu::Engine>();
    if (tuning) engine->set_tuning(tuning());
    return engine;
}

Availability opengl_device() {
    const opengl::Device& device = opengl::probe();
    return {device.usable, device.text + (device.usable && !device.is_hardware ? ", on the processor" : ""),
            device.advice, ExitCode::no_engine, device.is_hardware};
}

constexpr std::array all{
    EngineEntry{.kind = EngineKind::cuda,
                .takes_doubles = false,
                .availability = cuda_device,
                .start = start_cuda,
                .measure_copy_ms = [](std::size_t bytes) { return gpu::measure_copy_ms(bytes); }},
    EngineEntry{
        .kind = EngineKind::opengl,
        .takes_doubles = false,
        .availability = opengl_device,
        .start = [](TuningSource) -> std::unique_ptr<Engine> { return std::make_unique<opengl::Engine>(); },
        .measure_copy_ms = [](std::size_t bytes) { return opengl::measure_copy_ms(bytes); },
        .is_expected = opengl::expects_hardware,
        .has_all = false,
        .wakes_slowly = true},
    EngineEntry{
        .kind = EngineKind::cpu,
        .takes_doubles = true,
        .availability =
            [] {
                return Availability{true, cpu::description()};
            },
        .start = [](TuningSource) -> std::unique_ptr<Engine> { return std::make_unique<cpu::Engine>(); },
        .measure_copy_ms = [](std::size_t bytes) { return cpu::measure_copy_ms(bytes); }},
    EngineEntry{
        .kind = EngineKind::reference,
        .takes_doubles = true,
        .availability =
            [] {
                return Availability{true, "sequential, float64, without blocks; slow"};
            },
        .start = [](TuningSource) -> std::unique_ptr<Engine> { return std::make_unique<ReferenceEngine>(); },
        .measure_copy_ms = [](std::size_t bytes) { return cpu::measure_copy_ms(bytes); }},
};

// What solves everything that the user leaves open, on every machine: the last but the reference.
constexpr const EngineEntry& last_resort = all[all.size() - 2];

std::string not_used(const EngineEntry& engine, std::string_view reason) {
    return "; no " + std::string(name_of(engine.kind).title) + ": " + std::string(reason);
}

}  // namespace

std::span<const EngineEntry> engine_entries() {
    return all;
}

const EngineEntry& entry_of(EngineKind kind) {
    return *std::find_if(all.begin(), all.end() - 1, [kind](const EngineEntry& e) { return e.kind == kind; });
}

EnginePick pick_engine(EngineKind asked, Sample input) {
    if (asked != EngineKind::automatic) {
        const EngineEntry& engine = entry_of(asked);
        const Availability found = engine.availability();
        if (!found.usable)
            throw Error(found.code, "the engine " + std::string(name_of(engine.kind).word) + ": " +
                                        found.text + ": " + found.advice);
        return {asked, (asked == all.front().kind ? "" : "selected: ") + found.text};
    }
    std::string why_not_others;
    for (const EngineEntry* engine = all.data(); engine != &last_resort; ++engine) {
        if (engine->is_expected && !engine->is_expected()) continue;
        const Availability found = engine->availability();
        if (input == Sample::f64 && !engine->takes_doubles)
            why_not_others = ", in double precision as the input";
        else if (found.usable && found.is_for_auto)
            return {engine->kind, found.text};
        else
            why_not_others += not_used(*engine, found.text);
    }
    return {last_resort.kind, last_resort.availability().text + why_not_others};
}

std::string StartedEngine::text() const {
    return "engine " + std::string(name_of(engine->kind()).word) + ": " + reason;
}

EngineKind pick_cpu_engine(EngineKind asked, std::string_view filter) {
    if (asked == EngineKind::automatic) return EngineKind::cpu;
    if (asked != EngineKind::cpu && asked != EngineKind::reference)
        throw Error(ExitCode::usage, std::string(filter) + " is not on " + std::string(name_of(asked).title) +
                                         ": use the engine auto, cpu or reference");
    return asked;
}

StartedEngine start_engine(EngineKind asked, Sample input, TuningSource tuning) {
    const EnginePick pick = pick_engine(asked, input);
    const EngineEntry& engine = entry_of(pick.kind);
    try {
        std::unique_ptr<Engine> started = engine.start(tuning);
        if (asked == EngineKind::automatic && !engine.has_all)
            started = std::make_unique<EitherEngine>(std::move(started), last_resort.start(tuning));
        return {std::move(started), pick.reason};
    } catch (const Error& error) {
        if (asked != EngineKind::automatic || pick.kind == last_resort.kind) throw;
        return {last_resort.start(tuning), last_resort.availability().text + not_used(engine, error.what())};
    }
}

}  // namespace sweep
