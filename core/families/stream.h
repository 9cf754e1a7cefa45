// What algorithm 8 beyond the chip and its engine agree about (gpu/stream/stream.cuh).
#pragma once

namespace sweep {

// The side of a tile.
inline constexpr int stream_side = 64;

// The most tiles of a line that a filter may remember: a quarter of a warp asks for their datums.
inline constexpr int most_stream_reach = 8;

// The highest order that it has, without zeros. More are slower than algorithm 7 (bench/results/notes.md, algorithm 8 beyond the
// chip).
inline constexpr int most_stream_order = 3;

}  // namespace sweep
