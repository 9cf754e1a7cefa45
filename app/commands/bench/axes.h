// The options of sweep bench, and the combinations of its lists: those that can be measured, and why the others cannot.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/options.h"

namespace sweep::app {

struct BenchOptions : RequestOptions {  // of the lists `request` has the first values
    // The lists, whose combinations are run, the slowest first.
    struct Axis {
        const FilterOption* option;
        std::vector<std::string> items;
    };
    std::vector<Axis> axes;
    std::vector<Size> sizes;  // empty: the usual one
    Memory memory = Memory::linear;
    int channels = 1;
    Sample sample = Sample::f32;
    std::optional<Sample> codes;  // of a picture, that results become; none: they stay as they are
    std::optional<int> repeats, warmup;
    int stage_repeats = 9;
    double seconds = 0;  // for one combination; 0: no limit
    bool checks_result = false;
    bool quiet = false;
    std::optional<std::string> json, csv;
    std::string arguments;  // those that determine the results

    // The engines that are asked for, and the combinations of all other lists, each of which stays at its first value
    // where it makes no difference.
    std::vector<EngineKind> engines() const;
    std::vector<FilterSettings> requests() const;
    // Of those, one for each kind of filter and algorithm.
    std::vector<FilterSettings> kinds() const;
};

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
    explicit Combinations(const BenchOptions& options);

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
