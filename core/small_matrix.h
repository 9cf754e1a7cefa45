// Fixed-size vectors and matrices that a CUDA thread can hold in registers and the host can fill in double.
// Plain aggregates: they travel as kernel arguments.
#pragma once

#include "core/host_device.h"

namespace sweep {

template <class T, int N>
struct Vec {
    T v[N];
    SWEEP_INLINE constexpr T& operator[](int i) { return v[i]; }
    SWEEP_INLINE constexpr const T& operator[](int i) const { return v[i]; }
};

// Row-major: v[i][j] is row i, column j.
template <class T, int N>
struct Mat {
    T v[N][N];
    SWEEP_INLINE constexpr T* operator[](int i) { return v[i]; }
    SWEEP_INLINE constexpr const T* operator[](int i) const { return v[i]; }
};

// out += M x, with scalar matrix entries S and samples T (T may be a SIMD pack of S).
template <class S, class T, int N>
SWEEP_INLINE constexpr void add_product(const Mat<S, N>& m, const Vec<T, N>& x, Vec<T, N>& out) {
    SWEEP_UNROLL
    for (int i = 0; i < N; ++i) {
        SWEEP_UNROLL
        for (int j = 0; j < N; ++j) out[i] = m[i][j] * x[j] + out[i];
    }
}

template <class T, class S, int N>
constexpr Vec<T, N> convert(const Vec<S, N>& x) {
    Vec<T, N> y{};
    for (int i = 0; i < N; ++i) y[i] = static_cast<T>(x[i]);
    return y;
}

template <class T, class S, int N>
constexpr Mat<T, N> convert(const Mat<S, N>& x) {
    Mat<T, N> y{};
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) y[i][j] = static_cast<T>(x[i][j]);
    return y;
}

}  // namespace sweep
