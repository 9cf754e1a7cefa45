#include "app/commands/bench_axes.h"

#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/filter/design.h"
#include "gpu/engine.h"

namespace sweep::app {
namespace {

bool always(FilterKind) {
    return true;
}

// Replaces each problem by one for every value of an axis, or by one with the first value if its filter does
// not depend on the axis, which listens(kind) says.
template <class T, class Set>
void vary(std::vector<Problem>& problems, const std::vector<T>& values, bool (*listens)(FilterKind),
          Set set) {
    std::vector<Problem> varied;
    for (const Problem& problem : problems) {
        const std::size_t count = listens(problem.filter.kind) ? values.size() : 1;
        for (std::size_t i = 0; i < count; ++i) {
            varied.push_back(problem);
            set(varied.back(), values[i]);
        }
    }
    problems = std::move(varied);
}

std::vector<Problem> product(const Options& options) {
    const std::vector<Size> sizes = options.sizes.empty() ? std::vector{Size{2048, 2048}} : options.sizes;
    std::vector<Problem> all{options.problem()};
    all.front().input = options.sample;
    vary(all, sizes, always, [&](Problem& p, const Size& size) {
        p.shape = {size.width, size.height, options.channels};
    });
    vary(all, options.filters, always, [](Problem& p, FilterKind kind) { p.filter.kind = kind; });
    vary(all, options.orders, has_orders, [](Problem& p, int order) { p.filter.order = order; });
    vary(
        all, options.sigmas, [](FilterKind kind) { return kind == FilterKind::gaussian; },
        [](Problem& p, const Sigma& sigma) { p.filter.sigma = sigma.of(p.shape); });
    vary(
        all, options.alphas, [](FilterKind kind) { return kind == FilterKind::exponential; },
        [](Problem& p, double alpha) { p.filter.alpha = alpha; });
    vary(all, options.boundaries, is_recursive, [](Problem& p, const Boundary& b) { p.boundary = b; });
    vary(
        all, options.algorithms, [](FilterKind kind) { return kind != FilterKind::none; },
        [](Problem& p, const AlgorithmChoice& algorithm) { p = algorithm.of(p); });
    return all;
}

}  // namespace

Combinations::Combinations(const Options& options) {
    for (EngineChoice engine : options.engines)
        for (const Problem& problem : product(options)) possible_.push_back({problem, engine});
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

void require_room(const Problem& p, EngineChoice engine) {
    const std::uint64_t images =
        p.shape.samples() * (size_of(p.input) + size_of(output_sample(p)));  // of input and output
    const std::string what =
        fmt::format("measuring {} x {} x {}", p.shape.width, p.shape.height, p.shape.channels);
    if (engine != EngineChoice::cuda) return require_memory(2 * images, what);
    require_memory(images, what);
    static const std::uint64_t there = gpu::probe().memory_bytes;
    if (2 * images > there)
        throw Error(ExitCode::failed,
                    fmt::format("{} needs {} of the GPU's memory, it has {}: use a smaller image", what,
                                memory_text(2 * images), memory_text(there)));
}

}  // namespace sweep::app
