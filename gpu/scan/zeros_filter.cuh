// A pass of pole-zero sections as the threads of steps 7.3 and 7.4 run it with large blocks.
//
// core/filter/recurrence.h has five coefficients a section. Here a section leaves its output in units of D, its
// response at the sample itself, and v in units of g, so that only three stay with a pair and one with the
// first-order section:
//
//     first order    e = x - w;   out = e + K w;             w = w + g e
//     second order   e = x - y;   out = e + (C v + K y);     v = a v + e;   y = y + g v
//
// A pair takes five operations a sample, and from its input to its output are only two: the sections of a sample form
// no longer chain than one of them. The unit of a section is the product of those before, and out_unit() that of all.
// Sections that alternate, have no memory or no D go by core/filter/recurrence.h (gpu/scan/any_filter.cuh).
#pragma once

#include <cmath>

#include "core/design/design.h"
#include "gpu/scan/thread_pass.cuh"

namespace sweep::gpu {

template <int R>
struct ZerosFilter {
    static constexpr int order = R, pairs = R / 2;
    static constexpr bool odd = R % 2 == 1;
    float first, first_K;
    Vec<float, pairs == 0 ? 1 : pairs> a, g, C, K;
    Vec<float, R> inverse_units;  // of the numbers of a state
    Vec<float, R> held;           // the state that the constant 1 leaves unchanged
    float unit, constant;
    float has_level;  // 1 or 0 (gpu/scan/level.cuh)

    __device__ float step(Vec<float, R>& s, float x) const {
        if constexpr (odd) {
            const float w = s[0], e = x - w;
            x = fmaf(first_K, w, e);
            s[0] = fmaf(first, e, w);
        }
#pragma unroll
        for (int i = 0; i < pairs; ++i) {
            float &y = s[2 * i + (odd ? 1 : 0)], &v = s[2 * i + (odd ? 2 : 1)];
            const float e = x - y;
            x = e + fmaf(C[i], v, K[i] * y);
            v = fmaf(a[i], v, e);
            y = fmaf(g[i], v, y);
        }
        return x;
    }
    __device__ float out_unit() const {
        return unit;
    }
    // Makes a state in the units of core/filter/recurrence.h one of this filter.
    __device__ void take(Vec<float, R>& s) const {
#pragma unroll
        for (int k = 0; k < R; ++k) s[k] *= inverse_units[k];
    }
    // The constant that would leave about this state unchanged: that of the first section, which holds x itself.
    static __device__ float level(const Vec<float, R>& s) {
        return s[0];
    }
    __device__ float response() const {
        return constant;
    }
    __device__ const Vec<float, R>& steady() const {
        return held;
    }
};

template <class Filter>
inline constexpr bool has_zeros = false;
template <int R>
inline constexpr bool has_zeros<ZerosFilter<R>> = true;

// The value of 1 in each number of a thread's state, in the units of core/filter/recurrence.h.
template <int R>
Vec<double, R> units_of_sections(const Recurrence<double, R, Realisation::pole_zero>& recurrence) {
    Vec<double, R> units;
    double unit = 1;  // of the section's input
    if constexpr (R % 2 == 1) {
        units[0] = unit;
        unit *= recurrence.D[0];
    }
    for (int i = 0; i < R / 2; ++i) {
        units[2 * i + R % 2] = unit;
        units[2 * i + R % 2 + 1] = unit * recurrence.g[i];
        unit *= recurrence.D[i + R % 2];
    }
    return units;
}

template <int R>
ZerosFilter<R> make_zeros_filter(const PassDesign& pass) {
    const auto exact = make_recurrence<double, R, Realisation::pole_zero>(pass);
    const Vec<double, R> units = units_of_sections(exact);
    ZerosFilter<R> filter{};
    for (int k = 0; k < R; ++k) {
        filter.inverse_units[k] = float(1 / units[k]);
        filter.held[k] = float(exact.held[k] / units[k]);
    }
    double unit = 1;
    for (int section = 0; section < (R + 1) / 2; ++section) unit *= exact.D[section];
    if constexpr (R % 2 == 1) {
        filter.first = float(exact.first);
        filter.first_K = float(exact.K[0] / exact.D[0]);
    }
    for (int i = 0; i < R / 2; ++i) {
        const int section = i + R % 2;
        filter.a[i] = float(exact.a[i]);
        filter.g[i] = float(exact.g[i]);
        filter.C[i] = float(exact.C[i] * exact.g[i] / exact.D[section]);
        filter.K[i] = float(exact.K[section] / exact.D[section]);
    }
    filter.unit = float(unit);
    filter.constant = float(pass.response());
    filter.has_level = 1;
    return filter;
}

}  // namespace sweep::gpu
