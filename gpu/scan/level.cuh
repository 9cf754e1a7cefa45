// The level of a line: a slow filter's pass runs relative to the constant with which its line is entered, so that its
// rounding is that of small numbers (step 7.4, algorithms 1 to 6 and cascades).
#pragma once

#include "gpu/scan/thread_pass.cuh"

namespace sweep::gpu {

// Makes the state relative to the level c with which the line is entered, and returns c. A filter that forgets within
// a block (`kept` is 0, not 1; core/blocks/block_algebra.h) has no level: what enters the block may be far larger than
// all that it remembers a few samples on. Nor has direct feedback: its rounded coefficients do not have unit response.
template <class Filter, int R>
__device__ inline float shift_by_level(const Filter& filter, float kept, Vec<float, R>& state) {
    if constexpr (realisation<Filter> == Realisation::direct) return 0;
    const float c = kept * filter.level(state);
    const Vec<float, R> steady = filter.steady();
#pragma unroll
    for (int k = 0; k < R; ++k) state[k] -= steady[k] * c;
    return c;
}

// Whether the four passes have a level: 1 or 0.
struct Levels {
    float of[4];
};

// What is done to the samples of a line as they come in and go out.
struct Ends {
    float before;       // is added to what comes in, to take the datum off
    float gain, after;  // gain y + after goes out: the filter's gain, and the datum on again
};

}  // namespace sweep::gpu
