#include "core/problem/reference.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/error.h"
#include "core/filter/design.h"
#include "core/filter/dispatch.h"
#include "core/filter/transfer.h"

namespace sweep {
namespace {

// Every sample as a double, decoded as the problem says.
std::vector<double> decode(const Problem& p, ConstImageView in) {
    std::vector<double> x(p.shape.samples());
    const int row = p.shape.width * p.shape.channels;
    const bool has_alpha = p.shape.channels % 2 == 0, raw = p.filter.kind == FilterKind::sat;
    for (int y = 0; y < p.shape.height; ++y) {
        double* to = x.data() + std::size_t(y) * std::size_t(row);
        for (int i = 0; i < row; ++i) {
            const bool alpha = has_alpha && i % p.shape.channels == p.shape.channels - 1;
            switch (p.input) {
                case Sample::u8: {
                    const double byte = in.row<std::uint8_t>(y)[i];
                    to[i] = raw ? byte : p.linear && !alpha ? srgb_to_linear(byte / 255) : byte / 255;
                    break;
                }
                case Sample::f32:
                    to[i] = double(in.row<float>(y)[i]);
                    break;
                case Sample::f64:
                    to[i] = in.row<double>(y)[i];
                    break;
                case Sample::u16:
                case Sample::u32:
                case Sample::f16:
                    throw Error(ExitCode::usage, "the reference reads 8-bit, float32 and float64 samples");
            }
        }
    }
    return x;
}

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

// Filters lines of n samples, `step` apart, in place, in numbers of type N: down (or right), and up (or left)
// when `both`.
//
//   constants   F starts in its steady state. Where F leaves the line with a state s, over a tail of zeros
//               without end, R enters with echo s, echo = sum_i A_R^i B_R C_F A_F^(i+1), summed by doubling:
//               echo_2n = echo_n + A_R^n echo_n A_F^n.
//   periods     of n samples under repeat, of 2 n under mirror. A pass that leaves one period with q when it
//               starts from zero enters it, after endlessly many, with (I + M + M^2 + ..) q = (I - M)^-1 q, M
//               = A^period.
template <int R, Realisation K, class N>
struct LineFilter {
    using Filter = Recurrence<N, R, K>;
    Filter F, Rv;
    double gain;
    BoundaryKind boundary;
    bool both;
    int n;
    Mat<N, R> echo{}, F_periods{}, R_periods{};
    mutable std::vector<N> line;  // one period: under mirror the line and its reverse

    LineFilter(const AxisDesign& filter, BoundaryKind boundary_, bool both_, int n_)
        : F(make_recurrence<N, R, K>(filter.causal)),
          Rv(make_recurrence<N, R, K>(filter.anticausal)),
          gain(both_ ? filter.causal.gain * filter.anticausal.gain : filter.causal.gain),
          boundary(boundary_),
          both(both_),
          n(n_),
          line((boundary_ == BoundaryKind::mirror ? 2 : 1) * std::size_t(n_)) {
        const auto wide_F = make_recurrence<Wide, R, K>(filter.causal),
                   wide_R = make_recurrence<Wide, R, K>(filter.anticausal);
        if (is_periodic()) {
            F_periods = all_periods(wide_F);
            R_periods = all_periods(wide_R);
        } else if (boundary != BoundaryKind::none) {
            find_echo(wide_F, wide_R);
        }
    }

    bool is_periodic() const { return boundary == BoundaryKind::repeat || boundary == BoundaryKind::mirror; }

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
        echo = convert<N>(add(sum, multiply(multiply(A_R, sum), A_F)));
    }

    Mat<N, R> all_periods(const Recurrence<Wide, R, K>& filter) const {
        const Mat<Wide, R> I = identity<Wide, R>();
        return convert<N>(inverse(add(I, after_zeros(filter, (long long)(line.size())), Wide(-1))));
    }

    // `value` continues the line under `zero` and `constant`.
    void operator()(double* x, std::ptrdiff_t step, double value) const {
        for (int i = 0; i < n; ++i) line[std::size_t(i)] = N(x[i * step]);
        for (std::size_t i = std::size_t(n); i < line.size(); ++i) line[i] = line[line.size() - 1 - i];
        if (is_periodic())
            filter_periodic();
        else
            filter_between_constants(value);
        for (int i = 0; i < n; ++i) x[i * step] = double(line[std::size_t(i)]) * gain;
    }

