// Names for what a file of the Lab allocates and launches, as its source has them; included before it.
#pragma once

#include <cuda_runtime.h>

namespace emulated {
// The text of the arguments of the next cudaMalloc or cooperative launch. Null: nothing is known.
extern const char* next_arguments;
inline void name_next(const char* arguments) {
    next_arguments = arguments;
}
}  // namespace emulated

#define cudaMalloc(...) (emulated::name_next(#__VA_ARGS__), cudaMalloc(__VA_ARGS__))
#define cudaMallocManaged(...) (emulated::name_next(#__VA_ARGS__), cudaMallocManaged(__VA_ARGS__))
#define cudaLaunchCooperativeKernel(...) \
    (emulated::name_next(#__VA_ARGS__), cudaLaunchCooperativeKernel(__VA_ARGS__))
