// Streams and events that are owned: they are destroyed with their owner, also when something throws.
#pragma once

#include <utility>

#include "gpu/device/check.h"

namespace sweep::gpu {

class Stream {
  public:
    Stream() { check(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking)); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() { ignore(cudaStreamDestroy(handle_)); }
    cudaStream_t handle() const { return handle_; }

  private:
    cudaStream_t handle_ = nullptr;
};

class Event {
  public:
    Event() { check(cudaEventCreate(&handle_)); }
    Event(Event&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Event& operator=(Event&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Event() {
        if (handle_) ignore(cudaEventDestroy(handle_));
    }
    cudaEvent_t handle() const { return handle_; }

  private:
    cudaEvent_t handle_ = nullptr;
};

}  // namespace sweep::gpu
