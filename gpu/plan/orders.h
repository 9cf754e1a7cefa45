// The highest orders of filters for which there are kernels where each order costs some.
#pragma once

namespace sweep::gpu {

// Of the algorithms that are here for comparison.
inline constexpr int most_published_order = 5;

// Of algorithm 8.
inline constexpr int most_resident_order = 5;

}  // namespace sweep::gpu
