#include "core/engine/reference_engine.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/problem/reference.h"

namespace sweep {

void ReferenceEngine::prepare(const Problem& problem) {
    if (!job_.stages.empty() && problem == asked_) return;
    job_ = plan(problem, EngineKind::reference, 0);
    asked_ = problem;
    report_.stages = {{job_.stages.front(), 0}};
    mean_.clear();
}

void ReferenceEngine::run(ConstImageView in, ImageView out) {
    const Problem& problem = job_.problem;
    const bool rounds = out.sample == Sample::f32 && output_sample(problem) == Sample::f32;
    if (job_.stages.empty() || out.shape != problem.shape || (!rounds && out.sample != best_sample(problem)))
        throw Error(ExitCode::failed, "the image is not the one that the reference was prepared for");
    // It decodes into doubles and returns a copy of them.
    require_memory(working_bytes(), "the reference");
    const auto start = std::chrono::steady_clock::now();
    const Image truth = reference(problem, in);
    mean_.clear();
    if (problem.method.precision == Precision::f32_less_mean) mean_ = reference_mean(problem, in);
    for (int y = 0; y < problem.shape.height; ++y) {
        const int count = problem.shape.width * problem.shape.channels;
        if (rounds)
            std::transform(truth.view().row<double>(y), truth.view().row<double>(y) + count,
                           out.row<float>(y), [](double x) { return float(x); });
        else
            std::memcpy(out.row<std::byte>(y), truth.view().row<std::byte>(y),
                        std::size_t(count) * size_of(out.sample));
    }
    report_.stages.front().milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

Carries ReferenceEngine::carries() const {
    throw Error(ExitCode::failed, "the reference has no carries: it does not filter blocks");
}

Sample ReferenceEngine::best_sample(const Problem& problem) const {
    return output_sample(problem) == Sample::u32 ? Sample::u32 : Sample::f64;
}

}  // namespace sweep
