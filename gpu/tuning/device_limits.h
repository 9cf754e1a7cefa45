// What the GPU, the build and the caller allow.
#pragma once

#include <cstdint>

#include "core/problem/problem.h"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

struct DeviceLimits {
    int multiprocessors;
    int shared_bytes_per_block;  // the most that a thread block may ask for
    bool can_overlap;            // programmatic dependent launch
    bool tensor_cores;           // gpu/device/tensor_product.cuh
    int block;                   // the side of the blocks that is asked for; 0: any
    bool bulk_copies;            // gpu/device/bulk_copy.cuh
    bool clusters;               // gpu/device/cluster.cuh
};

// The side of a block that the engine or the problem asks for; 0: any.
inline int block_asked_for(const Problem& problem, const DeviceLimits& limits) {
    return limits.block > 0 ? limits.block : problem.method.block;
}

// True if bulk copies move the problem's blocks.
inline bool takes_bulk_copies(const Problem& problem, const DeviceLimits& limits) {
    return problem.method.path != KernelPath::portable && limits.bulk_copies && has_rows_of_words(problem);
}

// True if a table may be made with all of the image on the chip at once (gpu/table/at_once.cuh), as far as the number
// of blocks tells: the plan asks whether they find room. Nobody may have asked for blocks or kernels.
inline bool takes_at_once(const Problem& problem, const DeviceLimits& limits) {
    using tuning::AtOnce;
    const auto blocks = [](int n, int side) { return std::int64_t((n + side - 1) / side); };
    const bool has_floats = has_rows_of_words(problem) && table_sample(problem) == Sample::f32 &&
                            problem.method.precision != Precision::f32_less_mean;
    const bool has_bytes = problem.input == Sample::u8 && problem.shape.channels == 1 &&
                           problem.shape.width % 4 == 0 && problem.filter.kind == FilterKind::sat &&
                           table_sample(problem) == Sample::u32 && quantisation(problem).scale == 0;
    return problem.method.algorithm == Algorithm::sat_one_pass && block_asked_for(problem, limits) == 0 &&
           problem.method.path == KernelPath::automatic && problem.method.memory == Memory::linear &&
           (has_floats || has_bytes) &&
           blocks(problem.shape.height, AtOnce::rows) * blocks(problem.shape.width, AtOnce::columns) <=
               AtOnce::thread_blocks * limits.multiprocessors;
}

}  // namespace sweep::gpu
