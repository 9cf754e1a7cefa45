// A picture with alpha on its way through an engine: its colours are multiplied by alpha, so that none bleed out of
// what is transparent, and divided by it afterwards. A filter that is no mean leaves alpha as it was.
#pragma once

#include "app/work/results/steps/filter_samples.h"
#include "core/design/kinds.h"
#include "files/encoding.h"
#include "files/image_file.h"
#include "files/pixels.h"

namespace sweep::app {

// Whether colours are multiplied by alpha where a picture has some, before it is filtered.
bool is_weighted_by_alpha(const FilterSettings& request);

class AlphaWeights {
  public:
    // `request` lives longer.
    AlphaWeights(const FileImage& file, const FilterSettings& request);

    // Whether the picture has alpha, and whether the result has that of the picture.
    bool is_there() const { return is_there_; }
    bool stays() const { return is_there_ && request_.keeps_alpha(); }
    // Whether colours are multiplied, which takes floats.
    bool multiplies() const { return multiplies_; }

    void before(EngineInput& input);
    // Puts alpha that stays back; what is derived has it already. `input`: what the engine was given.
    void put_back(Image& result, const Image& input) const;
    // Then, of a picture in the scale of the file: makes alpha what is wanted.
    void after(Image& result, Alpha wanted) const;
    // Whether these leave the result as it is.
    bool leaves_all(Alpha wanted) const {
        return !stays() && alpha_ != Alpha::associated &&
               (wanted != Alpha::associated || alpha_ == Alpha::none);
    }
    // A mean with negative weights, as Butterworth's, overshoots: alpha is from 0 to 1 all the same, and NaN where it
    // is missing.
    void limit(Image& result) const;
    bool limits() const { return is_there_ && is_recursive(request_.filter.kind); }

  private:
    const FilterSettings& request_;
    const bool is_there_;
    const bool multiplies_;
    Alpha alpha_;            // of what the engine is given, and of its result
    ColourRange colours_{};  // where alpha_ is associated: of the colours as they are
};

}  // namespace sweep::app
