// Memory of the CUDA device that OpenGL imports.
#include <cstring>

#include <cuda.h>
#include <cuda_runtime.h>

#include "gpu/device/driver_function.h"
#include "gpu/interop/interop.h"
#include "platform/file.h"

namespace sweep::gpu {

ExportedMemory export_memory(std::size_t bytes, const Uuid& gpu) {
    int device = 0;
    cudaDeviceProp properties{};
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaGetDeviceProperties(&properties, device) != cudaSuccess) {
        cudaGetLastError();
        return {};
    }
    static_assert(sizeof(properties.uuid) == sizeof(Uuid));
    if (std::memcmp(&properties.uuid, gpu.data(), gpu.size()) != 0) return {};

    static const auto granularity =
        driver_function<decltype(&cuMemGetAllocationGranularity)>("cuMemGetAllocationGranularity");
    static const auto create = driver_function<decltype(&cuMemCreate)>("cuMemCreate");
    static const auto share =
        driver_function<decltype(&cuMemExportToShareableHandle)>("cuMemExportToShareableHandle");
    static const auto release = driver_function<decltype(&cuMemRelease)>("cuMemRelease");
    if (!granularity || !create || !share || !release) return {};

    CUmemAllocationProp kind{};
    kind.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    kind.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    kind.location.id = device;
    kind.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    std::size_t unit = 0;
    if (granularity(&unit, &kind, CU_MEM_ALLOC_GRANULARITY_MINIMUM) != CUDA_SUCCESS || unit == 0) return {};
    ExportedMemory memory;
    memory.bytes = (bytes + unit - 1) / unit * unit;
    CUmemGenericAllocationHandle allocation{};
    if (create(&allocation, memory.bytes, &kind, 0) != CUDA_SUCCESS) return {};
    if (share(&memory.file, allocation, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0) != CUDA_SUCCESS)
        memory.file = -1;
    release(allocation);  // the file keeps the memory
    return memory;
}

void drop(const ExportedMemory& memory) {
    if (memory.file >= 0) platform::close_descriptor(memory.file);
}

}  // namespace sweep::gpu
