// A picture of samples so small that float32 runs out of numbers, on its way through an engine: it is filtered as a
// multiple by a power of two (core/engine/small_samples.h).
#pragma once

#include "app/work/results/steps/filter_samples.h"
#include "core/base/image.h"

namespace sweep::app {

class SmallSamples {
  public:
    void before(EngineInput& input);
    void after(Image& result) const;

    // Whether it is filtered as it is.
    bool leaves_all() const { return exponent_ == 0; }
    // A difference of samples in the scale of what the engine is given.
    double scaled(double difference) const;
    // A picture after some of the passes, or all, in the scale of the samples of the file; empty: it is so.
    Image in_scale_of_file(const Image& passed) const;

  private:
    int exponent_ = 0;  // what the engine is given is the picture times 2 to its power
};

}  // namespace sweep::app
