// The recurrences as the threads of step 7.4 and of algorithm 8 run them, and the block algebra in the units of their
// states.
//
// In the form `delta`, second-order sections hold v / g where core/recurrence.h has v: three operations a sample in place
// of four,
//
//     v' = a v' + (x - y);   y = y + g v'
//
// and the same numbers but for their rounding. From v' to the next v' these are three operations, each of which waits for
// the one before. A pass that runs over many samples looks ahead: y_before, y without its last step g v', is there earlier,
//
//     v' = (a - g) v' + (x - y_before);   y_before = y;   y = y + g v'
//
// so that a chain of three operations takes it two samples on; and its first-order section holds y / f where y = y + f (x - y),
// one operation in place of two: the next section multiplies by f where it added. 1 - f rounded is too coarse a pole for a
// slow filter (errors of 2.5e-5 at sigma 340); it takes turns with its neighbour, so that over eight samples it is as precise as f.
// Alternating sections and direct feedback run as they are.
#pragma once

#include <cmath>

#include "core/extension.h"
#include "core/problem.h"

namespace sweep::gpu {

enum class ThreadForm { delta, alternating, direct };

constexpr Realisation realisation_of(ThreadForm form) {
    return form == ThreadForm::direct ? Realisation::direct : Realisation::delta;
}

// Of alternating sections and of direct feedback.
template <int R, ThreadForm form>
struct ThreadFilter {
    static constexpr int order = R;
    Recurrence<float, R, realisation_of(form)> recurrence;

    __device__ float step(Vec<float, R>& s, float x) const { return recurrence.step(s, x); }
    // The level relative to which a line is filtered (gpu/filter.cuh); direct feedback stays as the papers have it.
    __device__ float level(const Vec<float, R>& s) const {
        return form == ThreadForm::direct ? 0.f : recurrence.level(s);
    }
    __device__ Vec<float, R> steady() const { return recurrence.steady(); }
};

// A state on its way through a pass that looks ahead.
template <int R>
struct StateAhead {
    Vec<float, R> s;
    Vec<float, R / 2 == 0 ? 1 : R / 2> y_before;
};

template <int R>
struct ThreadFilter<R, ThreadForm::delta> {
    static constexpr int order = R, pairs = R / 2;
    static constexpr bool odd = R % 2 == 1;
    float first;
    float inverse_first;
    Vec<float, 8> poles;  // 1 - first, in turns
    Vec<float, pairs == 0 ? 1 : pairs> a, a_minus_g, g, inverse_g;

