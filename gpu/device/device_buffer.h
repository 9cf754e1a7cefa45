// Device memory that is owned: move-only, freed with its owner. Throws Error(failed) if there is too little.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "gpu/device/check.h"

namespace sweep::gpu {

template <class T>
class DeviceBuffer {
  public:
    DeviceBuffer() = default;
    explicit DeviceBuffer(std::size_t count) : count_(count) {
        if (count == 0) return;
        std::size_t free = 0, total = 0;
        check(cudaMemGetInfo(&free, &total));
        if (count * sizeof(T) > free)
            throw Error(ExitCode::failed, "this needs " + std::to_string(count * sizeof(T) >> 20) +
                                              " MiB of GPU memory and " + std::to_string(free >> 20) +
                                              " MiB are free: use a smaller image or --engine cpu");
        check(cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)));
    }
    explicit DeviceBuffer(const std::vector<T>& host) : DeviceBuffer(host.size()) {
        if (count_) check(cudaMemcpy(data_, host.data(), bytes(), cudaMemcpyHostToDevice));
    }
    DeviceBuffer(DeviceBuffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(count_, other.count_);
        return *this;
    }
    ~DeviceBuffer() { ignore(cudaFree(data_)); }

    // Makes room for `count` values, if there is less. The old memory is freed first, as both might not fit;
    // its content is lost.
    void grow(std::size_t count) {
        if (count <= count_) return;
        { const DeviceBuffer freed(std::move(*this)); }
        *this = DeviceBuffer(count);
    }

    // Returns its first `count` values, or all, when what stands before on the stream is done.
    std::vector<T> download(cudaStream_t stream) const { return download(count_, stream); }
    std::vector<T> download(std::size_t count, cudaStream_t stream) const {
        std::vector<T> to(count);
        check(cudaMemcpyAsync(to.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost, stream));
        check(cudaStreamSynchronize(stream));
        return to;
    }

    T* data() const { return data_; }
    std::size_t size() const { return count_; }
    std::size_t bytes() const { return count_ * sizeof(T); }

  private:
    T* data_ = nullptr;
    std::size_t count_ = 0;
};

}  // namespace sweep::gpu
