// A barrier of all thread blocks of a cooperative launch: each adds to one word and polls it.
//
// One word serves all barriers of all launches on a stream. The numbers that the thread blocks add come to
// 2^31 together, so that the highest bit changes when the last thread block has come. Nothing is counted back
// or cleared, and an overflow does no harm.
#pragma once

#include "gpu/device/launch.cuh"

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

// Called by all threads of all thread blocks. Loads that bypass L1 see after it what was written before it:
// the release of one thread covers all that __syncthreads() has shown to it, and so does its acquisition.
// (Fences of their own would each wait for the memory once more.)
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