    void run_forth(Vec<N, R>& s) const {
        for (N& sample : line) sample = F.step(s, sample);
    }
    void run_back(Vec<N, R>& e) const {
        std::for_each(line.rbegin(), line.rend(), [&](N& sample) { sample = Rv.step(e, sample); });
    }

    void filter_between_constants(double value) const {
        const bool clamp = boundary == BoundaryKind::clamp, extended = boundary != BoundaryKind::none;
        const N first = clamp ? line.front() : N(value), last = clamp ? line.back() : N(value);
        const Vec<N, R> one = F.steady();
        Vec<N, R> s{}, e{};
        if (extended)
            for (int k = 0; k < R; ++k) s[k] = one[k] * first;
        run_forth(s);
        if (!both) return;
        if (extended)
            for (int k = 0; k < R; ++k) {
                e[k] = Rv.steady()[k] * F.response() * last;
                for (int j = 0; j < R; ++j) e[k] += echo[k][j] * (s[j] - one[j] * last);
            }
        run_back(e);
    }

    void filter_periodic() const {
        Vec<N, R> q{}, s{}, e{};
        for (N sample : line) F.step(q, sample);
        add_product(F_periods, q, s);
        run_forth(s);
        if (!both) return;
        q = {};
        std::for_each(line.rbegin(), line.rend(), [&](N y) { Rv.step(q, y); });
        add_product(R_periods, q, e);
        run_back(e);
    }
};

// The factor by which a pass amplifies some wave beyond others: as many digits are lost where that wave is
// what cancels.
double steepness(PassDesign poles) {
    poles.gain = 1;
    poles.numerator.clear();
    return peak(poles);
}

// Calls run<R, K, N>() with the realisation and the numbers that a filter of this order and steepness needs.
template <class Run>
void with_numbers(int order, double steepest, bool feeds_forward, Run run) {
    dispatch_any_order(order, [&]<int R>() {
        if (steepest > 1e6)
            run.template operator()<R, Realisation::pole_zero, Wide>();
        else if (steepest > 1e4)
            run.template operator()<R, Realisation::pole_zero, long double>();
        else if (feeds_forward)
            run.template operator()<R, Realisation::pole_zero, double>();
        else
            run.template operator()<R, Realisation::delta, double>();
    });
}

void filter_recursively(const Problem& p, std::vector<double>& x) {
    const FilterDesign filter = design(p.filter);
    const int w = p.shape.width, h = p.shape.height, c = p.shape.channels;
    const std::ptrdiff_t row = std::ptrdiff_t(w) * c;
    // What lies outside the rows is what the column passes have made of it.
    const double after_columns = filter.gain_after(2) * filter.response_after(2);
    double steepest = 0;
    for (int i = 0; i < all_passes; ++i) steepest = std::max(steepest, steepness(filter.pass(i)));
    with_numbers(filter.order(), steepest, filter.feeds_forward(), [&]<int R, Realisation K, class N>() {
        const LineFilter<R, K, N> columns(filter.columns, p.boundary_of_columns().kind, p.passes >= 2, h);
        for (std::ptrdiff_t i = 0; i < row; ++i)
            columns(x.data() + i, row, p.boundary_of_columns().outside(std::size_t(i % c)));
        if (p.passes <= 2) return;
        const LineFilter<R, K, N> rows(filter.rows, p.boundary.kind, p.passes >= 4, w);
        for (int y = 0; y < h; ++y)
            for (int k = 0; k < c; ++k)
                rows(x.data() + y * row + k, c, after_columns * p.boundary.outside(std::size_t(k)));
    });
}

// The mean of each channel, rounded to float.
std::vector<double> mean_of(Shape shape, const std::vector<double>& x) {
    const std::size_t c = std::size_t(shape.channels);
    std::vector<long double> sum(c, 0);
    for (std::size_t i = 0; i < x.size(); ++i) sum[i % c] += static_cast<long double>(x[i]);
    std::vector<double> mean(c);
    for (std::size_t k = 0; k < c; ++k)
        mean[k] = double(float(sum[k] / static_cast<long double>(shape.pixels())));
    return mean;
}

// Inclusive prefix sums down the columns, then along the rows.
template <class V>
void sum_table(Shape shape, V* x) {
    const std::size_t row = std::size_t(shape.width) * std::size_t(shape.channels),
                      c = std::size_t(shape.channels);
    for (std::size_t y = 1; y < std::size_t(shape.height); ++y)
        for (std::size_t i = 0; i < row; ++i) x[y * row + i] += x[(y - 1) * row + i];
    for (std::size_t y = 0; y < std::size_t(shape.height); ++y)
        for (std::size_t i = c; i < row; ++i) x[y * row + i] += x[y * row + i - c];
}

// The mean over the box around each sample, cut off at the image's edges, by sliding sums and not from a
// table.
void box_blur(const Problem& p, std::vector<double>& x) {
    auto along = [&](int n, std::ptrdiff_t step, double* line) {
        const int r = p.filter.radius;
        std::vector<long double> sum(std::size_t(n) + 1, 0);
        for (int i = 0; i < n; ++i)
            sum[std::size_t(i) + 1] = sum[std::size_t(i)] + static_cast<long double>(line[i * step]);
        for (int i = 0; i < n; ++i) {
            const int from = std::max(0, i - r), to = std::min(n - 1, i + r);
            line[i * step] = double((sum[std::size_t(to) + 1] - sum[std::size_t(from)]) / (to - from + 1));
        }
    };
    const std::ptrdiff_t c = p.shape.channels, row = p.shape.width * c;
    for (std::ptrdiff_t i = 0; i < row; ++i) along(p.shape.height, row, x.data() + i);
    for (int y = 0; y < p.shape.height; ++y)
        for (std::ptrdiff_t k = 0; k < c; ++k) along(p.shape.width, c, x.data() + y * row + k);
}

}  // namespace

