// When and on which multiprocessor each thread block of a kernel ran, noted while the host asks for it (gpu/block_log.cuh).
//
// Every kernel has a TraceLog as its last parameter, which launch() gives it, and begins with `const BlockTrace
// trace(trace_log);`. While nobody asks, that is a branch on a parameter where the kernel begins and where a warp ends. (A
// constant of the file in place of the parameter costs each kernel a miss of the constant cache: 0.2 microseconds.)
#pragma once

#include "gpu/device/special_registers.cuh"

namespace sweep::gpu {

enum class TraceMoment : unsigned { begins, covers, waits, goes_on, ends };

struct TraceEvent {
    unsigned long long nanoseconds, launch;
    unsigned block, processor;  // the thread block in its grid
    TraceMoment moment;
    int x, y, width, height, channel;  // of the image, in pixels, where it `covers`
};

// A list for each multiprocessor, so that none waits for another. More events than its capacity are counted, not kept.
struct TraceLog {
    TraceEvent* events;  // [lists][capacity]; null: nobody asks
    unsigned* counts;    // [lists]
    unsigned lists, capacity;
};

// Lives as long as the thread block: that ends when the last of its warps does.
class BlockTrace {
  public:
    __device__ explicit BlockTrace(const TraceLog& log) : log_(log) {
        if (log_.events && thread() == 0) note(TraceMoment::begins);
    }
    __device__ ~BlockTrace() {
        if (log_.events && thread() % 32 == 0) note(TraceMoment::ends);
    }
    // Says which pixels the thread block filters from now on; they may reach beyond the image.
    __device__ void covers(int x, int y, int width, int height, int channel = 0) const {
        if (log_.events && thread() == 0) note(TraceMoment::covers, x, y, width, height, channel);
    }
    // Between the two, the first thread waits for other thread blocks.
    __device__ void waits() const {
        if (log_.events && thread() == 0) note(TraceMoment::waits);
    }
    __device__ void goes_on() const {
        if (log_.events && thread() == 0) note(TraceMoment::goes_on);
    }
    BlockTrace(const BlockTrace&) = delete;
    BlockTrace& operator=(const BlockTrace&) = delete;

  private:
    __device__ static unsigned thread() {
        return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    }
    __device__ void note(TraceMoment moment, int x = 0, int y = 0, int width = 0, int height = 0,
                         int channel = 0) const {
        const unsigned processor = processor_number(), list = processor % log_.lists,
                       i = atomicAdd(log_.counts + list, 1u);
        if (i >= log_.capacity) return;
        const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
        log_.events[std::size_t(list) * log_.capacity + i] = {
            device_nanoseconds(), launch_number(), block, processor, moment, x, y, width, height, channel};
    }
    const TraceLog& log_;
};

}  // namespace sweep::gpu
