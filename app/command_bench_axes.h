// The combinations of the lists of sweep bench: what can be measured, and why the rest cannot.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/options.h"

namespace sweep::app {

struct Combination {
    Problem problem;
    EngineChoice engine;  // as it was asked for
};

struct Skipped {
    Combination combination;
    std::string reason;
};

class Combinations {
  public:
    // All that make sense, engines and then sizes outermost. Throws as require().
    explicit Combinations(const Options& options);

    // Skips those for which the check throws an Error. What was asked for alone must pass, and of a product of lists
    // something must be left: otherwise throws what the check threw.
    void require(const std::function<void(const Combination&)>& check);

    const std::vector<Combination>& possible() const { return possible_; }
    const std::vector<Skipped>& skipped() const { return skipped_; }

  private:
    std::vector<Combination> possible_;
    std::vector<Skipped> skipped_;
};

// Throws Error(failed) when the images and the copy beside them do not fit into memory, or not into that of the GPU.
void require_room(const Problem& problem, EngineChoice engine);

}  // namespace sweep::app
