// How fast all cores copy from memory to memory, measured slice by slice: a slice is short enough for a frame.
#pragma once

#include <cstddef>
#include <memory>

namespace sweep::cpu {

class CopySpeed {
  public:
    static constexpr std::size_t slice = std::size_t(1) << 24;  // bytes

    // Takes `bytes`, a multiple of two slices: a half is copied to the other, a slice in each step, so that a slice has
    // left the caches that are smaller than `bytes` before it is read again. Throws std::bad_alloc.
    explicit CopySpeed(std::size_t bytes);
    ~CopySpeed();

    bool done() const;
    // The next slice. The first round touches the memory, and measures nothing.
    void step();
    // 10^9 bytes a second, read and written ones counted, of the fastest slice so far: what else the machine does
    // meanwhile only makes slices slower. 0 while none is measured.
    double gb_per_s() const { return fastest_; }

  private:
    struct State;
    std::unique_ptr<State> state_;
    double fastest_ = 0;
};

}  // namespace sweep::cpu
