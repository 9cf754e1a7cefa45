// Convolution with few taps on rows of interleaved samples, whose channels lie side by side.
#pragma once

#include <cstddef>

namespace sweep::cpu {

// Rows that add_rows() makes at a time, and what the numbers of samples are multiples of: the widest two packs.
inline constexpr int rows_at_once = 4, samples_at_once = 32;

// Down the columns: to[o][i] = sum over t of weights[t] rows[o + t][i], for rows_at_once rows of `samples`, a multiple
// of samples_at_once. `taps`: at least rows_at_once. `pitch`: of `to`, in samples.
void add_rows(const float* const* rows, const float* weights, int taps, int samples, float* to,
              std::ptrdiff_t pitch);

// Along a row: to[i] = offsets[i] + sum over t of weights[t] from[i + t * step], for a number of `samples` that may be
// any. `from` can be read samples_at_once beyond what that needs, and so can `offsets`.
void add_along(const float* from, const float* weights, int taps, int step, int samples, const float* offsets,
               float* to, bool past_caches);

}  // namespace sweep::cpu
