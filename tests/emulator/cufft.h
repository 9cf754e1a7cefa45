// The part of cuFFT's header that gpu/ uses.
#pragma once

#include <cuda_runtime.h>

using cufftHandle = int;
using cufftReal = float;
using cufftComplex = float2;
enum cufftType { CUFFT_R2C, CUFFT_C2R };
enum cufftResult {
    CUFFT_SUCCESS,
    CUFFT_ALLOC_FAILED,
    CUFFT_INTERNAL_ERROR,
    CUFFT_EXEC_FAILED,
    CUFFT_SETUP_FAILED,
    CUFFT_INVALID_SIZE
};

cufftResult cufftCreate(cufftHandle* plan);
cufftResult cufftDestroy(cufftHandle plan);
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream);
cufftResult cufftSetAutoAllocation(cufftHandle plan, int allocate);
cufftResult cufftSetWorkArea(cufftHandle plan, void* work);
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, long long* onembed, long long ostride,
                                long long odist, cufftType type, long long batch, std::size_t* work_bytes);
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* in, cufftComplex* out);
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* in, cufftReal* out);
