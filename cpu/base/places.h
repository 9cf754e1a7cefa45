// Working memory that a thread has for as long as it works at a piece: there are as many places as threads work at a
// time.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <thread>

namespace sweep::cpu {

class Places {
  public:
    explicit Places(int count) : count_(count), taken_(new std::atomic_flag[std::size_t(count)]) {}
    int count() const { return count_; }

    class Lease {
      public:
        explicit Lease(const Places& places) {
            for (int i = 0;; i = (i + 1) % places.count_) {
                taken_ = &places.taken_[std::size_t(i)];
                if (!taken_->test_and_set(std::memory_order_acquire)) {
                    place = std::size_t(i);
                    return;
                }
                std::this_thread::yield();
            }
        }
        ~Lease() { taken_->clear(std::memory_order_release); }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;

        std::size_t place;  // below count()

      private:
        std::atomic_flag* taken_;
    };

  private:
    const int count_;
    const std::unique_ptr<std::atomic_flag[]> taken_;
};

}  // namespace sweep::cpu
