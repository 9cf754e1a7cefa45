// What a CUDA device and this build can do.
#pragma once

#include "gpu/tuning/device_limits.h"

namespace sweep::gpu {

// Nothing is asked for: `block` is 0. Throws Error(failed) where the device does not answer.
DeviceLimits limits_of(int device);

}  // namespace sweep::gpu
