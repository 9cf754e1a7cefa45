// A row of pixels whose weights follow a guide, filtered by blocks as the edge filter does it, with all of its
// numbers: what leaves each block alone, how the carries combine, and what an edge does to them (ARCHITECTURE.md,
// "Weights that follow a guide").
#pragma once

#include <array>

#include "core/edge/segment.h"

namespace sweep::app {

struct SpringRow {
    static constexpr int block = 4, blocks = 3, length = block * blocks;
    static constexpr double sigma = 6, range = 15;  // of the filter, in pixels and in units of the guide
    static constexpr int jump = 6;                  // the edge lies before this pixel

    std::array<double, length> x{}, guide{};
    std::array<double, length + 1> w{};     // of the springs before each pixel, and behind the last
    std::array<double, length> y0{}, z0{};  // after right and after left, each block alone
    // With both levels 0: Y and Z leave a block into which zeros enter, W, H and U say how much of what really enters.
    std::array<Segment, blocks> segments{};
    std::array<double, blocks + 1> P{}, E{};  // P[k] enters block k from the left, E[k + 1] from the right
    std::array<double, length> z{};           // the result
};

// `edge`: how far the guide follows the jump of the picture, from 0, where the guide is flat there, to 1.
SpringRow spring_row(double edge);

}  // namespace sweep::app
