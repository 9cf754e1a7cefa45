// Tridiagonal systems: against elimination with an exchange of rows in long double, and facts of what they are for.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/tridiagonal/perimeter.h"
#include "core/tridiagonal/systems.h"
#include "cpu/tridiagonal/solve.h"
#include "tests/support/instruction_sets.h"

namespace sweep::test {
namespace {

using Number = long double;

// Solves one system as LAPACK's gtsv does, with three diagonals above that of an exchanged row.
std::vector<Number> with_exchanges(std::vector<Number> a, std::vector<Number> b, std::vector<Number> c,
                                   std::vector<Number> d) {
    const std::size_t n = b.size();
    std::vector<Number> second(n, 0), x(n);
    for (std::size_t i = 0; i + 1 < n; ++i) {
        if (std::abs(a[i + 1]) > std::abs(b[i])) {
            std::swap(b[i], a[i + 1]), std::swap(c[i], b[i + 1]), std::swap(d[i], d[i + 1]);
            second[i] = c[i + 1], c[i + 1] = 0;
        }
        const Number w = a[i + 1] / b[i];
        b[i + 1] -= w * c[i], c[i + 1] -= w * second[i], d[i + 1] -= w * d[i];
    }
    for (std::size_t i = n; i-- > 0;)
        x[i] = (d[i] - (i + 1 < n ? c[i] * x[i + 1] : 0) - (i + 2 < n ? second[i] * x[i + 2] : 0)) / b[i];
    return x;
}

// Random systems, packed, of which each row has a share of diagonals that are hardly dominant.
template <class T>
struct Made {
    std::vector<T> a, b, c, d, x;
    TridiagonalSystems systems;

    Made(std::int64_t before, std::int64_t length, std::int64_t after, unsigned seed) {
        const auto count = std::size_t(before * length * after);
        std::mt19937 random(seed);
        std::uniform_real_distribution<T> side(-1, 1), more(0, 1);
        for (std::size_t i = 0; i < count; ++i) {
            a.push_back(side(random)), c.push_back(side(random)), d.push_back(side(random));
            const T margin = more(random);
            b.push_back((std::abs(a[i]) + std::abs(c[i])) + T(0.01) + margin * margin);
            if (more(random) < T(0.5)) b[i] = -b[i];
        }
        x.assign(count, T(7));
        const auto array = [&](const std::vector<T>& of) {
            return TridiagonalArray{of.data(), length * after, after, 1};
        };
        systems = {before, length, after, sample_of<T>(), array(a), array(b), array(c), array(d)};
    }

