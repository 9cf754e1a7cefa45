// What every engine is to its callers. The list of engines is engines/start.cpp.
#pragma once

#include <vector>

#include "core/base/image.h"
#include "core/blocks/carries.h"
#include "core/blocks/table_carries.h"
#include "core/engine/codes_engine.h"
#include "core/engine/gpu_images.h"
#include "core/engine/links_programs.h"
#include "core/engine/trace.h"
#include "core/plan/job.h"
#include "core/problem/problem.h"
#include "core/stages/stages.h"

namespace sweep {

// Filters images of one problem after another. One thread at a time may use an engine.
class Engine {
  public:
    virtual ~Engine() = default;
    virtual EngineKind kind() const = 0;  // never `automatic`

    // Makes everything ready for images of this problem: workspace, coefficients, matrices. Does nothing when it is
    // the one prepared. Throws Error(usage) when validate() or require_support() do, and Error(failed) when memory
    // is short.
    virtual void prepare(const Problem& problem) = 0;

    // Filters `in`, of problem.shape and problem.input, into `out`, of problem.shape and output_sample(problem),
    // which may not overlap; waits for the result. Throws Error(failed) when no problem is prepared, or one for
    // other images.
    virtual void run(ConstImageView in, ImageView out) = 0;

    // The prepared problem as it is solved.
    virtual const Job& job() const = 0;
    // The times of the stages in the last run.
    virtual const RunReport& report() const = 0;
    // The mean of each channel that the last run took off a table of Precision::f32_less_mean; otherwise empty.
    virtual std::vector<double> table_mean() const = 0;
    // The carries of the last run. Throws Error(failed) when its algorithm has none, and before a run.
    virtual Carries carries() const = 0;
    // The same of a table. Throws Error(failed) where the algorithm keeps none, and before a run.
    virtual TableCarries table_carries() const;
    // Runs once more as run() does, and says when and where each block ran. Throws as run() does, and Error(usage)
    // where the engine keeps no such record.
    virtual Trace trace(ConstImageView in, ImageView out);
    // The bytes of the workspace, beside input and output.
    virtual std::size_t working_bytes() const = 0;

    // The milliseconds of each of `repeats` runs over data that lies where the engine works; run() with the same
    // images comes first.
    virtual std::vector<double> time_runs(ConstImageView in, ImageView out, int repeats);
    // The engine as one that filters textures, or device memory; null: it filters images in host memory alone.
    virtual TextureEngine* on_textures() { return nullptr; }
    virtual DeviceEngine* on_device() { return nullptr; }
    // The engine as one whose programs a driver links first; null: it starts without waiting for that.
    virtual LinksPrograms* on_programs() { return nullptr; }
    // The engine as one that writes bytes and words; null: it does not, or not by the algorithm that is prepared.
    virtual CodesEngine* on_codes() { return nullptr; }
    // The samples in which the engine has its results at their best: f64 from the reference, if they are not
    // integers. run() writes these, too.
    virtual Sample best_sample(const Problem& problem) const { return output_sample(problem); }

    const Problem& resolved() const { return job().problem; }
    int block() const { return job().block; }
};

}  // namespace sweep
