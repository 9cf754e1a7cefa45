// Memory of the CUDA device that OpenGL imports. Functions of the driver are looked up at run time, as those of tensor maps
// are (gpu/device/tensor_map.cuh).
#include <cstring>

#include <cuda.h>
#include <cuda_runtime.h>
#ifndef _WIN32
#include <unistd.h>
#endif

#include "gpu/interop.h"

namespace sweep::gpu {
namespace {

// Returns the driver's function, or null where it has none.
template <class F>
F driver_function(const char* name) {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult status{};
#if CUDART_VERSION >= 12050
    const cudaError_t error =
        cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &status);
#else
    const cudaError_t error = cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &status);
#endif
    if (error != cudaSuccess) cudaGetLastError();
    return error == cudaSuccess && status == cudaDriverEntryPointSuccess ? reinterpret_cast<F>(function)
                                                                         : nullptr;
}

}  // namespace

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
#ifndef _WIN32  // where no memory is exported as a file
    if (memory.file >= 0) close(memory.file);
#else
    static_cast<void>(memory);
#endif
}

}  // namespace sweep::gpu
