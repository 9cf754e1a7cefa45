// Direct separable convolution: what recursive filters are measured against.
#pragma once

#include <memory>
#include <span>

#include "core/image.h"

namespace sweep::cpu {

class Convolution {
  public:
    explicit Convolution(int threads = 0);  // 0: one per core
    ~Convolution();

    // Filters the columns and then the rows of `in` into `out` with `taps` (an odd number of them, centred); both are
    // f32 and of one shape, one to four channels. Outside, the edge goes on. Keeps an image between calls, so that
    // only the first of a shape allocates.
    void run(ConstImageView in, std::span<const float> taps, ImageView out);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sweep::cpu
