#include "gpu/probe.h"

#include <algorithm>

#include "gpu/device/check.h"
#include "gpu/device/device_buffer.h"
#include "gpu/device/tensor_map.cuh"
#include "gpu/device/timed.cuh"
#include "gpu/resident/factory.cuh"
#include "gpu/table/factory.cuh"

namespace sweep::gpu {
namespace {

std::string version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2), values.end());
    return values[values.size() / 2];
}

// Any kernel: its attributes say for which architecture this build was compiled.
__global__ void compiled_kernel() {}

int held_blocks(const ChipKernel& kernel, int shared_bytes_per_block) {
    return kernel.algorithm == Algorithm::alg8
               ? held_tiles(kernel.order, kernel.has_zeros, shared_bytes_per_block)
               : held_table_blocks(kernel.samples);
}

}  // namespace

DeviceLimits limits_of(int device) {
    DeviceLimits limits{};
    check(cudaDeviceGetAttribute(&limits.shared_bytes_per_block, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                                 device));
    check(cudaDeviceGetAttribute(&limits.multiprocessors, cudaDevAttrMultiProcessorCount, device));
    // PTX of an older architecture lacks the instructions of 8.0 and 9.0 on every GPU: its version decides.
    cudaFuncAttributes compiled{};
    check(cudaFuncGetAttributes(&compiled, compiled_kernel));
    limits.can_overlap = compiled.ptxVersion >= 90;
    limits.tensor_cores = compiled.ptxVersion >= 80;
    limits.bulk_copies = compiled.ptxVersion >= 90 && tensor_map_encoder();
    int has_clusters = 0;
    check(cudaDeviceGetAttribute(&has_clusters, cudaDevAttrClusterLaunch, device));
    limits.clusters = compiled.ptxVersion >= 90 && has_clusters != 0;
    limits.held = HeldBlocks(held_blocks);
    return limits;
}

double measure_copy_ms(std::size_t bytes, int repeats) {
    DeviceBuffer<std::byte> from(bytes), to(bytes);
    const Stream stream;
    check(cudaMemsetAsync(from.data(), 1, bytes, stream.handle()));
    auto copy = [&] {
        check(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, stream.handle()));
    };
    time_on(stream.handle(), 5, copy);
    return median(time_on(stream.handle(), std::max(1, repeats), copy));
}

Device probe() {
    Device d;
    int driver = 0, runtime = 0, count = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess) driver = 0;
    cudaRuntimeGetVersion(&runtime);
    d.runtime = version_text(runtime);
    if (driver == 0) {
        d.reason = "no NVIDIA driver on this machine";
        d.advice = "install it, or use --engine cpu";
        return d;
    }
    d.driver = version_text(driver);
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status == cudaErrorInsufficientDriver || driver / 1000 < runtime / 1000) {
        d.driver_too_old = true;
        d.reason = "the driver supports CUDA " + d.driver + ", this build needs " + d.runtime;
        d.advice = "update the driver, or use --engine cpu";
        return d;
    }
    if (status != cudaSuccess || count == 0) {
        cudaGetLastError();
        d.reason = std::string("no CUDA device (") + cudaGetErrorString(status) + ")";
        d.advice = "use --engine cpu";
        return d;
    }
    cudaDeviceProp properties{};
    if (const cudaError_t answer = cudaGetDeviceProperties(&properties, 0); answer != cudaSuccess) {
        ignore(answer);
        d.reason = "the CUDA device does not answer";
        d.advice = "use --engine cpu";
        return d;
    }
    d.name = properties.name;
    d.compute_capability = std::to_string(properties.major) + "." + std::to_string(properties.minor);
    d.multiprocessors = properties.multiProcessorCount;
    d.memory_bytes = properties.totalGlobalMem;
    d.l2_bytes = std::size_t(properties.l2CacheSize);
    cudaFuncAttributes attributes{};
    const cudaError_t code = cudaFuncGetAttributes(&attributes, compiled_kernel);
    ignore(code);
    if (code == cudaErrorUnsupportedPtxVersion || code == cudaErrorCallRequiresNewerDriver) {
        // Within a major version, older drivers run code for their GPU but do not compile newer PTX.
        d.driver_too_old = true;
        d.reason = "the driver supports CUDA " + d.driver +
                   " and does not compile the code of this build, of " + d.runtime + ", for " + d.name;
        d.advice = "update the driver, build on this machine, or use --engine cpu";
    } else if (code == cudaErrorNoKernelImageForDevice || code == cudaErrorInvalidDeviceFunction) {
        d.reason =
            "this build has no code for " + d.name + " (compute capability " + d.compute_capability + ")";
        d.advice = "build it on this machine (7.5 or later is needed), or use --engine cpu";
    } else if (code != cudaSuccess) {  // also after an error that only a new process gets rid of
        d.reason = std::string("the CUDA device does not answer (") + cudaGetErrorString(code) + ")";
        d.advice = "start Sweep again, or use --engine cpu";
    }
    d.usable = code == cudaSuccess;
    return d;
}

}  // namespace sweep::gpu
