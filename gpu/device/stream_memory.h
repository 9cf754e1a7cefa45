// Device memory that is taken and given back in the order of a stream: nobody waits for it.
#pragma once

#include <cstddef>

#include "gpu/device/check.h"

namespace sweep::gpu {

class StreamMemory {
  public:
    // Throws Error(failed) where memory does not suffice.
    StreamMemory(std::size_t bytes, cudaStream_t stream) : stream_(stream) {
        check(cudaMallocAsync(&data_, bytes, stream));
    }
    StreamMemory(const StreamMemory&) = delete;
    StreamMemory& operator=(const StreamMemory&) = delete;
    ~StreamMemory() { ignore(cudaFreeAsync(data_, stream_)); }
    void* data() const { return data_; }

  private:
    void* data_ = nullptr;
    const cudaStream_t stream_;
};

}  // namespace sweep::gpu
