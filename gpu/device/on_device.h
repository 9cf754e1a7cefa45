// Devices of the machine: which one is the current one of a thread, and whose memory a pointer is to.
#pragma once

#include <string>

#include "gpu/device/check.h"

namespace sweep::gpu {

// Makes a device the current one of this thread while it lives.
class OnDevice {
  public:
    explicit OnDevice(int device) {
        check(cudaGetDevice(&before_));
        if (before_ != device) check(cudaSetDevice(device));
        changed_ = before_ != device;
    }
    ~OnDevice() {
        if (changed_) ignore(cudaSetDevice(before_));
    }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;

  private:
    int before_ = 0;
    bool changed_ = false;
};

inline void require_device_memory(const void* pointer, int device) {
    cudaPointerAttributes found{};
    ignore(cudaPointerGetAttributes(&found, pointer));
    const bool is_of_a_device = found.type == cudaMemoryTypeDevice || found.type == cudaMemoryTypeManaged;
    if (!pointer || !is_of_a_device)
        throw Error(ExitCode::usage, "a pointer is not to device memory: copy the image to the GPU first");
    if (found.type == cudaMemoryTypeDevice && found.device != device)
        throw Error(ExitCode::usage, "a pointer is to memory of device " + std::to_string(found.device) +
                                         ", and the engine is on device " + std::to_string(device));
}

}  // namespace sweep::gpu
