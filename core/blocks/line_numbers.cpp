#include "core/blocks/line_numbers.h"

#include <algorithm>

#include "core/blocks/extension.h"
#include "core/filter/dispatch.h"

namespace sweep {
namespace {

LinePass line_pass(const PassDesign& pass) {
    const detail::PoleZeroSections s = detail::pole_zero_sections(pass);
    const std::size_t lone = std::size_t(pass.order() % 2);
    LinePass line{};
    line.has_first = lone == 1;
    line.pairs = pass.order() / 2;
    if (lone == 1)
        line.first = s.first, line.first_kept = s.kept, line.first_K = s.K[0], line.first_D = s.D[0];
    std::copy(s.a.begin(), s.a.end(), line.a);
    std::copy(s.g.begin(), s.g.end(), line.g);
    std::copy(s.sign.begin(), s.sign.end(), line.sign);
    std::copy(s.C.begin(), s.C.end(), line.C);
    std::copy(s.K.begin() + std::ptrdiff_t(lone), s.K.end(), line.K);
    std::copy(s.D.begin() + std::ptrdiff_t(lone), s.D.end(), line.D);
    return line;
}

// The place of the first number of a recurrence of order R in a line's state, where place 0 is that of a lone
// pole.
template <int R>
constexpr int begin = 1 - R % 2;

template <int R, class W>
void copy(const Mat<W, R>& from, double (&to)[LineNumbers::most][LineNumbers::most]) {
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < R; ++j) to[begin<R> + i][begin<R> + j] = double(from[i][j]);
}

// (I - A^period)^-1, where A takes a state over one sample of zero.
template <class W, int R>
Mat<W, R> around(const Transition<W, R>& A, long long period) {
    const Mat<W, R> I = identity<W, R>();
    return inverse(add(I, power(whole(A), period), W(-1)));
}

}  // namespace

LineNumbers line_numbers(const AxisDesign& filter, BoundaryKind boundary, long long n) {
    LineNumbers numbers{};
    numbers.F = line_pass(filter.causal);
    numbers.R = line_pass(filter.anticausal);
    numbers.response = filter.causal.response();
    if (!is_extended(boundary)) return numbers;
    dispatch_any_order(filter.order(), [&]<int R>() {
        // Wider than double, because a pole at 1 - 1e-8 leaves I - A eight digits of double.
        using Wide = long double;
        const auto F = make_recurrence<Wide, R, Realisation::pole_zero>(filter.causal),
                   Rv = make_recurrence<Wide, R, Realisation::pole_zero>(filter.anticausal);
        if (!is_periodic(boundary)) {
            copy(endless_head(F, Rv), numbers.H);
            for (int k = 0; k < R; ++k) {
                numbers.first[begin<R> + k] = double(F.steady()[k]);
                numbers.last[begin<R> + k] = double(Rv.steady()[k]) * numbers.response;
            }
            return;
        }
        const CarryMatrices<Wide, R> one = carry_matrices(F, Rv, 1);
        copy(around(one.tail_A_FP, line_period(boundary, n)), numbers.F_around);
        copy(around(one.head_A_RE, line_period(boundary, n)), numbers.R_around);
    });
    return numbers;
}

}  // namespace sweep
