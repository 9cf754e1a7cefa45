// A plan: an algorithm with its block size, matrices and workspace, ready to be launched stage by stage.
#pragma once

#include <memory>
#include <vector>

#include "core/carries.h"
#include "core/error.h"
#include "core/problem.h"
#include "core/stages.h"
#include "gpu/launch.cuh"
#include "gpu/pixels.cuh"

namespace sweep::gpu {

struct DeviceLimits {
    int multiprocessors;
    int shared_bytes_per_block;  // a kernel may ask for this much
    bool can_overlap;            // programmatic dependent launch
    bool tensor_cores;           // gpu/tensor_product.cuh
    int block;                   // asked for; 0: any
    bool bulk_copies;            // gpu/bulk_copy.cuh
    bool clusters;               // gpu/cluster.cuh
};

// The side of a block that the engine or the problem asks for; 0: any.
inline int block_asked_for(const Problem& problem, const DeviceLimits& limits) {
    return limits.block > 0 ? limits.block : problem.block;
}

// Whether a problem's blocks are moved by bulk copies.
inline bool takes_bulk_copies(const Problem& problem, const DeviceLimits& limits) {
    return problem.path != Path::portable && limits.bulk_copies && has_rows_of_words(problem);
}

// One of the stages of core/stages.h is one kernel (a call of a library, a sort of memory copies) on the stream.
class Plan {
  public:
    virtual ~Plan() = default;
    virtual int block() const = 0;
    virtual std::size_t working_bytes() const { return 0; }
    // The states that enter the blocks, of the last run; waits for the stream. Throws Error(failed) where there are none.
    virtual Carries carries(cudaStream_t) const {
        throw Error(ExitCode::failed, "this algorithm has no carries: it does not filter blocks");
    }
    // Takes on another problem when workspace and kernels stay the same (another sigma, radius, boundary
    // value); false when it needs a plan of its own. Does not wait for the device.
    virtual bool adopt(const Problem& problem, cudaStream_t stream) = 0;
    // Of a table of x - mean, what was taken off; otherwise empty. Waits for the stream.
    virtual std::vector<double> table_mean(cudaStream_t) const { return {}; }
    // Whether it writes float16 where that is asked for. Otherwise it is given room for floats.
    virtual bool writes_halves() const { return false; }
    virtual void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out,
                              LaunchOn on) = 0;
};

std::unique_ptr<Plan> make_recursive_plan(const Problem& problem, const DeviceLimits& limits,
                                          cudaStream_t stream);
std::unique_ptr<Plan> make_table_plan(const Problem& problem, const DeviceLimits& limits,
                                      cudaStream_t stream);
std::unique_ptr<Plan> make_convolution_plan(const Problem& problem, cudaStream_t stream);
std::unique_ptr<Plan> make_cascade_plan(const Problem& problem, cudaStream_t stream);
// Throws Error(no_engine) where cuFFT is not.
std::unique_ptr<Plan> make_fft_plan(const Problem& problem, cudaStream_t stream);
std::unique_ptr<Plan> make_rt_plan(const Problem& problem, cudaStream_t stream);
std::unique_ptr<Plan> make_rt64_plan(const Problem& problem, cudaStream_t stream);
std::unique_ptr<Plan> make_signal_plan(const Problem& problem, cudaStream_t stream);
std::unique_ptr<Plan> make_varying_plan(const Problem& problem, cudaStream_t stream);
std::unique_ptr<Plan> make_convert_plan(const Problem& problem);
// Rounds four channels of floats to float16.
void launch_narrow(LaunchOn on, const float* from, const PixelSink& to, Shape shape);
std::unique_ptr<Plan> make_published_plan(const Problem& problem, cudaStream_t stream);
// Throws Error(usage) when the image does not fit on the chip.
std::unique_ptr<Plan> make_resident_plan(const Problem& problem, const DeviceLimits& limits,
                                         cudaStream_t stream);

// One order, one translation unit: recursive_order_*.cu, published_order_*.cu, resident_order_*.cu; algorithm 7 by blocks of 64
// and of 128 has one more, recursive_large_order_*.cu.
template <int R>
std::unique_ptr<Plan> make_published_plan_of_order(const Problem& problem, cudaStream_t stream);
template <int R>
std::unique_ptr<Plan> make_recursive_plan_of_order(const Problem& problem, const DeviceLimits& limits,
                                                   cudaStream_t stream);
template <int R, int T>
std::unique_ptr<Plan> make_large_recursive_plan(const Problem& problem, const DeviceLimits& limits,
                                                cudaStream_t stream);
template <int R>
std::unique_ptr<Plan> make_resident_plan_of_order(const Problem& problem, const DeviceLimits& limits,
                                                  cudaStream_t stream);

}  // namespace sweep::gpu
