// Functions of the CUDA driver, looked up at run time, so that the program starts where there is no driver.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

namespace sweep::gpu {

// Returns the driver's function of that name, or null where the driver lacks it. For functions that CUDA 12.0 has
// already.
template <class Function>
Function driver_function(const char* name) {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult status{};
#if CUDART_VERSION >= 12050
    const cudaError_t error =
        cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &status);
#else  // this call, gone since 13.0, answers for the toolkit's version, which has the function since 12.0
    const cudaError_t error = cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &status);
#endif
    if (error != cudaSuccess) cudaGetLastError();
    return error == cudaSuccess && status == cudaDriverEntryPointSuccess
               ? reinterpret_cast<Function>(function)
               : nullptr;
}

}  // namespace sweep::gpu
