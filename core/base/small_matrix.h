// Vectors and matrices of fixed size, which a CUDA thread can hold in registers and the host can fill in
// double. They are plain aggregates, because kernels take them as arguments.
#pragma once

#include "core/base/host_device.h"

namespace sweep {

template <class T, int N>
struct Vec {
    T v[N];
    SWEEP_INLINE constexpr T& operator[](int i) { return v[i]; }
    SWEEP_INLINE constexpr const T& operator[](int i) const { return v[i]; }
};

// An N x N matrix by rows: v[i][j] is row i, column j.
template <class T, int N>
struct Mat {
    T v[N][N];
    SWEEP_INLINE constexpr T* operator[](int i) { return v[i]; }
    SWEEP_INLINE constexpr const T* operator[](int i) const { return v[i]; }
};

// out += M x. Entries have the scalar type S, samples the type T, which may be a SIMD pack of S.
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

template <class S, int N>
constexpr Mat<S, N> multiply(const Mat<S, N>& a, const Mat<S, N>& b) {
    Mat<S, N> c{};
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            for (int k = 0; k < N; ++k) c[i][j] += a[i][k] * b[k][j];
    return c;
}

// a + factor * b
template <class S, int N>
constexpr Mat<S, N> add(const Mat<S, N>& a, const Mat<S, N>& b, S factor = 1) {
    Mat<S, N> c{};
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) c[i][j] = a[i][j] + factor * b[i][j];
    return c;
}

template <class S, int N>
constexpr Mat<S, N> identity() {
    Mat<S, N> m{};
    for (int i = 0; i < N; ++i) m[i][i] = 1;
    return m;
}

template <class S, int N>
constexpr Mat<S, N> power(Mat<S, N> a, long long exponent) {
    Mat<S, N> result = identity<S, N>();
    for (; exponent > 0; exponent /= 2) {
        if (exponent % 2 == 1) result = multiply(result, a);
        a = multiply(a, a);
    }
    return result;
}

// The inverse, by Gauss-Jordan elimination with row pivoting; the matrix must be regular.
template <class S, int N>
constexpr Mat<S, N> inverse(Mat<S, N> a) {
    Mat<S, N> result = identity<S, N>();
    auto magnitude = [](S x) { return x < 0 ? -x : x; };
    for (int column = 0; column < N; ++column) {
        int pivot = column;
        for (int i = column + 1; i < N; ++i)
            if (magnitude(a[i][column]) > magnitude(a[pivot][column])) pivot = i;
        for (int j = 0; j < N; ++j) {
            const S swapped = a[column][j], swapped_result = result[column][j];
            a[column][j] = a[pivot][j], a[pivot][j] = swapped;
            result[column][j] = result[pivot][j], result[pivot][j] = swapped_result;
        }
        const S scale = 1 / a[column][column];
        for (int j = 0; j < N; ++j) a[column][j] *= scale, result[column][j] *= scale;
        for (int i = 0; i < N; ++i) {
            if (i == column) continue;
            const S factor = a[i][column];
            for (int j = 0; j < N; ++j) {
                a[i][j] -= factor * a[column][j];
                result[i][j] -= factor * result[column][j];
            }
        }
    }
    return result;
}

}  // namespace sweep
