// Times of what is put on a stream.
#pragma once

#include <functional>
#include <vector>

#include "gpu/device/handles.h"

namespace sweep::gpu {

// Times what `enqueue` puts on the stream, `repeats` times; in milliseconds. Launches are not timed: they are queued
// while the device is kept busy.
std::vector<double> time_on(cudaStream_t stream, int repeats, const std::function<void()>& enqueue);

}  // namespace sweep::gpu
