// Tridiagonal systems by the C interface; what solves them is tested in tests/cpu/tridiagonal.cpp.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lib/sweep.hpp"

namespace {

// The columns of an image of 2 x 3: lower, diagonal and upper are the same everywhere.
sweep_tridiagonal columns(const double* numbers, const double* rhs) {
    return {
        1, 2, 3, SWEEP_F64, {numbers, 0, 0, 0}, {numbers + 1, 0, 0, 0}, {numbers, 0, 0, 0}, {rhs, 0, 3, 1}};
}

TEST(TridiagonalInterface, SolvesColumns) {
    const double numbers[] = {1, 4}, rhs[] = {4, 5, 6, 1, 5, 9};
    double out[6];
    sweep_api::solve_tridiagonal(columns(numbers, rhs), out);
    for (int x = 0; x < 3; ++x) {  // 4 u + v = rhs_0, u + 4 v = rhs_1
        EXPECT_NEAR(out[x], (4 * rhs[x] - rhs[3 + x]) / 15, 1e-15);
        EXPECT_NEAR(out[3 + x], (4 * rhs[3 + x] - rhs[x]) / 15, 1e-15);
    }
}

TEST(TridiagonalInterface, RefusesInWords) {
    const double numbers[] = {1, 0.5}, rhs[6] = {};
    double out[6];
    sweep_tridiagonal systems = columns(numbers, rhs);
    EXPECT_EQ(sweep_solve_tridiagonal(&systems, out), SWEEP_USAGE);
    EXPECT_NE(std::string(sweep_last_error()).find("row 0 of system 0, counted from 0, is not diagonally"),
              std::string::npos)
        << sweep_last_error();
    EXPECT_EQ(sweep_solve_tridiagonal(nullptr, out), SWEEP_USAGE);
    systems.sample = SWEEP_U8;
    EXPECT_EQ(sweep_solve_tridiagonal(&systems, out), SWEEP_USAGE);
    systems = columns(numbers, rhs);
    EXPECT_EQ(sweep_solve_tridiagonal(&systems, nullptr), SWEEP_USAGE);
    systems.length = 0;
    EXPECT_EQ(sweep_solve_tridiagonal(&systems, nullptr), SWEEP_OK);
    systems.before = std::size_t(-1);
    EXPECT_EQ(sweep_solve_tridiagonal(&systems, out), SWEEP_USAGE);
    EXPECT_THROW(sweep_api::solve_tridiagonal(systems, out), sweep_api::Error);
}

}  // namespace