    __device__ float step(Vec<float, R>& s, float x) const {
        if constexpr (odd) {
            s[0] = fmaf(first, x - s[0], s[0]);
            x = s[0];
        }
#pragma unroll
        for (int i = 0; i < pairs; ++i) {
            float &y = s[y_of(i)], &v = s[y_of(i) + 1];
            v = fmaf(a[i], v, x - y);
            y = fmaf(g[i], v, y);
            x = y;
        }
        return x;
    }
    // What comes out is y / out_unit(). Sample k of a line, which is known when this is compiled, or any.
    __device__ float step(StateAhead<R>& state, float x, int k) const {
        if constexpr (odd) state.s[0] = fmaf(poles[k % 8], state.s[0], x);
        return sections(state, x);
    }
    __device__ float step(StateAhead<R>& state, float x) const {
        if constexpr (odd) state.s[0] = fmaf(-first, state.s[0], state.s[0] + x);
        return sections(state, x);
    }
    __device__ float out_unit() const {
        return R == 1 ? first : 1.f;
    }
    __device__ StateAhead<R> look_ahead(const Vec<float, R>& s) const {
        StateAhead<R> state{s, {}};
        if constexpr (odd) state.s[0] *= inverse_first;
#pragma unroll
        for (int i = 0; i < pairs; ++i) state.y_before[i] = fmaf(-g[i], s[y_of(i) + 1], s[y_of(i)]);
        return state;
    }
    // A state as core/recurrence.h has it becomes one of this.
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
    // Where a pair has its y; v is behind it.
    __device__ static constexpr int y_of(int i) {
        return 2 * i + (odd ? 1 : 0);
    }
    // The second-order sections of a pass, of x or, where there is one, of what the first-order section has made of it.
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

// The state as it goes through a pass.
template <class Filter, int R>
__device__ inline auto ahead(const Filter& filter, const Vec<float, R>& state) {
    if constexpr (requires { filter.look_ahead(state); })
        return filter.look_ahead(state);
    else
        return state;
}

// Sample k of a pass.
template <class Filter, class State>
__device__ inline float step(const Filter& filter, State& state, float x, int k) {
    if constexpr (requires { filter.step(state, x, k); })
        return filter.step(state, x, k);
    else
        return filter.step(state, x);
}

// What comes out of a pass's steps is its output in these units.
template <class Filter>
__device__ inline float out_unit(const Filter& filter) {
    if constexpr (requires { filter.out_unit(); })
        return filter.out_unit();
    else
        return 1;
}

// In which form the threads run the passes of a problem and its filter: all in one.
inline ThreadForm thread_form(const Problem& problem, const FilterDesign& filter) {
    if (form_of(problem) == Realisation::direct) return ThreadForm::direct;
    return alternates(filter) ? ThreadForm::alternating : ThreadForm::delta;
}

template <int R, ThreadForm form>
using ThreadRecurrence = Recurrence<double, R, realisation_of(form)>;

template <int R, ThreadForm form>
ThreadFilter<R, form> make_thread_filter(const PassDesign& pass) {
    const auto recurrence = make_recurrence<float, R, realisation_of(form)>(pass);
    if constexpr (form == ThreadForm::delta) {
        const auto exact = make_recurrence<double, R, realisation_of(form)>(pass);
        ThreadFilter<R, form> filter{
            recurrence.first, float(1 / exact.first), {}, recurrence.a, {}, recurrence.g, {}};
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
    } else {
        return {recurrence};
    }
}

// What one unit of each number of a thread's state is worth in core/recurrence.h's.
template <int R, ThreadForm form>
Vec<double, R> state_units(const ThreadRecurrence<R, form>& recurrence) {
    Vec<double, R> units;
    for (int k = 0; k < R; ++k) units[k] = 1;
    if constexpr (form == ThreadForm::delta)
        for (int i = 0; i < R / 2; ++i) units[2 * i + R % 2 + 1] = recurrence.g[i];
    return units;
}

// A matrix from states in units `from` to states in units `to`.
template <int R>
Mat<double, R> in_units(Mat<double, R> m, const Vec<double, R>& to, const Vec<double, R>& from) {
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < R; ++j) m[i][j] *= from[j] / to[i];
    return m;
}
template <int R>
Vec<double, R> in_units(Vec<double, R> s, const Vec<double, R>& to) {
    for (int k = 0; k < R; ++k) s[k] /= to[k];
    return s;
}

// F and R of one axis, and their block algebra in the threads' units.
template <int R, ThreadForm form>
class ThreadAxis {
  public:
    explicit ThreadAxis(const AxisDesign& design)
        : design_(design),
          F_(make_recurrence<double, R, realisation_of(form)>(design.causal)),
          Rv_(make_recurrence<double, R, realisation_of(form)>(design.anticausal)),
          f_(state_units<R, form>(F_)),
          r_(state_units<R, form>(Rv_)) {}

    CarryMatrices<double, R> matrices(int length) const {
        const CarryMatrices<double, R> m = carry_matrices(F_, Rv_, length);
        return {in_units(m.tail_A_FP_minus_I, f_, f_), in_units(m.head_A_RE_minus_I, r_, r_),
                in_units(m.head_A_RB_A_FP, r_, f_)};
    }
    BlockWeights<double, R> weights(int length) const {
        BlockWeights<double, R> weights = block_weights(F_, Rv_, length);
        for (Vec<double, 2 * R>& w : weights)
            for (int k = 0; k < 2 * R; ++k) w[k] /= k < R ? f_[k] : r_[k - R];
        return weights;
    }
    Extension<double, R> extended(BoundaryKind boundary, int length) const {
        const Extension<double, R> e = extension(design_, F_, Rv_, boundary, length);
        return {in_units(e.first, f_),       in_units(e.last, r_),          in_units(e.H, r_, f_),
                in_units(e.H_zeros, r_, f_), in_units(e.from_tail, f_, f_), in_units(e.from_head, f_, r_),
                in_units(e.wrap, r_, r_)};
    }

  private:
    const AxisDesign& design_;
    ThreadRecurrence<R, form> F_, Rv_;
    Vec<double, R> f_, r_;
};

}  // namespace sweep::gpu
