// A tensor map tells a bulk tensor copy (gpu/device/bulk_copy.cuh) where an image lies. The driver makes it.
#pragma once

#include <cstdint>
#include <string>

#include <cuda.h>

#include "core/base/error.h"
#include "gpu/device/driver_function.h"

namespace sweep::gpu {

inline constexpr int box_columns = 32;  // 128 bytes, as wide as the swizzle

// Returns the driver's cuTensorMapEncodeTiled, or null where it has none.
inline decltype(&cuTensorMapEncodeTiled) tensor_map_encoder() {
    static const auto found = driver_function<decltype(&cuTensorMapEncodeTiled)>("cuTensorMapEncodeTiled");
    return found;
}

// True if bulk copies can move an image of one 4-byte sample a pixel whose rows are packed.
inline bool fits_tensor_map(const void* data, int width) {
    return reinterpret_cast<std::uintptr_t>(data) % 16 == 0 && width % 4 == 0;
}

// Makes the map of such an image, for boxes of `box_rows` rows. Throws Error(failed).
inline CUtensorMap make_tensor_map(const void* data, int width, int height, int box_rows) {
    const cuuint64_t size[2] = {cuuint64_t(width), cuuint64_t(height)}, pitch[1] = {cuuint64_t(width) * 4};
    const cuuint32_t box[2] = {box_columns, cuuint32_t(box_rows)}, step[2] = {1, 1};
    CUtensorMap map{};
    const CUresult result =
        tensor_map_encoder()(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, const_cast<void*>(data), size, pitch,
                             box, step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                             CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS)
        throw Error(ExitCode::failed, "the driver refuses a tensor map of " + std::to_string(width) + "x" +
                                          std::to_string(height) + " (error " + std::to_string(int(result)) +
                                          "): use --path portable");
    return map;
}

}  // namespace sweep::gpu
