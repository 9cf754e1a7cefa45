// CUDA calls that fail become sweep::Error, with the place in the source.
#pragma once

#include <string>

#include <cuda_runtime.h>

#include "core/base/error.h"

namespace sweep::gpu {

// Throws Error(failed) unless `status` is a success. `file` and `line` are those of the caller.
// (std::source_location is beyond nvcc 12.0.)
inline void check(cudaError_t status, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    if (status == cudaSuccess) return;
    cudaGetLastError();  // do not report it again at the next call
    // Without its folders, which are those of the machine that built the program.
    const std::string name = std::string(file).substr(std::string(file).find_last_of("/\\") + 1);
    throw Error(ExitCode::failed, std::string("CUDA: ") + cudaGetErrorString(status) + " (" + name + ":" +
                                      std::to_string(line) + ")");
}

// Drops the status of a call whose failure changes nothing, such as a call in a destructor. It does not
// remain as the last error, which other code, CUB's checks included, would take for its own.
inline void ignore(cudaError_t status) {
    if (status != cudaSuccess) cudaGetLastError();
}

}  // namespace sweep::gpu
