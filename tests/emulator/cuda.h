// The driver on the host, as much of it as gpu/ uses: its functions by name (gpu/device/driver_function.h), of
// which it has that for tensor maps (gpu/device/tensor_map.cuh) of two-dimensional images of float32 in boxes of
// 32 columns, swizzled. What the real driver refuses is refused here too.
#pragma once

#include <cstdint>
#include <cstring>

#include <cuda_runtime.h>

using cuuint32_t = std::uint32_t;
using cuuint64_t = std::uint64_t;
enum CUresult { CUDA_SUCCESS, CUDA_ERROR_INVALID_VALUE };
enum CUtensorMapDataType { CU_TENSOR_MAP_DATA_TYPE_FLOAT32 };
enum CUtensorMapInterleave { CU_TENSOR_MAP_INTERLEAVE_NONE };
enum CUtensorMapSwizzle { CU_TENSOR_MAP_SWIZZLE_128B };
enum CUtensorMapL2promotion { CU_TENSOR_MAP_L2_PROMOTION_L2_256B };
enum CUtensorMapFloatOOBfill { CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE };
enum cudaDriverEntryPointQueryResult { cudaDriverEntryPointSuccess, cudaDriverEntryPointSymbolNotFound };
inline constexpr unsigned long long cudaEnableDefault = 0;

struct alignas(64) CUtensorMap {
    char* data;
    cuuint64_t width, height, pitch;  // samples, rows, bytes
    cuuint32_t box_width, box_height;
};

inline CUresult cuTensorMapEncodeTiled(CUtensorMap* map, CUtensorMapDataType, cuuint32_t rank, void* data,
                                       const cuuint64_t* size, const cuuint64_t* pitch, const cuuint32_t* box,
                                       const cuuint32_t* step, CUtensorMapInterleave, CUtensorMapSwizzle,
                                       CUtensorMapL2promotion, CUtensorMapFloatOOBfill) {
    *map = {static_cast<char*>(data), size[0], size[1], pitch[0], box[0], box[1]};
    const bool fits = rank == 2 && reinterpret_cast<std::uintptr_t>(data) % 16 == 0 && pitch[0] % 16 == 0 &&
                      pitch[0] >= size[0] * 4 && box[0] * 4 <= 128 && box[0] > 0 && box[1] > 0 &&
                      box[1] <= 256 && size[0] > 0 && size[1] > 0 && step[0] == 1 && step[1] == 1;
    return fits ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

inline cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned,
                                                    unsigned long long,
                                                    cudaDriverEntryPointQueryResult* status) {
    const bool is_here = std::strcmp(name, "cuTensorMapEncodeTiled") == 0;
    *function = is_here ? reinterpret_cast<void*>(&cuTensorMapEncodeTiled) : nullptr;
    *status = is_here ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
}
