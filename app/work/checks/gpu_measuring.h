// Runs `sweep tune` inside the window, a piece in each frame, when the user asks for it.
#pragma once

#include <memory>
#include <string>

#include "gpu/tuner.h"

namespace sweep::app {

// The name of the GPU that CUDA would use if it has not been measured; otherwise empty.
std::string unmeasured_gpu();

class GpuMeasuring {
  public:
    bool is_running() const { return tuner_ != nullptr; }
    // Throws as gpu::Tuner does.
    void start() { tuner_ = std::make_unique<gpu::Tuner>(gpu::built_in_tuning(gpu::probe().name)); }
    // Stops; the previous choices remain in use.
    void stop() { tuner_.reset(); }
    // Measures for about a 20th of a second. After the last piece it stores the result, which engines that
    // start later use, stops, and returns a message; before that it returns an empty text. Throws as
    // gpu::Tuner and store_tuning() do, and stops then.
    std::string step();
    // "measuring this GPU: 37 %, order 3, float32, 2048x2048"
    std::string progress() const;

  private:
    std::unique_ptr<gpu::Tuner> tuner_;
};

}  // namespace sweep::app
