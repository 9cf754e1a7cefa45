// What is derived from the results of a filter and the picture before (core/derived/derived.h), on its way through an
// engine: the runs before it, and the arithmetic after it. Where nothing is derived there is one run, whose result it
// is.
#pragma once

#include <optional>
#include <vector>

#include "app/work/checks/result_check.h"
#include "app/work/results/steps/filter_samples.h"
#include "app/work/results/steps/small_samples.h"
#include "core/base/image.h"
#include "core/derived/derived.h"

namespace sweep::app {

class DerivedResult {
  public:
    // `request` lives longer.
    explicit DerivedResult(const FilterSettings& request) : request_(request), derived_(request.derived) {}

    bool is_none() const { return derived_.is_none(); }
    // The floats that the arithmetic takes; none: those of the filter.
    std::optional<Sample> floats() const;

    // Makes the runs. Where moments are computed of the samples their datum is taken off these. `missing`: samples
    // without weight; no data: there are none. Throws Error(usage) for what makes no sense.
    void before(EngineInput& input, const SmallSamples& small, ConstImageView missing, bool keeps_alpha);
    // What the engine solves, one after the other.
    const std::vector<DerivedRun>& runs() const { return runs_; }
    // The problem of that which loses most digits, where the first is solved as `resolved`.
    Problem worst_run(const Problem& resolved) const;
    // What a run filters, by the input and the results before; `made` holds what is made for it.
    ConstImageView input_of(const DerivedRun& run, const Image& input, const std::vector<Image>& results,
                            Image& made) const;

    // The result, by those of the runs. `narrows`: it is of f32 where only what lies between takes doubles.
    // `keeps_results`: means will be made of those, and the result of the means.
    Image after(std::vector<Image> results, const EngineInput& input, bool narrows, bool keeps_results);
    // Those that are kept; empty: nothing is derived.
    std::vector<Image>& results() { return results_; }
    void after_means(const EngineInput& input, ImageView out) const { derive_from(results_, input, out); }

    // Compares the result with the truth, as check_derived() does.
    ResultCheck check(const Image& input, const Image& result) const;

  private:
    void derive_from(const std::vector<Image>& results, const EngineInput& input, ImageView out) const;

    const FilterSettings& request_;
    Derived derived_;  // of the input as the engine is given it
    bool keeps_alpha_ = false;
    std::vector<double> datum_;  // what was taken off each channel; empty: nothing
    std::vector<DerivedRun> runs_;
    std::vector<Image> results_;
};

}  // namespace sweep::app
