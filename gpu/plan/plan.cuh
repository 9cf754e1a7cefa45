// A plan: an algorithm with its block size, matrices and workspace, ready to be launched stage by stage.
#pragma once

#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/blocks/carries.h"
#include "core/plan/job.h"
#include "core/problem/problem.h"
#include "core/stages/stages.h"
#include "gpu/device/launch.cuh"
#include "gpu/image/pixels.cuh"
#include "gpu/tuning/device_limits.h"

namespace sweep::gpu {

// A plan launches the stages of core/stages/stages.h one by one. A stage is one kernel on the stream, one
// call of a library, or memory copies of one kind.
class Plan {
  public:
    virtual ~Plan() = default;
    virtual int block() const = 0;
    virtual std::size_t working_bytes() const { return 0; }
    // Returns the carries of the last run; waits for the stream. Throws Error(failed) if there are none.
    virtual Carries carries(cudaStream_t) const {
        throw Error(ExitCode::failed, "this algorithm has no carries: it does not filter blocks");
    }
    // Takes on another job where workspace and kernels stay the same (another sigma, radius, boundary
    // value). Returns false where the job needs a plan of its own. Does not wait for the device.
    virtual bool adopt(const Job& job, cudaStream_t stream) = 0;
    // Returns the means that a table of x - mean has taken off, else nothing. Waits for the stream.
    virtual std::vector<double> table_mean(cudaStream_t) const { return {}; }
    // True if it writes float16 where that is asked for. Otherwise it is given room for floats.
    virtual bool writes_halves() const { return false; }
    // True if blocks tell what their neighbours publish from what earlier runs have left by the number of the
    // run: a CUDA graph would repeat one number.
    virtual bool counts_runs() const { return false; }
    // True if launch_stage() filters all images of LaunchOn::batch.
    virtual bool takes_batches() const { return false; }
    virtual void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out,
                              LaunchOn on) = 0;
};

}  // namespace sweep::gpu
