#include "app/commands/bench/axes.h"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "gpu/engine.h"

namespace sweep::app {
namespace {

// Replaces each request by one for every text of an option, or by one with the first text where the option is not
// heard.
template <class Items, class Listens>
void vary(std::vector<FilterSettings>& requests, const FilterOption& option, const Items& items,
          Listens listens) {
    std::vector<FilterSettings> varied;
    for (const FilterSettings& one : requests)
        for (const std::string& item : items) {
            option.set(varied.emplace_back(one), item);
            if (!listens(one)) break;
        }
    requests = std::move(varied);
}

}  // namespace

std::vector<EngineKind> BenchOptions::engines() const {
    std::vector<EngineKind> engines;
    for (const Axis& axis : axes)
        if (axis.option->name == "engine")
            for (const std::string& item : axis.items) {
                FilterSettings one;
                axis.option->set(one, item);
                engines.push_back(one.engine);
            }
    if (engines.empty()) engines.push_back(request.engine);
    return engines;
}

std::vector<FilterSettings> BenchOptions::requests() const {
    std::vector<FilterSettings> all{request};
    for (const Axis& axis : axes)
        if (axis.option->name != "engine")
            vary(all, *axis.option, axis.items,
                 [&](const FilterSettings& one) { return axis.option->listens(one); });
    return all;
}

std::vector<FilterSettings> BenchOptions::kinds() const {
    std::vector<FilterSettings> all{request};
    for (const Axis& axis : axes)
        if (axis.option->name == "filter" || axis.option->name == "algorithm")
            vary(all, *axis.option, std::set<std::string>(axis.items.begin(), axis.items.end()),
                 [](const FilterSettings&) { return true; });
    return all;
}

Combinations::Combinations(const BenchOptions& options) {
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
