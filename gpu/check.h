// CUDA calls that fail become sweep::Error, with the place in the source.
#pragma once

#include <cuda_runtime.h>

#include <source_location>
#include <string>

#include "core/error.h"

namespace sweep::gpu {

inline void check(cudaError_t status, std::source_location where = std::source_location::current()) {
    if (status == cudaSuccess) return;
    cudaGetLastError();  // do not report it again at the next call
    throw Error(ExitCode::failed, std::string("CUDA: ") + cudaGetErrorString(status) + " (" +
                                      where.file_name() + ":" + std::to_string(where.line()) + ")");
}

}  // namespace sweep::gpu
