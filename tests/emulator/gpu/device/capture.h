// CUDA graphs, which the emulator has not.
#pragma once

#include <cuda_runtime.h>

namespace sweep::gpu {

inline bool is_captured(cudaStream_t) {
    return false;
}

}  // namespace sweep::gpu
