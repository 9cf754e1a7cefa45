// Launches, and the overlap of a kernel's start with its predecessor's end (programmatic dependent launch,
// from compute capability 9.0 on; elsewhere these are nothing).
#pragma once

#include "gpu/check.h"

// A kernel's registers a thread, from CUDA 12.4 on; before, as many as let the largest of our thread blocks start.
#ifndef __maxnreg__
#define __maxnreg__(...) __launch_bounds__(512)
#endif

namespace sweep::gpu {

// Lets the next kernel of the stream start. What it needs of this one it must still wait for.
__device__ inline void launch_dependents() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

// Waits until the kernel before this one has ended and its writes are seen.
__device__ inline void wait_for_predecessor() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

struct LaunchOn {
    cudaStream_t stream;
    bool overlap;              // start while the kernel before ends; it must call wait_for_predecessor()
    bool cooperative = false;  // all thread blocks are alive at once, or the launch fails
    unsigned cluster = 1;      // so many neighbours along x are a cluster (gpu/cluster.cuh)
};

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
    check(cudaLaunchKernelEx(&config, kernel, Parameters(arguments)...));
}

}  // namespace sweep::gpu
