#include "app/engines/engines.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "app/engines/tuning_choice.h"
#include "app/request/option_values.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/engine/reference_engine.h"
#include "cpu/engine.h"
#include "gpu/engine.h"

namespace sweep::app {

EnginePick pick_engine(EngineKind asked, Sample input) {
    if (asked == EngineKind::automatic && input == Sample::f64)
        return {EngineKind::cpu, cpu::description() + ", in double precision as the input"};
    if (asked == EngineKind::reference)
        return {EngineKind::reference, "selected: sequential, float64, without blocks; slow"};
    if (asked == EngineKind::cpu) return {EngineKind::cpu, "selected: " + cpu::description()};

    const gpu::Device device = gpu::probe();
    if (device.usable)
        return {EngineKind::cuda, device.name + ", compute capability " + device.compute_capability};
    if (asked == EngineKind::cuda)
        throw Error(device.driver_too_old ? ExitCode::old_driver : ExitCode::no_engine,
                    "the engine cuda: " + device.reason + ": " + device.advice);
    return {EngineKind::cpu, cpu::description() + "; no CUDA: " + device.reason};
}

std::string StartedEngine::text() const {
    return fmt::format("engine {}: {}", word_for(engine_words, engine->kind()), reason);
}

StartedEngine start_engine(EngineKind asked, Sample input) {
    EnginePick pick = pick_engine(asked, input);
    if (pick.kind == EngineKind::reference) return {std::make_unique<ReferenceEngine>(), pick.reason};
    if (pick.kind == EngineKind::cuda) {
        try {
            auto engine = std::make_unique<gpu::Engine>();
            engine->set_tuning(tuning_in_use().tuning);
            return {std::move(engine), pick.reason};
        } catch (const Error& error) {
            if (asked == EngineKind::cuda) throw;
            pick.reason = cpu::description() + "; no CUDA: " + error.what();
        }
    }
    return {std::make_unique<cpu::Engine>(), pick.reason};
}

Image filtered(Engine& engine, ConstImageView in) {
    const Problem& problem = engine.resolved();
    const Sample sample = engine.best_sample(problem);
    require_memory(problem.shape.samples() * size_of(sample), "the filtered image");
    Image out(problem.shape, sample);
    // The system maps memory page by page at the first touch, which is not to count as the engine's time.
    std::memset(out.view().data, 0, out.bytes());
    engine.run(in, out.view());
    return out;
}

std::vector<double> time_stages(Engine& engine, ConstImageView in, ImageView out, int repeats) {
    std::vector<std::vector<double>> times(engine.job().stages.size());
    for (int i = 0; i < repeats; ++i) {
        engine.run(in, out);
        const std::vector<StageTime>& stages = engine.report().stages;
        for (std::size_t k = 0; k < times.size() && k < stages.size(); ++k)
            times[k].push_back(stages[k].milliseconds);
    }
    std::vector<double> medians;
    for (std::vector<double>& t : times) medians.push_back(quantile(std::move(t), 0.5));
    return medians;
}

double measure_copy_ms(EngineKind engine, std::size_t bytes) {
    return engine == EngineKind::cuda ? gpu::measure_copy_ms(bytes) : cpu::measure_copy_ms(bytes);
}

double quantile(std::vector<double> values, double fraction) {
    if (values.empty()) return 0;
    const auto rank = std::size_t(std::ceil(fraction * double(values.size())));
    const auto at = values.begin() + std::ptrdiff_t(std::max<std::size_t>(rank, 1) - 1);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

std::string_view badge(EngineKind engine, bool in_place) {
    switch (engine) {
        case EngineKind::cpu:
            return "CPU";
        case EngineKind::reference:
            return "Reference";
        default:
            return in_place ? "CUDA interop" : "CUDA copy";
    }
}

}  // namespace sweep::app
