// A barrier of all thread blocks of a cooperative launch: one atomic and a polled load each.
//
// One word serves all barriers of all launches on a stream. Every block adds something to it, together 2^31, so that the
// highest bit turns over when the last one has come; nothing is counted back, nothing cleared, nothing overflows.
#pragma once

#include "gpu/launch.cuh"

namespace sweep::gpu {

__device__ inline unsigned arrive(unsigned* word, unsigned value) {
#ifdef __CUDA_ARCH__
    unsigned before;
    asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], %2;"
                 : "=r"(before)
                 : "l"(word), "r"(value)
                 : "memory");
    return before;
#else
    return atomicAdd(word, value);
#endif
}

__device__ inline unsigned poll(const unsigned* word) {
#ifdef __CUDA_ARCH__
    unsigned now;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(now) : "l"(word) : "memory");
    return now;
#else
    __nanosleep(0);  // the emulator of the tests lets other blocks go on here
    return *word;
#endif
}

// All threads of all thread blocks call it. What was written before it is seen after it by loads that pass by L1: the
// release of one thread speaks for what __syncthreads() has shown it, as does its acquisition. (Fences of its own on top
// would wait for the memory once more each.)
__device__ inline void grid_barrier(unsigned* word) {
    __syncthreads();
    if (threadIdx.x == 0) {
        const unsigned blocks = gridDim.x * gridDim.y;
        const bool is_first = blockIdx.x == 0 && blockIdx.y == 0;
        const unsigned value = is_first ? 0x80000000u - (blocks - 1) : 1u, before = arrive(word, value);
        unsigned now = before + value;  // the last to come knows at once
        while (((now ^ before) & 0x80000000u) == 0) now = poll(word);
    }
    __syncthreads();
}

}  // namespace sweep::gpu
