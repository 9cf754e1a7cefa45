// What the GPU, the build and the caller allow.
#pragma once

#include "core/problem/problem.h"

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
    return limits.block > 0 ? limits.block : problem.block;
}

// True if bulk copies move the problem's blocks.
inline bool takes_bulk_copies(const Problem& problem, const DeviceLimits& limits) {
    return problem.path != KernelPath::portable && limits.bulk_copies && has_rows_of_words(problem);
}

}  // namespace sweep::gpu
