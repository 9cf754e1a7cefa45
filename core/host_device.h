// The only CUDA-aware macros of core/. SWEEP_HD is keyed on __CUDACC__, not on __CUDA_ARCH__, so that nvcc's
// host and device passes see the same declarations.
#pragma once

#if defined(__CUDACC__)
#define SWEEP_HD __host__ __device__
#else
#define SWEEP_HD
#endif

// Small loops over states and coefficients must be unrolled in a kernel, or their arrays leave the registers.
#if defined(__CUDA_ARCH__)
#define SWEEP_UNROLL _Pragma("unroll")
#else
#define SWEEP_UNROLL
#endif

// The recurrences must be inlined even into functions that are compiled for a wider instruction set (the CPU
// engine's), where a call would drop back to the baseline.
#if defined(__GNUC__)
#define SWEEP_INLINE SWEEP_HD __attribute__((always_inline)) inline
#else
#define SWEEP_INLINE SWEEP_HD inline
#endif
