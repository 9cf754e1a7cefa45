// What the block algorithm would give without its carries: every block filtered alone, from states that are zero.
// Shown for a while, so that it is seen what the carries are for.
#pragma once

#include "app/comparer.h"
#include "app/read_back.h"
#include "app/teach_images.h"

#include <string>

namespace sweep::app {

// `in`: float32, as the problem says. Returns float32. Sequential and in double; slow enough for a thread of its own.
Image blocks_alone(const Problem& problem, ConstImageView in, int block);

class BlocksAlone {
  public:
    // The images are others now.
    void forget() { ++version_; }
    // Once a frame while it is wanted: asks for it, and takes it when it is there. Nothing waits.
    void update(const PassImages& images);
    // Null until it is there.
    const Texture* image() const { return made_ == version_ && image_ ? &image_ : nullptr; }
    bool is_busy() const { return comparer_.busy() || read_.busy(); }
    const std::string& note() const { return note_; }  // why it does not come

  private:
    Texture image_;
    ReadBack read_;      // what the job reads: not asked again while that is under way
    Comparer comparer_;  // behind it: a job under way is waited for while what it reads is still there
    std::string note_;
    int version_ = 0, asked_ = -1, made_ = -1;
};

}  // namespace sweep::app
