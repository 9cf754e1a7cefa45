// The highest orders of filters for which there are kernels where each order costs some.
#pragma once

namespace sweep::gpu {

// Of the algorithms that are here for comparison.
inline constexpr int most_published_order = 5;

// Of algorithm 8.
inline constexpr int most_resident_order = 5;
// Along one axis; 7 with zeros alone.
inline constexpr int most_chip_line_order = 7;

}  // namespace sweep::gpu
