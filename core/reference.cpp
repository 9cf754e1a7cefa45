#include "core/reference.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/dispatch.h"
#include "core/error.h"
#include "core/filter_design.h"

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

// How many samples a state of the filter needs to die away, to far below double's last digit.
std::size_t decay_length(const FilterDesign& filter) {
    double slowest = 0;
    for (const PassDesign* pass : {&filter.columns.causal, &filter.columns.anticausal})
        for (const auto& pole : pass->poles) slowest = std::max(slowest, std::abs(pole));
    return std::size_t(std::min(slowest > 0 ? 60 / -std::log(slowest) + 64 : 64, 5e6));
}

// Filters lines of n samples, `step` apart, in place: down (right), and up (left) when `both`. What lies beyond the
// line is run over, not reasoned about:
//
//   constants   F starts in its steady state; what R brings back of a state that F leaves at the line's end comes
//               from running both over a tail of zeros until the state has died away.
//   periods     (repeat: n samples, mirror: 2 n) A state enters the line as it left 2^64 periods of it: a state q
//               that one period leaves behind has become (1 + M + M^2 + ..) q, M being one period of zeros.
template <int R, Realisation K>
struct LineFilter {
    using Filter = Recurrence<double, R, K>;
    Filter F, Rv;
    double gain;
    BoundaryKind boundary;
    bool both;
    int n;
    Mat<double, R> echo{}, F_periods{}, R_periods{};
    mutable std::vector<double> period;

    LineFilter(const AxisDesign& filter, std::size_t decay, BoundaryKind boundary_, bool both_, int n_)
        : F(make_recurrence<double, R, K>(filter.causal)),
          Rv(make_recurrence<double, R, K>(filter.anticausal)),
          gain(both_ ? filter.causal.gain * filter.anticausal.gain : filter.causal.gain),
          boundary(boundary_),
          both(both_),
          n(n_) {
        if (boundary == BoundaryKind::repeat)
            period.resize(std::size_t(n));
        else if (boundary == BoundaryKind::mirror)
            period.resize(2 * std::size_t(n));
        else if (boundary != BoundaryKind::none)
            find_echo(decay);
        if (period.empty()) return;
        F_periods = all_periods(F);
        R_periods = all_periods(Rv);
    }

    void find_echo(std::size_t length) {
        std::vector<double> tail(length);
        for (int j = 0; j < R; ++j) {
            Vec<double, R> s{}, e{};
            s[j] = 1;
            for (double& y : tail) y = F.step(s, 0.0);
            std::for_each(tail.rbegin(), tail.rend(), [&](double y) { Rv.step(e, y); });
            for (int k = 0; k < R; ++k) echo[k][j] = e[k];
        }
    }

    Mat<double, R> all_periods(const Filter& filter) const {
        Mat<double, R> M{}, sum = identity<double, R>();
        for (int j = 0; j < R; ++j) {
            Vec<double, R> s{};
            s[j] = 1;
            for (std::size_t i = 0; i < period.size(); ++i) filter.step(s, 0.0);
            for (int k = 0; k < R; ++k) M[k][j] = s[k];
        }
        for (int doubling = 0; doubling < 64; ++doubling) {
            sum = add(sum, multiply(M, sum));
            M = multiply(M, M);
        }
        return sum;
    }

    // `value`: what lies outside under `zero` and `constant`, at this stage of the filter.
    void operator()(double* x, std::ptrdiff_t step, double value) const {
        if (period.empty())
            filter_between_constants(x, step, value);
        else
            filter_periodic(x, step);
        if (gain != 1)
            for (int i = 0; i < n; ++i) x[i * step] *= gain;
    }

    void filter_between_constants(double* x, std::ptrdiff_t step, double value) const {
        const bool clamp = boundary == BoundaryKind::clamp, extended = boundary != BoundaryKind::none;
        const double first = clamp ? x[0] : value, last = clamp ? x[(n - 1) * step] : value;
        const Vec<double, R> one = F.steady();
        Vec<double, R> s{}, e{};
        if (extended)
            for (int k = 0; k < R; ++k) s[k] = one[k] * first;
        for (int i = 0; i < n; ++i) x[i * step] = F.step(s, x[i * step]);
        if (!both) return;
        if (extended)
            for (int k = 0; k < R; ++k) {
                e[k] = Rv.steady()[k] * F.response() * last;
                for (int j = 0; j < R; ++j) e[k] += echo[k][j] * (s[j] - one[j] * last);
            }
        for (int i = n - 1; i >= 0; --i) x[i * step] = Rv.step(e, x[i * step]);
    }

    void filter_periodic(double* x, std::ptrdiff_t step) const {
        for (int i = 0; i < n; ++i) period[std::size_t(i)] = x[i * step];
        for (std::size_t i = std::size_t(n); i < period.size(); ++i)
            period[i] = period[period.size() - 1 - i];
        Vec<double, R> q{}, s{}, e{};
        for (double sample : period) F.step(q, sample);
        add_product(F_periods, q, s);
        for (double& sample : period) sample = F.step(s, sample);
        if (both) {
            q = {};
            std::for_each(period.rbegin(), period.rend(), [&](double y) { Rv.step(q, y); });
            add_product(R_periods, q, e);
            std::for_each(period.rbegin(), period.rend(), [&](double& y) { y = Rv.step(e, y); });
        }
        for (int i = 0; i < n; ++i) x[i * step] = period[std::size_t(i)];
    }
};

void filter_recursively(const Problem& p, std::vector<double>& x) {
    const FilterDesign filter = design(p.filter);
    const int w = p.shape.width, h = p.shape.height, c = p.shape.channels;
    const std::ptrdiff_t row = std::ptrdiff_t(w) * c;
    // What lies outside under `constant`; the column passes have already turned it into `factor` times that.
    auto outside = [&](int channel, double factor) {
        const std::vector<double>& value = p.boundary.value;
        if (p.boundary.kind != BoundaryKind::constant) return 0.0;
        return factor * value[value.size() == 1 ? 0 : std::size_t(channel)];
    };
    const std::size_t decay = decay_length(filter);
    const double after_columns = filter.gain_after(2) * filter.response_after(2);
    dispatch_any_order(filter.order(), [&]<int R>() {
        auto run = [&]<Realisation K>() {
            const LineFilter<R, K> columns(filter.columns, decay, p.boundary.kind, p.passes >= 2, h);
            for (std::ptrdiff_t i = 0; i < row; ++i) columns(x.data() + i, row, outside(int(i % c), 1));
            if (p.passes <= 2) return;
            const LineFilter<R, K> rows(filter.rows, decay, p.boundary.kind, p.passes >= 4, w);
            for (int y = 0; y < h; ++y)
                for (int k = 0; k < c; ++k) rows(x.data() + y * row + k, c, outside(k, after_columns));
        };
        if (filter.feeds_forward())
            run.template operator()<Realisation::pole_zero>();
        else
            run.template operator()<Realisation::delta>();
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

// Means over the box around each sample, cut off at the image's edges; by sliding sums, not from a table.
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
