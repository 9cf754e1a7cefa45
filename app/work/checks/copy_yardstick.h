// The speed of a copy in the memory where an engine works, as the yardstick for the speed of its stages.
// There is one number for each engine, from a copy that is larger than the caches, so that a share does not
// depend on the picture's size.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/base/memory.h"
#include "core/families/algorithms.h"
#include "cpu/base/copy_speed.h"

namespace sweep::app {

class CopyYardstick {
  public:
    // `available` returns the bytes of the host's memory that may be used.
    explicit CopyYardstick(std::function<std::uint64_t()> available = available_memory)
        : available_(std::move(available)) {}

    // To be called once a frame. Measures for some milliseconds while the number for this engine is not
    // known, and returns how many, which the frame's time must leave out; 0 when it is known. Throws nothing:
    // where memory is short it measures a smaller copy, or none.
    double step(EngineKind engine);
    bool is_known(EngineKind engine) const { return of(engine).known; }
    // 10^9 bytes a second, where bytes read and bytes written both count; 0: not known yet, or not measured.
    double gb_per_s(EngineKind engine) const { return of(engine).gb_per_s; }
    // What limits the measurement; usually empty.
    const std::string& note(EngineKind engine) const { return of(engine).note; }

  private:
    struct Speed {
        bool known = false;
        double gb_per_s = 0;
        std::string note;
    };
    // The reference works in the memory of the CPU.
    static std::size_t place(EngineKind engine) {
        return engine == EngineKind::cuda ? 1 : engine == EngineKind::opengl ? 2 : 0;
    }
    const Speed& of(EngineKind engine) const { return speeds_[place(engine)]; }
    void step_on_cpu(Speed& speed);

    std::function<std::uint64_t()> available_;
    std::array<Speed, 3> speeds_;
    std::unique_ptr<cpu::CopySpeed> running_;
};

}  // namespace sweep::app
