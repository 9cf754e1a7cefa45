// How fast all cores copy memory, measured slice by slice. A slice is short enough to be copied within a
// frame.
#pragma once

#include <cstddef>
#include <memory>

namespace sweep::cpu {

class CopySpeed {
  public:
    static constexpr std::size_t slice = std::size_t(1) << 24;  // bytes

    // Takes `bytes`, a multiple of two slices. Each step copies a slice of the first half to the second half:
    // by the time a slice is read again it has left all caches smaller than `bytes`. Throws std::bad_alloc.
    explicit CopySpeed(std::size_t bytes);
    ~CopySpeed();

    bool done() const;
    // Copies the next slice. The first round only touches the memory.
    void step();
    // The speed of the fastest slice so far in 10^9 bytes a second, bytes read and bytes written added up; 0
    // before the first. The fastest, because other work on the machine can only make slices slower.
    double gb_per_s() const { return fastest_; }

  private:
    struct State;
    std::unique_ptr<State> state_;
    double fastest_ = 0;
};

}  // namespace sweep::cpu
