// The part of a filter that follows the picture (following_part(), core/design/kinds.h): its guide, and its run, which
// comes after the engine has converted the samples.
#pragma once

#include <memory>

#include "app/work/results/steps/filter_samples.h"
#include "core/base/image.h"
#include "core/engine/engine.h"
#include "engines/smoothing.h"
#include "files/image_file.h"

namespace sweep::app {

// Makes a picture without alpha of one with it, of which pixels are missing that are not opaque: strokes on a layer of
// their own.
void take_transparent_for_missing(FileImage& file);

// Does nothing where a filter has no such part.
class FollowingRun {
  public:
    bool is_there() const { return smoothing_ != nullptr; }

    // Reads the guide, and prepares the run. What is `missing` becomes holes of a guide that is the picture itself;
    // no data: nothing is. `request` and `input` live longer. Throws Error as a Smoothing does, and Error(usage) where
    // it would take many minutes.
    void before(const FilterSettings& request, const EngineInput& input, ConstImageView missing);
    // Puts what the filter makes of the input into `out`, and adds its stage, or of an image in its place.
    void after(ImageView out, RunReport& report);
    void after(Image& weights);

    // Throws Error(usage) where truth() would take many minutes.
    void require_time_for_truth() const;
    // What the definition of the filter makes of the input, in f64.
    Image truth() const;

  private:
    ConstImageView guide() const { return guide_.empty() ? input_->image.view() : guide_.view(); }

    const FilterSettings* request_ = nullptr;
    const EngineInput* input_ = nullptr;
    Image guide_;  // where there is one, and it is not the input as it is
    std::unique_ptr<Smoothing> smoothing_;
};

}  // namespace sweep::app
