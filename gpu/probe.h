// What the CUDA device of this machine is, what it and this build can do, and how fast it copies. This header
// includes no CUDA header, as gpu/engine.h does.
#pragma once

#include <cstddef>
#include <string>

#include "gpu/tuning/device_limits.h"

namespace sweep::gpu {

// The CUDA device of this machine, as probe() finds it. Asking never throws.
struct Device {
    bool usable = false;
    bool driver_too_old = false;
    std::string reason;                               // why not, in a few words; empty when usable
    std::string advice;                               // what the user can do about it
    std::string name;                                 // "NVIDIA H200"
    std::string compute_capability, driver, runtime;  // "9.0", "13.0", "13.0"
    int multiprocessors = 0;
    std::size_t memory_bytes = 0, l2_bytes = 0;
};
Device probe();

// Nothing is asked for: `block` is 0. Throws Error(failed) where the device does not answer.
DeviceLimits limits_of(int device);

// Returns the milliseconds of a copy of `bytes` within device memory: the median of `repeats` after a
// warm-up.
double measure_copy_ms(std::size_t bytes, int repeats = 20);

}  // namespace sweep::gpu
