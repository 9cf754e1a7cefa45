// Launches of kernels, and programmatic dependent launch: from compute capability 9.0 on, a kernel can start
// while the kernel before it on the stream still runs. On other devices the two functions for it do nothing.
#pragma once

#include "gpu/device/check.h"
#include "gpu/device/launch_record.cuh"

// The registers that a thread of a kernel may have, from CUDA 12.4 on. With older compilers the bound lets
// each kernel that has such a limit start with all its threads.
#ifndef __maxnreg__
#define __maxnreg__(...) __launch_bounds__(512)
#endif

namespace sweep::gpu {

// Lets the next kernel on the stream start. That kernel still has to wait for what it reads of this one.
__device__ inline void launch_dependents() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

// Waits until the kernel before this one has ended and its writes are visible.
__device__ inline void wait_for_predecessor() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// Images that one launch filters, one behind the other, and the bytes between two, of the input and of the result.
struct Batch {
    int images = 1;
    std::size_t in_step = 0, out_step = 0;
};

// The stream of a launch, and the way in which the kernel is launched.
struct LaunchOn {
    cudaStream_t stream;
    bool overlap;              // may start before its predecessor ends; must call wait_for_predecessor()
    bool cooperative = false;  // all thread blocks are alive at once, or the launch fails
    unsigned cluster = 1;      // thread blocks along x that form a cluster (gpu/device/cluster.cuh)
    LaunchRecord* record = nullptr;  // of the run, if somebody asks for one
    Cover cover{};                   // for that record
    Batch batch{};                   // of plans that take batches (gpu/plan/plan.cuh)
};

// Launches a kernel in thread blocks of shape `block`; its last parameter is the trace_log. Throws Error(failed).
template <class... Parameters, class... Arguments>
void launch(LaunchOn on, void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
            const Arguments&... arguments) {
    cudaLaunchConfig_t config{};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = shared_bytes;
    config.stream = on.stream;
    cudaLaunchAttribute attributes[3]{};
    config.attrs = attributes;
    if (on.overlap) {
        attributes[config.numAttrs].id = cudaLaunchAttributeProgrammaticStreamSerialization;
        attributes[config.numAttrs++].val.programmaticStreamSerializationAllowed = 1;
    }
    if (on.cooperative) {
        attributes[config.numAttrs].id = cudaLaunchAttributeCooperative;
        attributes[config.numAttrs++].val.cooperative = 1;
    }
    if (on.cluster > 1) {
        attributes[config.numAttrs].id = cudaLaunchAttributeClusterDimension;
        auto& dimensions = attributes[config.numAttrs++].val.clusterDim;
        dimensions.x = on.cluster, dimensions.y = 1, dimensions.z = 1;
    }
    const auto start = [&](const auto&... all) {
        check(cudaLaunchKernelEx(&config, kernel, Parameters(all)...));
    };
    start(arguments..., on.record ? on.record->add(grid, on.cover, on.overlap) : TraceLog{});
}

}  // namespace sweep::gpu
