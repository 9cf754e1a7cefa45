// What a plan derives of local means and deviations (core/derived/local_statistics.h). All is computed in float64,
// whatever the image has.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/derived/derived.h"
#include "core/engine/engine.h"

namespace sweep::library {

class Moments {
  public:
    // `engine`, which takes float64, lives as long. Prepares it. Throws Error as it does.
    Moments(const Derived& derived, const Problem& problem, Engine& engine);

    // `in` and `out` have the samples of the problem and of its output, and may be the same.
    void run(ConstImageView in, ImageView out);
    std::size_t bytes() const;

  private:
    void load(ConstImageView in);

    Derived derived_;
    Problem problem_;
    Engine& engine_;
    std::array<double, 256> colours_;  // of bytes
    Image samples_, input_;            // less their means; of a run
    std::vector<Image> results_;
};

}  // namespace sweep::library
