// The times of the stages of a run: by the driver's queries, or where work is done by the processor, whose queries tell
// nothing, by waiting for each stage.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "opengl/context/objects.h"

namespace sweep::opengl {

class StageTimer {
  public:
    explicit StageTimer(std::shared_ptr<Context> context) : context_(std::move(context)) {}

    // Around each piece of work, by turns.
    void begin();
    void end();
    // Whether take() would not wait.
    bool is_done() const;
    // The milliseconds of each piece since the last call; waits for them.
    std::vector<double> take();

  private:
    bool asks_driver() const { return !context_->driver().is_software; }

    const std::shared_ptr<Context> context_;
    std::vector<Query> queries_;
    std::size_t used_ = 0;
    std::vector<double> waited_;
    std::chrono::steady_clock::time_point start_;
};

}  // namespace sweep::opengl
