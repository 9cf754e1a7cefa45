// A filtered picture of which samples are missing, in the window: the mean of those that are there, as
// core/engine/missing_samples.h has it for files.
#pragma once

#include <memory>
#include <optional>

#include "app/screen/gl/gl.h"
#include "app/screen/gl/timing.h"
#include "app/work/engines/texture_filter.h"
#include "core/problem/missing.h"

namespace sweep::app {

// Which samples of a picture are there.
struct Presence {
    // 1 where there is a sample and 0 where there is none, RGBA32F; null: all are there, or those that are not count
    // as 0.
    const Texture* weights = nullptr;
    Missing how = Missing::keep;
};

class WeighedPicture {
  public:
    // Makes result() of what `problem` has made of a picture with 0 where samples are missing: divides it by the
    // weights, which go through the same filter. NaN stands for what is missing. `changed`: the weights are of another
    // picture. Throws as TextureFilter::run() does.
    void divide(const Texture& filtered, const Problem& problem, const Presence& there, EngineKind choice,
                bool changed);
    // The same for a filter that cannot weigh: nothing is divided.
    void mask(const Texture& filtered, const Presence& there);
    // It has the format and the mip levels of `filtered`; only level 0 is filled.
    const Texture& result() const { return result_; }
    // Adds the times of the last run.
    void report(Timings& timings);
    std::string reload() { return program_ ? program_.reload() : std::string(); }

  private:
    void draw(const Texture& filtered, const Texture* weight, const Presence& there);

    std::unique_ptr<TextureFilter> filter_;  // of the weights
    std::optional<Problem> solved_;
    Texture result_;
    Framebuffer target_;
    Program program_;
    GpuTimer timer_;
};

}  // namespace sweep::app
