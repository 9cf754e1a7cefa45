#include "core/line/exact_line.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "core/design/transfer.h"
#include "core/filter/dispatch.h"

namespace sweep {
namespace {

// Matrices carry states beyond a line, in the widest numbers there are: a pole at 1 - 1e-12 leaves I - A^n
// four digits of double.
#ifdef __SIZEOF_FLOAT128__
__extension__ using Wide = __float128;
#else
using Wide = long double;
#endif

// A^n: the effect of n samples of zero on the state of a pass.
template <int R, Realisation K>
Mat<Wide, R> after_zeros(const Recurrence<Wide, R, K>& filter, long long n) {
    Mat<Wide, R> A{};
    for (int j = 0; j < R; ++j) {
        Vec<Wide, R> s{};
        s[j] = 1;
        filter.step(s, Wide(0));
        for (int k = 0; k < R; ++k) A[k][j] = s[k];
    }
    return power(A, n);
}

template <int R>
bool has_died_away(const Mat<Wide, R>& A) {
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < R; ++j)
            if (A[i][j] > Wide(1e-30) || A[i][j] < Wide(-1e-30)) return false;
    return true;
}

// In numbers of type N.
//
//   constants   F starts in its steady state. Where F leaves the line with a state s, over a tail of zeros
//               without end, R enters with echo s, echo = sum_i A_R^i B_R C_F A_F^(i+1), summed by doubling:
//               echo_2n = echo_n + A_R^n echo_n A_F^n.
//   periods     of n samples under repeat, of 2 n under mirror, of 2 n - 2 under reflect101. A pass that leaves one
//               period with q when it starts from zero enters it, after endlessly many, with (I + M + M^2 + ..) q
//               = (I - M)^-1 q, M = A^period.
template <int R, Realisation K, class N>
class Line final : public ExactLine {
  public:
    Line(const AxisDesign& axis, BoundaryKind boundary, bool both, int n)
        : F_(make_recurrence<N, R, K>(axis.causal)),
          R_(make_recurrence<N, R, K>(axis.anticausal)),
          gain_(both ? axis.causal.gain * axis.anticausal.gain : axis.causal.gain),
          boundary_(boundary),
          both_(both),
          n_(n),
          line_(line_period(boundary, std::size_t(n))) {
        const auto wide_F = make_recurrence<Wide, R, K>(axis.causal),
                   wide_R = make_recurrence<Wide, R, K>(axis.anticausal);
        if (is_periodic()) {
            F_periods_ = all_periods(wide_F);
            R_periods_ = all_periods(wide_R);
        } else if (is_extended(boundary_)) {
            find_echo(wide_F, wide_R);
        }
    }

    void operator()(double* x, std::ptrdiff_t step, double outside) override {
        for (int i = 0; i < n_; ++i) line_[std::size_t(i)] = N(x[i * step]);
        for (std::size_t i = std::size_t(n_); i < line_.size(); ++i)
            line_[i] = line_[index_in_period(boundary_, i, std::size_t(n_))];
        if (is_periodic())
            filter_periodic();
        else
            filter_between_constants(outside);
        for (int i = 0; i < n_; ++i) x[i * step] = double(line_[std::size_t(i)]) * gain_;
    }

  private:
    bool is_periodic() const { return sweep::is_periodic(boundary_); }

    void find_echo(const Recurrence<Wide, R, K>& wide_F, const Recurrence<Wide, R, K>& wide_R) {
        Mat<Wide, R> A_F = after_zeros(wide_F, 1), A_R = after_zeros(wide_R, 1), sum{};
        for (int j = 0; j < R; ++j) {
            Vec<Wide, R> s{}, e{};
            s[j] = 1;
            wide_R.step(e, wide_F.step(s, Wide(0)));
            for (int k = 0; k < R; ++k) sum[k][j] = e[k];
        }
        while (!has_died_away(A_F) && !has_died_away(A_R)) {
            sum = add(sum, multiply(multiply(A_R, sum), A_F));
            A_F = multiply(A_F, A_F);
            A_R = multiply(A_R, A_R);
        }
        echo_ = convert<N>(add(sum, multiply(multiply(A_R, sum), A_F)));
    }

    Mat<N, R> all_periods(const Recurrence<Wide, R, K>& filter) const {
        const Mat<Wide, R> I = identity<Wide, R>();
        return convert<N>(inverse(add(I, after_zeros(filter, (long long)(line_.size())), Wide(-1))));
    }

