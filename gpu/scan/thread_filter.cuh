// The recurrences as the threads of steps 7.3, 7.4 and 8 run them.
//
// In `delta` a second-order section holds v' = v / g where core/filter/recurrence.h has v. That takes three
// operations a sample in place of four,
//
//     v' = a v' + (x - y);   y = y + g v'
//
// and gives the same numbers but for their rounding. From v' to the next v' these are three operations, each
// of which waits for the one before. So a pass looks ahead: y_before, which is y without its last step g v',
// is known earlier,
//
//     v' = (a - g) v' + (x - y_before);   y_before = y;   y = y + g v'
//
// so that a chain of three operations takes it two samples on. The first-order section, y = y + f (x - y),
// holds y / f: it takes one operation in place of two, and the next section multiplies by f
// where it added. The pole 1 - f, rounded, is too coarse for a slow filter (errors of 2.5e-5 at sigma 340):
// it takes turns with the next float, so that over eight samples it is as precise as f.
//
// Filters of other realisations, and those whose sections alternate, run as core/filter/recurrence.h has them
// (gpu/scan/any_filter.cuh).
#pragma once

#include <cmath>

#include "core/blocks/extension.h"
#include "core/problem/problem.h"

namespace sweep::gpu {

// A state within a pass that looks ahead.
template <int R>
struct StateAhead {
    Vec<float, R> s;
    Vec<float, R / 2 == 0 ? 1 : R / 2> y_before;
};

// One pass of delta sections.
template <int R>
struct ThreadFilter {
    static constexpr int order = R, pairs = R / 2;
    static constexpr bool odd = R % 2 == 1;
    float first;
    float inverse_first;
    Vec<float, 8> poles;  // 1 - first, or the next float, in turns
    Vec<float, pairs == 0 ? 1 : pairs> a_minus_g, g, inverse_g;
    float has_level;  // 1 or 0 (gpu/scan/level.cuh)

    // These return y / out_unit(); the first is for sample k of a line, where k is known at compile time.
    __device__ float step(StateAhead<R>& state, float x, int k) const {
        if constexpr (odd) state.s[0] = fmaf(poles[k % 8], state.s[0], x);
        return sections(state, x);
    }
    __device__ float step(StateAhead<R>& state, float x) const {
        if constexpr (odd) state.s[0] = fmaf(-first, state.s[0], state.s[0] + x);
        return sections(state, x);
    }
    __device__ float out_unit() const { return R == 1 ? first : 1.f; }
    __device__ StateAhead<R> look_ahead(const Vec<float, R>& s) const {
        StateAhead<R> state{s, {}};
        if constexpr (odd) state.s[0] *= inverse_first;
#pragma unroll
        for (int i = 0; i < pairs; ++i) state.y_before[i] = fmaf(-g[i], s[y_of(i) + 1], s[y_of(i)]);
        return state;
    }
    // The state of a pass that has looked ahead.
    __device__ Vec<float, R> state_of(const StateAhead<R>& state) const {
        Vec<float, R> s = state.s;
        if constexpr (odd) s[0] *= first;
        return s;
    }
    // Makes a state in the units of core/filter/recurrence.h one of this filter.
    __device__ void take(Vec<float, R>& s) const {
#pragma unroll
        for (int i = 0; i < pairs; ++i) s[y_of(i) + 1] *= inverse_g[i];
    }
    __device__ float level(const Vec<float, R>& s) const {
        return s[R == 1 ? 0 : R - 2];
    }
    static __device__ float response() {
        return 1;
    }
    __device__ Vec<float, R> steady() const {
        Vec<float, R> s{};
        if (odd) s[0] = 1;
#pragma unroll
        for (int i = 0; i < pairs; ++i) s[y_of(i)] = 1;
        return s;
    }

  private:
    // The place of a section's y in the state; its v is the next.
    __device__ static constexpr int y_of(int i) {
        return 2 * i + (odd ? 1 : 0);
    }
    // Runs the second-order sections, on x or, in odd orders, on what the first-order section holds.
    __device__ float sections(StateAhead<R>& state, float x) const {
        Vec<float, R>& s = state.s;
        if constexpr (odd) x = s[0];
#pragma unroll
        for (int i = 0; i < pairs; ++i) {
            float &y = s[y_of(i)], &v = s[y_of(i) + 1];
            const float before = state.y_before[i];
            state.y_before[i] = y;
            v = fmaf(a_minus_g[i], v, odd && i == 0 ? fmaf(first, x, -before) : x - before);
            y = fmaf(g[i], v, y);
            x = y;
        }
        return x;
    }
};

// Returns the state as the pass keeps it: looking ahead, if the filter can.
template <class Filter, int R>
__device__ inline auto ahead(const Filter& filter, const Vec<float, R>& state) {
    if constexpr (requires { filter.look_ahead(state); })
        return filter.look_ahead(state);
    else
        return state;
}

// Returns the state in which a pass ends that keeps it as ahead() does.
template <class Filter, class State>
__device__ inline auto end_state(const Filter& filter, const State& state) {
    if constexpr (requires { filter.state_of(state); })
        return filter.state_of(state);
    else
        return state;
}

// One step of a pass, for sample k.
template <class Filter, class State>
__device__ inline float step(const Filter& filter, State& state, float x, int k) {
    if constexpr (requires { filter.step(state, x, k); })
        return filter.step(state, x, k);
    else
        return filter.step(state, x);
}

// The unit in which the steps of a pass return its output.
template <class Filter>
__device__ inline float out_unit(const Filter& filter) {
    if constexpr (requires { filter.out_unit(); })
        return filter.out_unit();
    else
        return 1;
}

// The value of 1 in each number of a thread's state, in the units of core/filter/recurrence.h.
template <int R>
Vec<double, R> units_of_sections(const Recurrence<double, R, Realisation::delta>& recurrence) {
    Vec<double, R> units;
    for (int k = 0; k < R; ++k) units[k] = 1;
    for (int i = 0; i < R / 2; ++i) units[2 * i + R % 2 + 1] = recurrence.g[i];
    return units;
}

// The filter of a pass whose sections do not alternate.
template <int R>
ThreadFilter<R> make_thread_filter(const PassDesign& pass) {
    const auto recurrence = make_recurrence<float, R, Realisation::delta>(pass);
    const auto exact = make_recurrence<double, R, Realisation::delta>(pass);
    ThreadFilter<R> filter{recurrence.first, float(1 / exact.first), {}, {}, recurrence.g, {}, 1};
    const double pole = 1 - exact.first;
    float below = float(pole);
    if (double(below) > pole) below = std::nextafterf(below, -1.f);
    const float above = std::nextafterf(below, 2.f);
    const int turns = int(std::lround(8 * (pole - double(below)) / (double(above) - double(below))));
    for (int k = 0; k < 8; ++k) filter.poles[k] = (k + 1) * turns / 8 > k * turns / 8 ? above : below;
    for (int i = 0; i < R / 2; ++i) {
        filter.a_minus_g[i] = float(exact.a[i] - exact.g[i]);
        filter.inverse_g[i] = float(1 / exact.g[i]);
    }
    return filter;
}

}  // namespace sweep::gpu
