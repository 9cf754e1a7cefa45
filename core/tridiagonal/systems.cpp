#include "core/tridiagonal/systems.h"

#include <cmath>
#include <cstdio>
#include <vector>

#include "core/base/error.h"

namespace sweep {
namespace {

struct Row {
    double a, b, c, d;
};

// Row i of line (before, after).
Row row_of(const TridiagonalSystems& systems, std::int64_t before, std::int64_t i, std::int64_t after) {
    const auto number = [&](const TridiagonalArray& array) {
        const std::ptrdiff_t at = before * array.before + i * array.along + after * array.after;
        return systems.sample == Sample::f64 ? static_cast<const double*>(array.data)[at]
                                             : double(static_cast<const float*>(array.data)[at]);
    };
    return {i > 0 ? number(systems.lower) : 0, number(systems.diagonal),
            i + 1 < systems.length ? number(systems.upper) : 0, number(systems.rhs)};
}

std::string text(double x) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.9g", x);
    return buffer;
}

}  // namespace

void validate(const TridiagonalSystems& systems) {
    const auto refuse = [](const char* what) { throw Error(ExitCode::usage, what); };
    if (systems.sample != Sample::f32 && systems.sample != Sample::f64)
        refuse("tridiagonal systems are of f32 or f64");
    if (systems.before < 0 || systems.length < 0 || systems.after < 0)
        refuse("the numbers of systems and of their rows must be 0 or more");
    constexpr std::int64_t most = std::int64_t(1) << 56;
    if (systems.length >= most || (systems.length > 0 && systems.before > most / systems.length) ||
        (systems.before * systems.length > 0 && systems.after > most / (systems.before * systems.length)))
        refuse("the systems have too many rows for the memory");
    if (systems.lines() * systems.length > 0 &&
        (!systems.lower.data || !systems.diagonal.data || !systems.upper.data || !systems.rhs.data))
        refuse("lower, diagonal, upper or rhs is missing");
}

std::string why_not_solved(const TridiagonalSystems& systems) {
    const bool is_f64 = systems.sample == Sample::f64;
    const double slack = is_f64 ? dominance_slack<double> : dominance_slack<float>,
                 least = is_f64 ? least_pivot<double> : least_pivot<float>;
    for (std::int64_t line = 0; line < systems.lines(); ++line) {
        double c = 0;
        for (std::int64_t i = 0; i < systems.length; ++i) {
            const Row row = row_of(systems, line / systems.after, i, line % systems.after);
            const double beside = std::abs(row.a) + std::abs(row.c), middle = std::abs(row.b);
            const std::string where =
                "row " + std::to_string(i) + " of system " + std::to_string(line) + ", counted from 0,";
            if (!(middle * (1 + slack) >= beside))
                return where + " is not diagonally dominant: |diagonal| is " + text(middle) +
                       " and |lower| + |upper| is " + text(beside) + "; use a solver that exchanges rows";
            const double pivot = row.b - row.a * c;
            if (!(std::abs(pivot) > least * middle))
                return where + " has no pivot: the system has no solution, or many";
            c = row.c / pivot;
        }
    }
    return {};
}

void solve_reference(const TridiagonalSystems& systems, double* out) {
    const std::int64_t n = systems.length;
    std::vector<double> upper(static_cast<std::size_t>(n));
    for (std::int64_t line = 0; line < systems.lines(); ++line) {
        const std::int64_t before = line / systems.after, after = line % systems.after;
        double* const x = out + before * n * systems.after + after;
        double c = 0, d = 0;
        for (std::int64_t i = 0; i < n; ++i) {
            const Row row = row_of(systems, before, i, after);
            const double pivot = row.b - row.a * c;
            upper[std::size_t(i)] = c = row.c / pivot;
            x[i * systems.after] = d = (row.d - row.a * d) / pivot;
        }
        for (std::int64_t i = n - 2; i >= 0; --i)
            x[i * systems.after] -= upper[std::size_t(i)] * x[(i + 1) * systems.after];
    }
}

}  // namespace sweep