    static void keep(const Vec<N, R>& from, std::array<double, max_cascade_order>& state) {
        for (int k = 0; k < R; ++k) state[std::size_t(k)] = double(from[k]);
    }
    void run_forth(Vec<N, R>& s) {
        keep(s, first);
        for (N& sample : line_) sample = F_.step(s, sample);
    }
    void run_back(Vec<N, R>& e) {
        const std::size_t end = std::size_t(n_);
        for (std::size_t i = line_.size(); i > end; --i) line_[i - 1] = R_.step(e, line_[i - 1]);
        keep(e, last);
        for (std::size_t i = end; i > 0; --i) line_[i - 1] = R_.step(e, line_[i - 1]);
    }

    void filter_between_constants(double outside) {
        const bool clamp = continues_by_edge(boundary_), extended = is_extended(boundary_);
        const N before = clamp ? line_.front() : N(outside), behind = clamp ? line_.back() : N(outside);
        const Vec<N, R> one = F_.steady();
        Vec<N, R> s{}, e{};
        if (extended)
            for (int k = 0; k < R; ++k) s[k] = one[k] * before;
        run_forth(s);
        if (!both_) return;
        if (extended)
            for (int k = 0; k < R; ++k) {
                e[k] = R_.steady()[k] * F_.response() * behind;
                for (int j = 0; j < R; ++j) e[k] += echo_[k][j] * (s[j] - one[j] * behind);
            }
        run_back(e);
    }

    void filter_periodic() {
        Vec<N, R> q{}, s{}, e{};
        for (N sample : line_) F_.step(q, sample);
        add_product(F_periods_, q, s);
        run_forth(s);
        if (!both_) return;
        q = {};
        std::for_each(line_.rbegin(), line_.rend(), [&](N y) { R_.step(q, y); });
        add_product(R_periods_, q, e);
        run_back(e);
    }

    const Recurrence<N, R, K> F_, R_;
    const double gain_;
    const BoundaryKind boundary_;
    const bool both_;
    const int n_;
    Mat<N, R> echo_{}, F_periods_{}, R_periods_{};
    std::vector<N> line_;  // one period: where the line runs back, the line and its reverse
};

// The factor by which a pass amplifies some wave beyond others: as many digits are lost where that wave is
// what cancels.
double steepness(PassDesign poles) {
    poles.gain = 1;
    poles.numerator.clear();
    return peak(poles);
}

}  // namespace

LineForm exact_form(const AxisDesign& axis) {
    const double steepest = std::max(steepness(axis.causal), steepness(axis.anticausal));
    if (steepest > 1e6) return {Realisation::pole_zero, LineForm::f128};
    if (steepest > 1e4) return {Realisation::pole_zero, LineForm::f80};
    return {axis.feeds_forward() ? Realisation::pole_zero : Realisation::delta, LineForm::f64};
}

LineForm exact_form(const FilterDesign& filter) {
    const LineForm columns = exact_form(filter.columns), rows = exact_form(filter.rows);
    return {columns.form == rows.form ? rows.form : Realisation::pole_zero,
            std::max(columns.numbers, rows.numbers)};
}

std::unique_ptr<ExactLine> exact_line(const AxisDesign& axis, LineForm form, BoundaryKind boundary, bool both,
                                      int n) {
    using enum Realisation;
    return dispatch_any_order(axis.order(), [&]<int R>() -> std::unique_ptr<ExactLine> {
        auto line = [&]<Realisation K, class N>() -> std::unique_ptr<ExactLine> {
            return std::make_unique<Line<R, K, N>>(axis, boundary, both, n);
        };
        if (form.form == pole_zero && form.numbers == LineForm::f128)
            return line.template operator()<pole_zero, Wide>();
        if (form.form == pole_zero && form.numbers == LineForm::f80)
            return line.template operator()<pole_zero, long double>();
        if (form.form == pole_zero) return line.template operator()<pole_zero, double>();
        if (form.form == delta && form.numbers == LineForm::f64)
            return line.template operator()<delta, double>();
        if constexpr (R <= max_direct_order)
            if (form.form == direct && form.numbers == LineForm::f80)
                return line.template operator()<direct, long double>();
        throw std::logic_error("no line in this form");
    });
}

}  // namespace sweep
