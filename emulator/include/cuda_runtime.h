// CUDA on the host, as much of it as gpu/ and courses use. The C++ compiler compiles the kernels' own sources
// (transform.h), and the CPU runs a thread block at a time, so that their arithmetic, indices and barriers are
// tested where there is no GPU. Who watches (observer.h) sees races and how memory is read; time is left to a GPU.
//
// The threads of a thread block are fibers that run one after the other from barrier to barrier, forwards in
// one phase and backwards in the next, so that a phase that relies on their order gives different results.
// The thread blocks of a cooperative launch are alive together and take turns: one that polls lets the others
// run by __nanosleep(). Memory is allocated against guard pages
// and filled with NaN. Asynchronous copies are made when they are waited for.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>

#include "device_side.h"

#define CUDART_VERSION 13000

enum cudaError_t {
    cudaSuccess,
    cudaErrorMemoryAllocation,
    cudaErrorNotReady,
    cudaErrorInsufficientDriver,
    cudaErrorInvalidValue,
    cudaErrorLaunchFailure,
    cudaErrorNoDevice,
    cudaErrorNoKernelImageForDevice,
    cudaErrorInvalidDeviceFunction,
    cudaErrorUnsupportedPtxVersion,
    cudaErrorCallRequiresNewerDriver
};
#include "faults.h"
enum cudaMemcpyKind {
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
};
enum cudaDeviceAttr {
    cudaDevAttrMaxSharedMemoryPerBlockOptin,
    cudaDevAttrMultiProcessorCount,
    cudaDevAttrCooperativeLaunch,
    cudaDevAttrClusterLaunch  // there is none: thread blocks run one after the other
};
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize,
    cudaFuncAttributePreferredSharedMemoryCarveout
};
inline constexpr unsigned cudaStreamNonBlocking = 1;
struct CUstream_st;
using cudaStream_t = CUstream_st*;
struct EmulatedEvent {
    std::chrono::steady_clock::time_point time;
};
using cudaEvent_t = EmulatedEvent*;
struct EmulatedResource;
using cudaGraphicsResource_t = EmulatedResource*;
struct cudaFuncAttributes {
    int ptxVersion, binaryVersion;
};
struct cudaDeviceProp {
    char name[256];
    int major, minor, multiProcessorCount, l2CacheSize;
    std::size_t totalGlobalMem;
};
enum cudaLaunchAttributeID {
    cudaLaunchAttributeProgrammaticStreamSerialization,
    cudaLaunchAttributeCooperative,
    cudaLaunchAttributeClusterDimension
};
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    struct {
        int programmaticStreamSerializationAllowed, cooperative;
        dim3 clusterDim;
    } val;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    std::size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute* attrs;
    unsigned numAttrs;
};

#include "surfaces.h"

inline constexpr std::size_t emulated_shared_bytes = 227 * 1024;
inline constexpr int emulated_multiprocessors = 4, emulated_blocks_each = 4;
inline constexpr std::size_t emulated_resident_blocks = emulated_multiprocessors * emulated_blocks_each;

namespace emulated {
// Tells who watches that the host has written there.
void written(void* at, std::size_t bytes);
// Tells that the host may read and write there, too.
void belongs_to_host(void* at);
// Ends a watched program whose kernel is given a pointer to memory of the host.
void refuse_host_pointer(const char* kernel, int argument, const void* pointer, const void* site);
}  // namespace emulated

cudaError_t cudaMalloc(void** pointer, std::size_t bytes);
cudaError_t cudaFree(void* pointer);
template <class T>
cudaError_t cudaMalloc(T** pointer, std::size_t bytes) {
    return cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}
