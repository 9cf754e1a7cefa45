// A picture of which samples are missing, on its way through an engine: they have no weight in the means of others. The
// weights of all samples go through the same filter, and the result is divided by them
// (core/engine/missing_samples.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/work/results/steps/derived_result.h"
#include "app/work/results/steps/filter_samples.h"
#include "app/work/results/steps/following_run.h"
#include "core/base/image.h"
#include "core/engine/engine.h"
#include "files/image_file.h"

namespace sweep::app {

// Whether samples that are missing have no weight, and are not 0.
bool gives_weights(const FilterSettings& request);

class MissingWeights {
  public:
    // Takes what is missing out of the file, or nothing, where it counts as 0. `request` lives longer.
    MissingWeights(FileImage& file, const FilterSettings& request);

    // Says what the file, of this name, notes of itself, and what becomes of what is missing.
    void tell(const FileImage& file, const std::string& name, const Say& say) const;

    bool empty() const { return missing_.empty(); }
    ConstImageView missing() const { return missing_.view(); }
    // Whether no sample of the result becomes another one, nor the number for missing ones.
    bool leaves_all() const { return empty() && !no_data_; }

    // Filters the weights of the runs: begin(), and then of each, by the engine that is prepared for it.
    void begin() { weights_.clear(); }
    void filter(Engine& engine, const Problem& problem, FollowingRun& following);

    // Makes means of the result of these runs, and of what is derived from it; returns how many samples of it are
    // missing. `input`: what the engine was given.
    std::size_t after(Image& result, DerivedResult& derived, EngineInput& input, const Say& say) const;
    // What the file of the result says of those.
    void put_beside(Beside& beside) const;

  private:
    std::size_t divide(Image& of, const Image& weights) const;
    void fill(Image& input, const Image& mean) const;

    const FilterSettings& request_;
    const std::optional<double> no_data_;  // the number of the file for missing samples
    const bool has_mask_;                  // a mask said so
    const Image missing_;
    std::vector<Image> weights_;  // filtered
};

}  // namespace sweep::app
