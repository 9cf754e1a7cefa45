// The only macros of core/ that know CUDA. SWEEP_HD depends on __CUDACC__ and not on __CUDA_ARCH__, so that
// both passes of nvcc, for the host and for the device, see the same declarations.
#pragma once

#if defined(__CUDACC__)
#define SWEEP_HD __host__ __device__
#else
#define SWEEP_HD
#endif

// A kernel must unroll small loops over states and coefficients, or their arrays leave the registers.
#if defined(__CUDA_ARCH__)
#define SWEEP_UNROLL _Pragma("unroll")
#else
#define SWEEP_UNROLL
#endif

// The recurrences must be inlined even into functions that are compiled for a wider instruction set, as those of
// the CPU engine are: a call would fall back to the baseline. web/ has one set, and is small without (SWEEP_SMALL).
#if defined(__GNUC__) && !defined(SWEEP_SMALL)
#define SWEEP_INLINE SWEEP_HD __attribute__((always_inline)) inline
#else
#define SWEEP_INLINE SWEEP_HD inline
#endif