template <class T>
cudaError_t cudaMallocManaged(T** pointer, std::size_t bytes, unsigned = 1) {
    const cudaError_t error = cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
    if (error == cudaSuccess) emulated::belongs_to_host(*pointer);
    return error;
}
template <class T>
cudaError_t cudaMallocHost(T** pointer, std::size_t bytes, unsigned = 0) {
    return cudaMallocManaged(pointer, bytes);
}
inline cudaError_t cudaFreeHost(void* pointer) {
    return cudaFree(pointer);
}
inline const char* cudaGetErrorString(cudaError_t error) {
    return error == cudaSuccess                 ? "no error"
           : error == cudaErrorMemoryAllocation ? "out of memory"
           : error == cudaErrorInvalidValue     ? "invalid argument"
                                                : "emulated error";
}
inline cudaError_t cudaPeekAtLastError() {
    return emulated::faults().is_lost ? cudaErrorLaunchFailure : emulated::last_error();
}
inline cudaError_t cudaGetLastError() {
    const cudaError_t error = cudaPeekAtLastError();
    emulated::last_error() = cudaSuccess;
    return error;
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total);
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
    std::memmove(to, from, bytes);
    emulated::written(to, bytes);
    return emulated::answer();
}
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind,
                                   cudaStream_t = nullptr) {
    std::memmove(to, from, bytes);
    emulated::written(to, bytes);
    return emulated::answer();
}
inline cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                     std::size_t width, std::size_t height, cudaMemcpyKind,
                                     cudaStream_t = nullptr) {
    for (std::size_t y = 0; y < height; ++y)
        std::memcpy(static_cast<char*>(to) + y * to_pitch, static_cast<const char*>(from) + y * from_pitch,
                    width);
    return emulated::answer();
}
inline cudaError_t cudaMemset(void* at, int value, std::size_t bytes) {
    std::memset(at, value, bytes);
    emulated::written(at, bytes);
    return cudaSuccess;
}
template <class T>
cudaError_t cudaMemcpyToSymbol(T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice) {
    std::memcpy(reinterpret_cast<char*>(&symbol) + offset, from, bytes);
    return cudaSuccess;
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost) {
    std::memcpy(to, reinterpret_cast<const char*>(&symbol) + offset, bytes);
    return cudaSuccess;
}
inline cudaError_t cudaMemsetAsync(void* at, int value, std::size_t bytes, cudaStream_t = nullptr) {
    return cudaMemset(at, value, bytes);
}
inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
    *stream = nullptr;
    return cudaSuccess;
}
inline cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    *stream = nullptr;
    return cudaSuccess;
}
inline cudaError_t cudaStreamDestroy(cudaStream_t) {
    return cudaSuccess;
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t) {
    return emulated::answer();
}
inline cudaError_t cudaDeviceSynchronize() {
    return emulated::answer();
}
inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0) {
    return emulated::answer();
}
inline cudaError_t cudaSetDevice(int) {
    return emulated::answer();
}
enum cudaMemoryType {
    cudaMemoryTypeUnregistered,
    cudaMemoryTypeHost,
    cudaMemoryTypeDevice,
    cudaMemoryTypeManaged
};
struct cudaPointerAttributes {
    cudaMemoryType type = cudaMemoryTypeUnregistered;
    int device = 0;
};
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);
inline cudaError_t cudaEventCreate(cudaEvent_t* event) {
    *event = new EmulatedEvent{};
    return cudaSuccess;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
    delete event;
    return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t = nullptr) {
    event->time = std::chrono::steady_clock::now();
    return cudaSuccess;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t) {
    return cudaSuccess;
}
inline cudaError_t cudaEventQuery(cudaEvent_t) {
    return emulated::answer();
}
inline cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t from, cudaEvent_t to) {
    *ms = std::max(1e-6f, std::chrono::duration<float, std::milli>(to->time - from->time).count());
    return cudaSuccess;
}
inline cudaError_t cudaGetDevice(int* device) {
    *device = 0;
    return cudaSuccess;
}
inline cudaError_t cudaGetDeviceCount(int* count) {
    *count = emulated::faults().has_no_device ? 0 : 1;
    return emulated::answer(*count ? cudaSuccess : cudaErrorNoDevice);
}
// The version is 0 where there is no driver.
inline cudaError_t cudaDriverGetVersion(int* version) {
    *version = emulated::faults().driver;
    return cudaSuccess;
}
inline cudaError_t cudaRuntimeGetVersion(int* version) {
    *version = 13000;
    return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
    *value = attribute == cudaDevAttrMultiProcessorCount ? emulated_multiprocessors
             : attribute == cudaDevAttrCooperativeLaunch ? 1
             : attribute == cudaDevAttrClusterLaunch     ? 0
                                                         : int(emulated_shared_bytes);
    return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int) {
    *p = {"emulated", 9, 0, emulated_multiprocessors, 1 << 20, std::size_t(4) << 30};
    return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel) {
    *attributes = {90, 90};
    return emulated::answer(emulated::faults().code);
}
template <class Kernel>
cudaError_t cudaFuncSetAttribute(Kernel, cudaFuncAttribute, int) {
    return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel, int, std::size_t) {
    *blocks = emulated_blocks_each;
    return cudaSuccess;
}

cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t stream);
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t stream);

template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                               Arguments&&... arguments) {
    if (emulated::faults().failing_launches > 0) {
        --emulated::faults().failing_launches;
        return emulated::answer(cudaErrorInvalidValue);
    }
    if (emulated::faults().is_lost) return emulated::answer();
    bool cooperative = false;
    for (unsigned i = 0; i < config->numAttrs; ++i)
        if (config->attrs[i].id == cudaLaunchAttributeCooperative)
            cooperative = config->attrs[i].val.cooperative;
    emulated::run_grid(config->gridDim, config->blockDim, config->dynamicSmemBytes, cooperative,
                       [&] { kernel(Parameters(arguments)...); });
    return cudaSuccess;
}

template <class... Parameters>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                        void** arguments, std::size_t shared_bytes = 0,
                                        cudaStream_t = nullptr) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        emulated::run_grid(grid, block, shared_bytes, true, [&] {
            kernel(*static_cast<std::remove_reference_t<Parameters>*>(arguments[I])...);
        });
    }
    (std::index_sequence_for<Parameters...>{});
    return cudaSuccess;
}

namespace emulated {
// The name of the kernel, then what stands between <<< and >>>.
class Launch {
  public:
    Launch(const char* name, dim3 grid, dim3 block, std::size_t shared_bytes = 0, cudaStream_t = nullptr)
        : name_(name), grid_(grid), block_(block), shared_bytes_(shared_bytes) {}

    // The arguments are copied once, as a launch does, and given to each thread.
    template <class Kernel, class... Arguments>
    EMULATED_UNSEEN void operator()(const Kernel& kernel, Arguments... arguments) const {
        const void* site = __builtin_return_address(0);
        int number = 0;
        (check(++number, arguments, site), ...);
        run_grid(
            grid_, block_, shared_bytes_, false, [&] { kernel(arguments...); }, name_, site);
    }

  private:
    template <class T>
    void check(int number, const T& argument, const void* site) const {
        if constexpr (std::is_pointer_v<T> && !std::is_function_v<std::remove_pointer_t<T>>)
            refuse_host_pointer(name_, number,
                                const_cast<const void*>(static_cast<const volatile void*>(argument)), site);
    }

    const char* name_;
    dim3 grid_, block_;
    std::size_t shared_bytes_;
};
}  // namespace emulated
