// The combinations of the lists of sweep bench: those that can be measured, and why the others cannot.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/command_line/options.h"

namespace sweep::app {

struct Combination {
    Problem problem;
    EngineKind engine;  // as the user named it
};

struct Skipped {
    Combination combination;
    std::string reason;
};

class Combinations {
  public:
    // Makes all valid combinations; the engine varies slowest, then the size. Throws as require() does.
    explicit Combinations(const Options& options);

    // Skips those for which the check throws an Error. If there is only one combination, or if none is left,
    // throws the error of the check.
    void require(const std::function<void(const Combination&)>& check);

    const std::vector<Combination>& possible() const { return possible_; }
    const std::vector<Skipped>& skipped() const { return skipped_; }

  private:
    std::vector<Combination> possible_;
    std::vector<Skipped> skipped_;
};

// Throws Error(failed) if the images and their copy do not fit into memory, or into that of the GPU.
void require_room(const Problem& problem, EngineKind engine);

}  // namespace sweep::app
