// The window's own `sweep tune`, a piece in each frame, when somebody asks for it.
#pragma once

#include <memory>
#include <string>

#include "gpu/tuning/tuner.h"

namespace sweep::app {

// The GPU that CUDA would use, if nobody has measured it; otherwise empty.
std::string unmeasured_gpu();

class GpuMeasuring {
  public:
    bool is_running() const { return tuner_ != nullptr; }
    // Throws as gpu::Tuner does.
    void start() { tuner_ = std::make_unique<gpu::Tuner>(gpu::built_in_tuning(gpu::probe().name)); }
    // What held before holds.
    void stop() { tuner_.reset(); }
    // Measures for at most about a 20th of a second. Behind the last piece it has stored what it found, which holds for engines
    // that begin from now on, runs no longer, and returns what there is to say; otherwise nothing. Throws as gpu::Tuner and
    // store_tuning() do, and then runs no longer.
    std::string step();
    // "measuring this GPU: 37 %, order 3, float32, 2048x2048"
    std::string progress() const;

  private:
    std::unique_ptr<gpu::Tuner> tuner_;
};

}  // namespace sweep::app
