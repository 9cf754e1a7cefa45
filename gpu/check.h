// CUDA calls that fail become sweep::Error, with the place in the source.
#pragma once

#include <cuda_runtime.h>

#include <string>

#include "core/error.h"

namespace sweep::gpu {

// `file`, `line`: where it is called. (std::source_location is beyond nvcc 12.0.)
inline void check(cudaError_t status, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    cudaGetLastError();  // do not report it again at the next call
    throw Error(ExitCode::failed, std::string("CUDA: ") + cudaGetErrorString(status) + " (" + file + ":" +
                                      std::to_string(line) + ")");
}

// Of calls whose failure changes nothing, such as those of destructors: it is not left as the last error, where others,
// CUB's checks among them, would take it for their own.
inline void ignore(cudaError_t status) {
    if (status != cudaSuccess) cudaGetLastError();
}

}  // namespace sweep::gpu
