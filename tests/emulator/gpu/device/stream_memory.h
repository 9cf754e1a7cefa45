// In place of gpu/device/stream_memory.h: work on a stream is done when it is put there.
#pragma once

#include <cstddef>

#include "gpu/device/check.h"

namespace sweep::gpu {

class StreamMemory {
  public:
    StreamMemory(std::size_t bytes, cudaStream_t) { check(cudaMalloc(&data_, bytes)); }
    StreamMemory(const StreamMemory&) = delete;
    StreamMemory& operator=(const StreamMemory&) = delete;
    ~StreamMemory() { ignore(cudaFree(data_)); }
    void* data() const { return data_; }

  private:
    void* data_ = nullptr;
};

}  // namespace sweep::gpu
