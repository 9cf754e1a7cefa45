// What `bands` and its engine agree about.
#pragma once

namespace sweep {

// The samples within which a filter must forget where rows are periodic. `auto` gives filters that remember longer to
// algorithm 7 under every boundary: rounded coefficients, run over whole rows, then cost digits (sigma 80 of a
// Gaussian).
inline constexpr int longest_band_memory = 1024;

}  // namespace sweep
