// A batch as a stack: images of one shape that lie one behind the other are one image of all their rows, whose blocks
// algorithm 7 filters at once. Its columns are scanned image by image (gpu/overlapped/carry_scans.cuh), so that no
// image enters another one.
#pragma once

#include <optional>

#include "gpu/plan/plan.cuh"
#include "gpu/tuning/tuning.h"

namespace sweep::gpu {

// The newest stack of an engine.
class ImageStack {
  public:
    // True if make() was asked for these images last.
    bool is_of(const Problem& image, int images) const { return images == images_ && image == image_; }
    // Looks for a plan for `images` images, each of which is the problem `image`, or has the plan at hand adopt that.
    // There is none where somebody asks for another algorithm, where images end within a block,
    // or where memory is short.
    void make(const Problem& image, int images, const DeviceLimits& limits, const Tuning& tuning,
              cudaStream_t stream);

    Plan* plan() const { return plan_.get(); }  // null: there is none for these images
    const std::vector<Stage>& stages() const { return job_.stages; }
    std::size_t working_bytes() const { return plan_ ? plan_->working_bytes() : 0; }

  private:
    Problem image_;
    int images_ = 0;
    Job job_;
    std::unique_ptr<Plan> plan_;
};

}  // namespace sweep::gpu
