// Working memory, aligned for the widest pack and cleared.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

#include "cpu/base/threads.h"

namespace sweep::cpu {

template <class T>
class Buffer {
  public:
    Buffer() = default;

    // The threads that will use the memory clear it: they touch its pages first, and no run() has to.
    Buffer(std::size_t size, Threads& threads)
        : data_(static_cast<T*>(::operator new(size * sizeof(T), alignment))), size_(size) {
        threads.for_chunks(std::ptrdiff_t(size), 1 << 18, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            std::fill(data_.get() + begin, data_.get() + end, T(0));
        });
    }

    T* data() const { return data_.get(); }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return size_ * sizeof(T); }

  private:
    static constexpr std::align_val_t alignment{64};
    struct Delete {
        void operator()(T* p) const { ::operator delete(p, alignment); }
    };
    std::unique_ptr<T[], Delete> data_;
    std::size_t size_ = 0;
};

}  // namespace sweep::cpu
