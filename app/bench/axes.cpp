#include "app/bench/axes.h"

#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "gpu/engine.h"

namespace sweep::app {
Combinations::Combinations(const Options& options) {
    const std::vector<Size> sizes = options.sizes.empty() ? std::vector{Size{2048, 2048}} : options.sizes;
    const std::vector<FilterSettings> requests = options.requests();
    for (EngineKind engine : options.engines())
        for (const Size& size : sizes)
            for (const FilterSettings& request : requests) {
                Problem problem =
                    request.problem({size.width, size.height, options.channels}, options.sample);
                problem.method.memory = options.memory;
                possible_.push_back({std::move(problem), engine});
            }
    require([](const Combination& c) { validate(c.problem); });
}

void Combinations::require(const std::function<void(const Combination&)>& check) {
    const bool alone = possible_.size() + skipped_.size() == 1;
    ExitCode code = ExitCode::usage;
    for (const Combination& combination : std::exchange(possible_, {})) {
        try {
            check(combination);
            possible_.push_back(combination);
        } catch (const Error& error) {
            if (alone) throw;
            code = error.code();
            skipped_.push_back({combination, error.what()});
        }
    }
    if (possible_.empty())
        throw Error(code, "none of these combinations is possible: " + skipped_.back().reason);
}

void require_room(const Problem& p, EngineKind engine) {
    const std::uint64_t images =
        p.shape.samples() * (size_of(p.input) + size_of(output_sample(p)));  // of input and output
    const std::string what =
        fmt::format("measuring {} x {} x {}", p.shape.width, p.shape.height, p.shape.channels);
    if (engine != EngineKind::cuda) return require_memory(2 * images, what);
    require_memory(images, what);
    static const std::uint64_t there = gpu::probe().memory_bytes;
    if (2 * images > there)
        throw Error(ExitCode::failed,
                    fmt::format("{} needs {} of the GPU's memory, it has {}: use a smaller image", what,
                                memory_text(2 * images), memory_text(there)));
}

}  // namespace sweep::app
