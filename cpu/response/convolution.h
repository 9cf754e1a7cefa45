// Direct separable convolution in float, against which recursive filters are measured.
#pragma once

#include <memory>
#include <span>
#include <stop_token>

#include "core/base/image.h"

namespace sweep::cpu {

class Convolution {
  public:
    explicit Convolution(int threads = 0);  // 0: one thread per core
    ~Convolution();

    // Filters the columns and then the rows of `in` into `out` with `taps`, an odd number of them, centred.
    // Both images are f32, of one shape, with one to four channels. Lines continue with their first and last
    // sample. An image between the two is kept, so that only the first call with a shape allocates. Where it is asked
    // to stop, it soon returns, and `out` has no meaning.
    void run(ConstImageView in, std::span<const float> taps, ImageView out, const std::stop_token& stop = {});

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sweep::cpu
