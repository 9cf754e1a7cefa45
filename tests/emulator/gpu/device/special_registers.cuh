// What the hardware knows of a thread block: here the host's clock, and the emulator's own numbers.
#pragma once

#include <cuda_runtime.h>

namespace sweep::gpu {

inline unsigned long long device_nanoseconds() {
    return static_cast<unsigned long long>(clock64());
}
inline unsigned processor_number() {
    return unsigned(emulated::turn() % emulated_multiprocessors);
}

}  // namespace sweep::gpu
