// The numbers that are compiled into the kernels of algorithm 8 beyond the chip (gpu/stream/stream.cuh), and the
// shapes for which it is the faster one. They were chosen on an NVIDIA H100, driver 580.159.04
// (bench/results/notes.md, algorithm 8 beyond the chip).
#pragma once

#include <cstddef>

namespace sweep::gpu::tuning {

struct Stream {
    // The tiles that a multiprocessor holds, the pairs of warps that filter them, and the warps that take the dots of
    // their columns.
    static constexpr int tiles = 13, pairs = 6, dot_warps = 3;
    // The tiles whose states a thread asks for at once, in each direction.
    static constexpr int asked_at_once = 2;
    // The most tiles that a line may remember, and the share of the tiles on the chip that may lie between a tile and
    // the last one whose dots it waits for, if this is to be faster than algorithm 7.
    static constexpr int most_reach = 4;
    static constexpr double most_share = 0.45;
    // The fewest pixels of an image whose lines are mirrored along both axes, if this is to be faster.
    static constexpr std::size_t least_mirrored = 800'000;
};

}  // namespace sweep::gpu::tuning
