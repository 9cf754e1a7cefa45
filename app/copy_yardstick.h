// How fast memory is copied where an engine works: what the speed of stages is compared with. One number for each
// engine, of a copy that is larger than caches, so that the same work has the same share whatever the picture's size.
#pragma once

#include "core/algorithms.h"
#include "core/memory.h"
#include "cpu/copy_speed.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace sweep::app {

class CopyYardstick {
  public:
    // `available`: bytes of the host's memory that may be used.
    explicit CopyYardstick(std::function<std::uint64_t()> available = available_memory)
        : available_(std::move(available)) {}

    // Once a frame. Measures for some milliseconds while the number for this engine is not known, and returns how many:
    // they are not the frame's own; 0 when it is known. Throws nothing: where memory is short a smaller copy is measured,
    // or none.
    double step(EngineKind engine);
    bool is_known(EngineKind engine) const { return of(engine).known; }
    // 10^9 bytes a second, read and written ones counted; 0: not known yet, or not to be had.
    double gb_per_s(EngineKind engine) const { return of(engine).gb_per_s; }
    // What there is to know of the measurement; usually empty.
    const std::string& note(EngineKind engine) const { return of(engine).note; }

  private:
    struct Speed {
        bool known = false;
        double gb_per_s = 0;
        std::string note;
    };
    const Speed& of(EngineKind engine) const { return speeds_[engine == EngineKind::cuda ? 1 : 0]; }
    void step_on_cpu(Speed& speed);

    std::function<std::uint64_t()> available_;
    std::array<Speed, 2> speeds_;
    std::unique_ptr<cpu::CopySpeed> running_;
};

}  // namespace sweep::app
