// What filters, and how: what the command line gives to the window, and what its panels and keys change.
#pragma once

#include <optional>
#include <vector>

#include "app/engine_choice.h"
#include "core/problem.h"

namespace sweep::app {

// An algorithm, and the terms of Algorithm::cascade.
struct AlgorithmChoice {
    Algorithm algorithm = Algorithm::automatic;
    std::vector<CascadeTerm> cascade;
    friend bool operator==(const AlgorithmChoice&, const AlgorithmChoice&) = default;

    Problem of(Problem problem) const {
        problem.algorithm = algorithm;
        problem.cascade = cascade;
        return problem;
    }
};

struct FilterSettings {
    FilterSpec filter;
    Boundary boundary;
    AlgorithmChoice algorithm;  // where it fits the filter
    int taps = 0, block = 0;    // as of Problem
    Precision precision = Precision::automatic;
    EngineChoice engine = EngineChoice::automatic;
    int passes = all_passes;  // how many of down, up, right, left run
    Realisation realisation = Realisation::delta;
    std::optional<bool>
        linear;  // integers are decoded from sRGB before they are filtered; nothing: as the file says
    // Filtered pictures are rounded to float16 where CUDA writes the window's textures: faster, for the eye.
    bool half_result = false;
};

}  // namespace sweep::app
