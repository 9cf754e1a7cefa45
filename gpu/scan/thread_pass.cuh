// One pass over the line of a block, as a thread runs it in steps 7.3 and 7.4 and in algorithms 1 and 3. A
// `Filter` is a Recurrence, or the ThreadFilter, which takes fewer operations.
#pragma once

#include "gpu/scan/thread_filter.cuh"

namespace sweep::gpu {

template <class Filter>
inline constexpr Realisation realisation = Realisation::delta;
template <int R, Realisation K>
inline constexpr Realisation realisation<Recurrence<float, R, K>> = K;

// These run one pass over a thread's line. `get` and `put` move 16 samples, or one, between the tile and
// registers. The image has the first `valid` samples of the line: pass_backward() enters behind those.
template <int T, class Filter, class State, class Get, class Put>
__device__ inline void pass_forward(const Filter& F, State& P, Get get, Put put) {
#pragma unroll 1
    for (int i = 0; i < T; i += 16) {
        float v[16];
        get(i, v);
#pragma unroll
        for (int k = 0; k < 16; ++k) v[k] = step(F, P, v[k], k);
        put(i, v);
    }
}

template <int T, class Filter, class State, class Get, class Put>
__device__ inline void pass_backward(const Filter& Rv, State& E, int valid, Get get, Put put) {
#pragma unroll 1
    for (int i = T - 16; i >= 0; i -= 16) {
        if (i + 16 > valid) {  // the image ends here: a sample at a time
#pragma unroll 1
            for (int k = valid - 1; k >= i; --k) {
                float v[1];
                get(k, v);
                v[0] = Rv.step(E, v[0]);
                put(k, v);
            }
            continue;
        }
        float v[16];
        get(i, v);
#pragma unroll
        for (int k = 15; k >= 0; --k) v[k] = step(Rv, E, v[k], k);
        put(i, v);
    }
}

// A state in the units of the carries becomes one in the units of the filter.
template <class Filter, int R>
__device__ inline void take_state(const Filter& filter, Vec<float, R>& state) {
    if constexpr (requires { filter.take(state); }) filter.take(state);
}

}  // namespace sweep::gpu