void reference_lines(const AxisDesign& filter, BoundaryKind boundary,
                     std::vector<std::vector<double>>& lines) {
    const double steepest = std::max(steepness(filter.causal), steepness(filter.anticausal));
    with_numbers(filter.order(), steepest, filter.feeds_forward(), [&]<int R, Realisation K, class N>() {
        const LineFilter<R, K, N> passes(filter, boundary, true, int(lines.front().size()));
        for (std::vector<double>& line : lines) passes(line.data(), 1, 0);
    });
}

std::vector<double> reference_mean(const Problem& p, ConstImageView in) {
    return mean_of(p.shape, decode(p, in));
}

Image reference(const Problem& p, ConstImageView in) {
    validate(p);
    if (in.shape != p.shape || in.sample != p.input)
        throw Error(ExitCode::failed, "the image is not the one that the problem describes");
    std::vector<double> x = decode(p, in);
    if (p.filter.kind == FilterKind::sat && output_sample(p) == Sample::u32) {
        Image table(p.shape, Sample::u32);
        auto* t = table.data<std::uint32_t>();
        const Quantisation q = quantisation(p);
        for (std::size_t i = 0; i < x.size(); ++i)
            t[i] = q.scale > 0
                       ? std::uint32_t(std::nearbyint(std::clamp(float(x[i]), 0.f, q.limit) * q.scale))
                       : std::uint32_t(x[i]);
        sum_table(p.shape, t);
        return table;
    }
    if (p.filter.kind == FilterKind::sat && p.precision == Precision::f32_less_mean) {
        const std::vector<double> mean = mean_of(p.shape, x);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = double(float(x[i])) - mean[i % mean.size()];
    }
    if (is_recursive(p.filter.kind)) filter_recursively(p, x);
    if (p.filter.kind == FilterKind::box) box_blur(p, x);
    if (p.filter.kind == FilterKind::sat) sum_table(p.shape, x.data());
    Image out(p.shape, Sample::f64);
    std::memcpy(out.data<double>(), x.data(), out.bytes());
    return out;
}

}  // namespace sweep
