// What kernels of CUDA's samples take of the header of this name: errors end the program.
#pragma once

#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

inline void checkCudaErrors(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    std::exit(EXIT_FAILURE);
}
inline void getLastCudaError(const char*) {
    checkCudaErrors(cudaGetLastError());
}
