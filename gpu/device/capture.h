// CUDA graphs: whether what is launched on a stream is kept for later in place of run.
#pragma once

#include "gpu/device/check.h"

namespace sweep::gpu {

inline bool is_captured(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    check(cudaStreamIsCapturing(stream, &status));
    return status != cudaStreamCaptureStatusNone;
}

}  // namespace sweep::gpu