    // The largest difference of a solution from the true one, relative to the largest number of its line.
    double error(const std::vector<T>& solution) const {
        double worst = 0;
        for (std::int64_t line = 0; line < systems.lines(); ++line) {
            std::vector<Number> of[4];
            const auto at = [&](std::int64_t i) {
                return std::size_t((line / systems.after * systems.length + i) * systems.after +
                                   line % systems.after);
            };
            for (std::int64_t i = 0; i < systems.length; ++i) {
                of[0].push_back(a[at(i)]), of[1].push_back(b[at(i)]), of[2].push_back(c[at(i)]);
                of[3].push_back(d[at(i)]);
            }
            const std::vector<Number> want = with_exchanges(of[0], of[1], of[2], of[3]);
            Number largest = 0, wrong = 0;
            for (std::int64_t i = 0; i < systems.length; ++i) {
                largest = std::max(largest, std::abs(want[std::size_t(i)]));
                wrong = std::max(wrong, std::abs(want[std::size_t(i)] - solution[at(i)]));
            }
            worst = std::max(worst, std::isnan(wrong) ? INFINITY : double(wrong / largest));
        }
        return worst;
    }
};

constexpr struct {
    std::int64_t before, length, after;
} shapes[] = {
    {1, 1, 1},    {1, 2, 1},     {3, 5, 1},   {1, 65, 1},   {1, 640, 1},  {1, 5003, 1},
    {2, 777, 1},  {40, 100, 1},  {7, 131, 3}, {130, 33, 1}, {1, 130, 70}, {3, 64, 16},
    {2, 300, 17}, {1, 4500, 33}, {1, 1, 40},  {5, 2, 32},
};

template <class T>
void expect_solved(double most) {
    unsigned seed = 0;
    for (const auto& shape : shapes) {
        SCOPED_TRACE(testing::Message() << shape.before << " x " << shape.length << " x " << shape.after);
        Made<T> made(shape.before, shape.length, shape.after, ++seed);
        cpu::solve_tridiagonal(made.systems, made.x.data());
        EXPECT_LT(made.error(made.x), most);
        std::vector<double> reference(made.x.size());
        solve_reference(made.systems, reference.data());
        const std::vector<T> rounded(reference.begin(), reference.end());
        EXPECT_LT(made.error(rounded), most);
        // In place, and on a thread alone, which cuts other blocks.
        made.systems.rhs.data = made.d.data();
        std::vector<T> in_place = made.d;
        made.systems.rhs.data = in_place.data();
        cpu::solve_tridiagonal(made.systems, in_place.data(), 1);
        EXPECT_LT(made.error(in_place), most);
    }
}

// A row's |b| exceeds |a| + |c| by at least 0.01: errors of rounding grow at most by 1 / 0.01 times |b|,
// which is below 4.
TEST(Tridiagonal, AgreesWithEliminationThatExchangesRows) {
    expect_solved<double>(1e-13);
    expect_solved<float>(5e-5);
}

TEST(Tridiagonal, OnEveryInstructionSet) {
    on_every_other_instruction_set([] {
        expect_solved<double>(1e-13);
        expect_solved<float>(5e-5);
    });
}

TEST(Tridiagonal, LinesAreCutWhereTheyAreFewOrLong) {
    EXPECT_EQ(cpu::tridiagonal_blocks(Made<float>(300, 1, 1, 0).systems, 2), 1);
    TridiagonalSystems systems;
    systems.before = 4096, systems.length = 2048;
    EXPECT_EQ(cpu::tridiagonal_blocks(systems, 2), 1);
    systems.length = 2049;
    EXPECT_EQ(cpu::tridiagonal_blocks(systems, 2), 2);
    systems.before = 1, systems.length = 1 << 20;
    EXPECT_EQ(cpu::tridiagonal_blocks(systems, 2), 512);
    systems.length = 127;
    EXPECT_EQ(cpu::tridiagonal_blocks(systems, 2), 1);
}

// Heat that is held at both ends: x is a straight line between them, however many blocks cut it. Each row is dominant
// without a margin, and the condition grows with the square of the length.
TEST(Tridiagonal, ARodWithFixedEndsIsAStraightLine) {
    for (const std::int64_t n : {10, 500, 6001}) {
        const double numbers[] = {-1, 2};
        std::vector<double> d(std::size_t(n), 0.0), x(d.size());
        d.front() = 1, d.back() = 2;
        const TridiagonalArray side{numbers, 0, 0, 0}, middle{numbers + 1, 0, 0, 0};
        cpu::solve_tridiagonal({1, n, 1, Sample::f64, side, middle, side, {d.data(), 0, 1, 0}}, x.data());
        for (std::int64_t i = 0; i < n; ++i)
            ASSERT_NEAR(x[std::size_t(i)], 1 + double(i + 1) / double(n + 1), 1e-9) << n << " " << i;
    }
}

// What stands beside the line has no part in it, not even NaN.
TEST(Tridiagonal, TheEndsOfTheSidesAreNotRead) {
    for (const std::int64_t n : {3, 3000}) {
        Made<float> made(2, n, 1, 5);
        const std::vector<float> a = made.a, c = made.c;
        for (std::size_t line = 0; line < 2; ++line) {
            made.a[line * std::size_t(n)] = NAN;
            made.c[line * std::size_t(n) + std::size_t(n) - 1] = NAN;
        }
        cpu::solve_tridiagonal(made.systems, made.x.data());
        made.a = a, made.c = c;
        EXPECT_LT(made.error(made.x), 5e-5);
    }
}

std::string refusal(const TridiagonalSystems& systems) {
    std::vector<double> out(std::size_t(systems.lines() * systems.length));
    try {
        cpu::solve_tridiagonal(systems, out.data());
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ExitCode::usage);
        return error.what();
    }
    return "none";
}

TEST(Tridiagonal, SaysWhichRowIsRefusedAndWhy) {
    Made<double> made(3, 50, 1, 9);
    made.b[1 * 50 + 20] = 0;
    EXPECT_NE(refusal(made.systems).find("row 20 of system 1, counted from 0, is not diagonally dominant"),
              std::string::npos)
        << refusal(made.systems);
    made.b[1 * 50 + 20] = NAN;
    EXPECT_NE(refusal(made.systems).find("row 20 of system 1"), std::string::npos);

    // Nothing is held at the ends: each constant is a solution, or none is.
    for (const std::int64_t n : {4, 1000}) {
        std::vector<double> middle(std::size_t(n), 2.0);
        middle.front() = middle.back() = 1;
        const double side = -1;
        const TridiagonalSystems free{1,
                                      n,
                                      1,
                                      Sample::f64,
                                      {&side, 0, 0, 0},
                                      {middle.data(), 0, 1, 0},
                                      {&side, 0, 0, 0},
                                      {middle.data(), 0, 1, 0}};
        EXPECT_NE(refusal(free).find("has no pivot"), std::string::npos) << refusal(free);
    }
    TridiagonalSystems nothing;
    nothing.length = 3;
    EXPECT_NE(refusal(nothing).find("missing"), std::string::npos);
    nothing.length = -1;
    EXPECT_THROW(cpu::solve_tridiagonal(nothing, nullptr), Error);
    nothing.length = 0;
    cpu::solve_tridiagonal(nothing, nullptr);
}

// A block of three rows by hand: x_0 = 1, x_1 = 2, x_2 = 3 between x_(-1) = 5 and x_3 = 7.
TEST(Tridiagonal, TheRowsThatAreLeftOfABlockHoldForItsSolution) {
    const double a[] = {1, 2, -1}, b[] = {4, 5, 3}, c[] = {2, -1, 1}, line[] = {5, 1, 2, 3, 7};
    double d[3];
    for (int i = 0; i < 3; ++i) d[i] = a[i] * line[i] + b[i] * line[i + 1] + c[i] * line[i + 2];
    BlockElimination<double> it;
    it.add_first(a[0], b[0], c[0], d[0]);
    it.add_second(a[1], b[1], c[1], d[1]);
    it.add(a[2], b[2], c[2], d[2]);
    EXPECT_NEAR(it.A_F * 5 + it.B_F * 1 + it.C_F * 3, it.D_F, 1e-14);
    EXPECT_NEAR(it.A_L * 1 + it.B_L * 3 + it.C_L * 7, it.D_L, 1e-14);
    EXPECT_GE(std::abs(it.B_F), std::abs(it.A_F) + std::abs(it.C_F));
    EXPECT_GE(std::abs(it.B_L), std::abs(it.A_L) + std::abs(it.C_L));
}

}  // namespace
}  // namespace sweep::test
