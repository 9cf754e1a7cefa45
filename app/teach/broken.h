// The result of the block algorithm without its carries: every block is filtered alone, from zero states. It
// is shown for some seconds, to show what the carries do.
#pragma once

#include <string>

#include "app/engines/comparer.h"
#include "app/gl/read_back.h"
#include "app/teach/images.h"

namespace sweep::app {

// Filters every block alone. `in` is float32, with the problem's shape; the result is float32. It is computed
// sequentially in double, slowly enough to need a thread of its own.
Image blocks_alone(const Problem& problem, ConstImageView in, int block);

class BlocksAlone {
  public:
    // To be called when the images have changed.
    void forget() { ++version_; }
    // To be called once a frame while the result is wanted: starts the computation, and takes the result when
    // it is there. Never waits.
    void update(const PassImages& images);
    // The result; null until it is there.
    const Texture* image() const { return made_ == version_ && image_ ? &image_ : nullptr; }
    bool is_busy() const { return comparer_.busy() || read_.busy(); }
    const std::string& note() const { return note_; }  // why there is no result

  private:
    Texture image_;
    ReadBack read_;      // the pixels that the job reads; not asked again while it runs
    Comparer comparer_;  // after read_: its destructor waits for a job, which still reads the pixels
    std::string note_;
    int version_ = 0, asked_ = -1, made_ = -1;
};

}  // namespace sweep::app
