// Tridiagonal systems, many at a time. Row i of a system is
//
//     a_i x_(i-1) + b_i x_i + c_i x_(i+1) = d_i,     a_0 and c_(n-1) are not read,
//
// with |b_i| >= |a_i| + |c_i|: it is diagonally dominant. Then elimination without an exchange of rows is stable
// (Golub, Van Loan, Matrix Computations, 4.1.1), and it is a pass down with varying coefficients and one back up:
//
//     q_i = 1 / (b_i - a_i c'_(i-1)),   c'_i = q_i c_i,   d'_i = q_i (d_i - a_i d'_(i-1)),   x_i = d'_i - c'_i x_(i+1)
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "core/base/image.h"

namespace sweep {

// One number of each row of each system. Steps are in samples; 0: the same number for all.
struct TridiagonalArray {
    const void* data = nullptr;
    std::ptrdiff_t before = 0, along = 0, after = 0;
};

// before x after systems of `length` rows: the axis along which they are solved has `before` places of an array
// before it, and `after` behind it. The solution is packed, [before][length][after].
struct TridiagonalSystems {
    std::int64_t before = 1, length = 0, after = 1;
    Sample sample = Sample::f32;  // or f64, of all arrays
    TridiagonalArray lower, diagonal, upper, rhs;

    std::int64_t lines() const { return before * after; }
};

// |b| may be less than |a| + |c| by rounding, as that of 1 + |a| + |c| is.
template <class T>
inline constexpr T dominance_slack = 4 * std::numeric_limits<T>::epsilon();
// A pivot that is this small beside b leaves no digit.
template <class T>
inline constexpr T least_pivot = 2 * std::numeric_limits<T>::epsilon();

// Throws Error(usage) for numbers that describe no systems.
void validate(const TridiagonalSystems& systems);

// What is wrong with the first row that is not diagonally dominant or has no pivot, and what to do; empty: nothing
// is. It goes through all rows, one by one.
std::string why_not_solved(const TridiagonalSystems& systems);

// Solves the systems in double, row by row, into `out`, which is packed. Bad rows make NaN or infinity.
void solve_reference(const TridiagonalSystems& systems, double* out);

}  // namespace sweep
