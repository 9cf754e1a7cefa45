#include "core/problem/accuracy.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <iterator>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/blocks/extension.h"
#include "core/blocks/line_numbers.h"
#include "core/filter/dispatch.h"
#include "core/filter/parallel_form.h"
#include "core/problem/reference.h"

namespace sweep {
namespace {

// A line of noise in [-1/4, 3/4), the same one for the same `bits`.
std::vector<double> noise(long long n, std::uint32_t bits = 1) {
    std::vector<double> x(static_cast<std::size_t>(n));
    for (double& sample : x) {
        bits = bits * 1664525u + 1013904223u;
        sample = double(bits >> 8) * 0x1p-24 - 0.25;
    }
    return x;
}

double largest(const std::vector<double>& x) {
    double most = 0;
    for (double v : x) most = std::max(most, std::abs(v));
    return most;
}

// The largest difference between samples; infinity where one is not finite.
double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double d = std::abs(a[i] - b[i]);
        if (!(d <= std::numeric_limits<double>::max())) return std::numeric_limits<double>::infinity();
        most = std::max(most, d);
    }
    return most;
}

// Both passes over a whole line, as plain recurrences in numbers of type T. The states with which they start
// are always found in double, so that a float32 recurrence is not charged for rounding that a nearly singular
// I - A^n magnifies.
template <class T>
std::vector<double> by_whole_line(const LineNumbers& numbers, BoundaryKind boundary,
                                  const std::vector<double>& line) {
    const std::size_t n = line.size(), period = std::size_t(line_period(boundary, (long long)(n)));
    const int states = numbers.F.states();
    std::vector<double> x = line;
    for (std::size_t i = n; i < period; ++i) x.push_back(line[period - 1 - i]);
    double P[LineNumbers::most] = {}, E[LineNumbers::most] = {}, q[LineNumbers::most] = {};
    const bool clamps = boundary == BoundaryKind::clamp, periodic = scan_order(boundary) != ScanOrder::once;
    const double first = clamps ? line.front() : 0, last = clamps ? line.back() : 0;

    auto run = [&]<class N>(const LinePass& pass, double* state, auto begin, auto end, bool keep) {
        N s[LineNumbers::most] = {};
        for (int k = 0; k < states; ++k) s[k] = N(state[k]);
        for (auto i = begin; i != end; ++i) {
            const N y = pass.step(s, N(*i));
            if (keep) *i = double(y);
        }
        for (int k = 0; k < states; ++k) state[k] = double(s[k]);
    };
    auto come_around = [&](const double(&M)[LineNumbers::most][LineNumbers::most], double* s) {
        for (int k = 0; k < states; ++k) {
            s[k] = 0;
            for (int j = 0; j < states; ++j) s[k] += M[k][j] * q[j];
        }
    };
    if (periodic) {
        run.template operator()<double>(numbers.F, q, x.begin(), x.end(), false);
        come_around(numbers.F_around, P);
    } else {
        for (int k = 0; k < states; ++k) P[k] = numbers.first[k] * first;
    }
    double start[LineNumbers::most];
    std::copy(P, P + states, start);
    std::vector<double> wide = x;
    run.template operator()<double>(numbers.F, P, wide.begin(), wide.end(), true);
    if constexpr (std::is_same_v<T, double>)
        x = wide;
    else
        run.template operator()<T>(numbers.F, start, x.begin(), x.end(), true);
    if (periodic) {
        std::fill(std::begin(q), std::end(q), 0.0);
        run.template operator()<double>(numbers.R, q, wide.rbegin(), wide.rend(), false);
        come_around(numbers.R_around, E);
    } else {
        for (int k = 0; k < states; ++k) {
            E[k] = numbers.last[k] * last;
            for (int j = 0; j < states; ++j) E[k] += numbers.H[k][j] * (P[j] - numbers.first[j] * last);
        }
    }
    run.template operator()<T>(numbers.R, E, x.rbegin(), x.rend(), true);
    x.resize(n);
    return x;
}

// Both passes over a line by blocks, as the engines filter it, in numbers of type S: the dots of the blocks,
// the scans of the carries, and the blocks again.
template <class S, int R, Realisation K>
class BlockLine {
  public:
    BlockLine(const AxisDesign& filter, const Recurrence<double, R, K>& F, const Recurrence<double, R, K>& Rv,
              const Recurrence<S, R, K>& rounded_F, const Recurrence<S, R, K>& rounded_R,
              BoundaryKind boundary, long long n)
        : F_(rounded_F), R_(rounded_R), boundary_(boundary), blocks_((n + block - 1) / block) {
        const int last = int(n - (blocks_ - 1) * block);
        const CarryMatrices<double, R> of_full = carry_matrices(F, Rv, block),
                                       of_last = carry_matrices(F, Rv, last);
        const Extension<double, R> ends = extension(filter, F, Rv, boundary, n);
        BlockWeights<double, R> full_weights = block_weights(F, Rv, block),
                                last_weights = block_weights(F, Rv, last);
        full_ = round_to<S>(of_full);
        last_ = round_to<S>(of_last);
        extension_ = round_to<S>(ends);
        for_E_ = {rounded(full_weights), rounded(last_weights)};
        if (!has_both_ways()) return;
        const Mat<double, R> H = extension(filter, F, Rv, BoundaryKind::zero, n).H;
        add_share_of_P(full_weights, H, of_full.head_A_RE_minus_I);
        add_share_of_P(last_weights, H, of_last.head_A_RE_minus_I);
        for_Q_ = {rounded(full_weights), rounded(last_weights)};
        H_ = convert<S>(H);
        line_ = convert<S>(carry_matrices(F, Rv, int(n)).tail_A_FP_minus_I);
        if (boundary == BoundaryKind::mirror) behind_ = convert<S>(add(ends.H, H, -1.0));
        Vec<double, R> edge = ends.last, of_front{};
        add_product(H, ends.first, of_front);
        for (int k = 0; k < R; ++k) edge[k] -= of_front[k];
        edge_ = convert<S>(edge);
    }

    // The error of the worst sample of the line.
    double error(const std::vector<double>& line, const std::vector<double>& truth) {
        sum_blocks(line, for_E_);
        scan();
        double most = largest_difference(filtered(), truth);
        if (has_both_ways()) {
            sum_blocks(line, for_Q_);
            scan_both_ways();
            most = std::max(most, largest_difference(filtered(), truth));
        }
        return most;
    }

  private:
    using State = Vec<S, R>;
    static constexpr int block = 32;

    struct Weights {
        BlockWeights<S, R> full, last;
    };

    static BlockWeights<S, R> rounded(const BlockWeights<double, R>& weights) {
        BlockWeights<S, R> result;
        for (const Vec<double, 2 * R>& w : weights) result.push_back(convert<S>(w));
        return result;
    }
    // The CUDA engine, which has no doubles, scans P and Q = E - H P at the same time under every boundary
    // but `none`.
    bool has_both_ways() const { return std::is_same_v<S, float> && boundary_ != BoundaryKind::none; }

    void sum_blocks(const std::vector<double>& line, const Weights& weights) {
        x_.assign(line.begin(), line.end());
        P_.assign(std::size_t(blocks_), State{});
        E_.assign(std::size_t(blocks_), State{});
        for (long long m = 0; m < blocks_; ++m) {
            const BlockWeights<S, R>& w = m == blocks_ - 1 ? weights.last : weights.full;
            for (std::size_t i = 0; i < w.size(); ++i)
                for (int k = 0; k < R; ++k) {
                    P_[std::size_t(m)][k] += w[i][k] * x_[std::size_t(m * block) + i];
                    E_[std::size_t(m)][k] += w[i][R + k] * x_[std::size_t(m * block) + i];
                }
        }
    }
    std::vector<double> filtered() {
        for (long long m = 0; m < blocks_; ++m) filter(m);
        return {x_.begin(), x_.end()};
    }
    const CarryMatrices<S, R>& matrices(long long m) const { return m == blocks_ - 1 ? last_ : full_; }

    State epilogue_at_front(State E, bool keep) {
        for (long long m = blocks_ - 1; m >= 0; --m) {
            const State local = E_[std::size_t(m)];
            if (keep) E_[std::size_t(m)] = E;
            matrices(m).next_epilogue(E, P_[std::size_t(m)], local);
        }
        return E;
    }

    // Turns the blocks' own dots into the states that enter them.
    void scan() {
        const ScanOrder order = scan_order(boundary_);
        const bool clamps = boundary_ == BoundaryKind::clamp;
        State P = order == ScanOrder::once ? extension_.first_prologue(clamps ? x_.front() : S(0)) : State{};
        for (long long m = 0; m < blocks_; ++m) {
            const State local = P_[std::size_t(m)];
            P_[std::size_t(m)] = P;
            matrices(m).next_prologue(P, local);
        }
        if (order != ScanOrder::once) {
            State front{};
            if (order == ScanOrder::mirror) {
                add_product(extension_.H_zeros, P, front);
                front = epilogue_at_front(front, false);
            }
            State change = extension_.first_prologue(P, front);
            for (long long m = 0; m < blocks_; ++m) {
                for (int k = 0; k < R; ++k) P_[std::size_t(m)][k] += change[k];
                matrices(m).next_prologue(change, State{});
            }
            for (int k = 0; k < R; ++k) P[k] += change[k];
        }
        State E{};
        if (order == ScanOrder::repeat)
            add_product(extension_.wrap, epilogue_at_front({}, false), E);
        else
            E = extension_.last_epilogue(clamps ? x_.back() : S(0), P);
        epilogue_at_front(E, true);
    }

    void scan_both_ways() {
        const bool clamps = boundary_ == BoundaryKind::clamp;
        State P{}, Q{};
        if (scan_order(boundary_) == ScanOrder::once) {
            for (int k = 0; k < R; ++k) {
                P[k] = extension_.first[k] * (clamps ? x_.front() : S(0));
                Q[k] = edge_[k] * (clamps ? x_.back() : S(0));
            }
        } else {
            State s{}, q{};
            for (long long m = 0; m < blocks_; ++m) matrices(m).next_prologue(s, P_[std::size_t(m)]);
            for (long long m = blocks_ - 1; m >= 0; --m) go_back(m, q, E_[std::size_t(m)]);
            P = extension_.first_prologue(s, q);
            State P_last = s;
            for (int k = 0; k < R; ++k) P_last[k] += P[k];
            add_product(line_, P, P_last);
            add_product(extension_.wrap, q, Q);
            add_product(behind_, P_last, Q);
        }
        std::vector<State> leaves;
        for (long long m = 0; m < blocks_; ++m) {
            const State local = std::exchange(P_[std::size_t(m)], P);
            matrices(m).next_prologue(P, local);
            leaves.push_back(P);
        }
        for (long long m = blocks_ - 1; m >= 0; --m) {
            State E = Q;
            add_product(H_, leaves[std::size_t(m)], E);
            go_back(m, Q, std::exchange(E_[std::size_t(m)], E));
        }
    }
    void go_back(long long m, State& Q, const State& local) const {
        State change = local;
        add_product(matrices(m).head_A_RE_minus_I, Q, change);
        for (int k = 0; k < R; ++k) Q[k] += change[k];
    }

    // Both passes over a block, each relative to the level with which it is entered, as in
    // cpu/recursive/pass_filter-inl.h.
    void filter(long long m) {
        const auto begin = x_.begin() + std::ptrdiff_t(m * block),
                   end = x_.begin() + std::min(std::ptrdiff_t((m + 1) * block), std::ptrdiff_t(x_.size()));
        auto pass = [&](const Recurrence<S, R, K>& filter, State s, auto from, auto to) {
            const S c = filter.level(s);
            for (int k = 0; k < R; ++k) s[k] -= filter.steady()[k] * c;
            for (auto i = from; i != to; ++i) *i = filter.step(s, *i - c) + c * filter.response();
        };
        if constexpr (K == Realisation::parallel) {
            std::vector<S> back(begin, end);
            pass(F_, P_[std::size_t(m)], begin, end);
            pass(R_, E_[std::size_t(m)], back.rbegin(), back.rend());
            std::transform(begin, end, back.begin(), begin, std::plus<>());
        } else {
            pass(F_, P_[std::size_t(m)], begin, end);
            pass(R_, E_[std::size_t(m)], std::make_reverse_iterator(end), std::make_reverse_iterator(begin));
        }
    }

    const Recurrence<S, R, K> F_, R_;
    const BoundaryKind boundary_;
    const long long blocks_;
    CarryMatrices<S, R> full_, last_;
    Extension<S, R> extension_;
    Weights for_E_, for_Q_;
    Mat<S, R> H_{}, line_{}, behind_{};
    State edge_{};
    std::vector<S> x_;
    std::vector<State> P_, E_;
};

// The error of the worst sample of a line that is filtered by blocks.
template <class S>
double error_by_blocks(const AxisDesign& filter, Realisation form, BoundaryKind boundary,
                       const std::vector<double>& line, const std::vector<double>& truth) {
    const long long n = (long long)(line.size());
    return dispatch_order(filter.order(), [&]<int R>() {
        auto in_series = [&]<Realisation K>() {
            return BlockLine<S, R, K>(filter, make_recurrence<double, R, K>(filter.causal),
                                      make_recurrence<double, R, K>(filter.anticausal),
                                      make_recurrence<S, R, K>(filter.causal),
                                      make_recurrence<S, R, K>(filter.anticausal), boundary, n)
                .error(line, truth);
        };
        if constexpr (R <= max_direct_order)
            if (form == Realisation::direct) return in_series.template operator()<Realisation::direct>();
        if (form == Realisation::pole_zero) return in_series.template operator()<Realisation::pole_zero>();
        if (form == Realisation::delta) return in_series.template operator()<Realisation::delta>();
        const ParallelForm<double, R> wide = make_parallel<double, R>(filter);
        const ParallelForm<S, R> rounded = make_parallel<S, R>(filter);
        return BlockLine<S, R, Realisation::parallel>(filter, wide.F, wide.Rv, rounded.F, rounded.Rv,
                                                      boundary, n)
            .error(line, truth);
    });
}

// True for filters whose errors are known to be small at any size and parameter: every pole is far from the
// unit circle or near 1, and nothing is fed forward. (tests/support/cases.h runs them from sigma 0.8 to 8192.)
bool is_known_accurate(const FilterSpec& filter) {
    switch (filter.kind) {
        case FilterKind::gaussian:
            return filter.derivative_y == 0 && filter.derivative_x == 0;
        case FilterKind::bspline3:
        case FilterKind::bspline5:
        case FilterKind::exponential:
            return true;
        default:
            return false;
    }
}

// The error relative to the largest output, `scale`. A small output next to large states is no more exact
// than the states are: there the error is measured by what a plain float32 recurrence loses, a few parts in
// 10^7 of the states.
double relative(double error, double scale, double plain_error) {
    constexpr double plain = 4e-6;
    scale = std::max(scale, plain_error / plain);
    return error == 0 ? 0 : scale > 0 ? error / scale : std::numeric_limits<double>::infinity();
}

// A problem that was tried. Panels and engines ask for the same few problems in each frame, and a thread
// keeps the last.
struct Tried {
    FilterSpec filter;
    std::optional<Realisation> form;  // of the blocks; nothing: whole lines
    BoundaryKind of_columns, of_rows;
    int height, width;
    bool rows, in_double;
    friend bool operator==(const Tried&, const Tried&) = default;
};

template <class Error>
double of_problem(const Problem& p, std::optional<Realisation> form, const Error& error) {
    // A longer line loses as much at its ends as one of this length.
    constexpr int longest = 2048;
    const Tried now{p.filter,
                    form,
                    p.boundary_of_columns().kind,
                    p.boundary.kind,
                    std::min(p.shape.height, longest),
                    std::min(p.shape.width, longest),
                    p.passes > 2,
                    p.input == Sample::f64};
    thread_local std::deque<std::pair<Tried, double>> tried;
    for (const auto& [problem, known] : tried)
        if (problem == now) return known;
    const FilterDesign filter = design(p.filter);
    double sum = error(filter.columns, now.of_columns, now.height);
    if (now.rows) sum += error(filter.rows, now.of_rows, now.width);
    tried.emplace_front(now, sum);
    if (tried.size() > 8) tried.pop_back();
    return sum;
}

}  // namespace

double block_error(const AxisDesign& filter, Realisation form, BoundaryKind boundary, long long n,
                   Sample sample) {
    const std::vector<double> line = noise(n);
    const LineNumbers numbers = line_numbers(filter, boundary, n);
    const std::vector<double> truth = by_whole_line<double>(numbers, boundary, line);
    const double error = sample == Sample::f64 ? error_by_blocks<double>(filter, form, boundary, line, truth)
                                               : error_by_blocks<float>(filter, form, boundary, line, truth);
    return relative(error, largest(truth),
                    largest_difference(by_whole_line<float>(numbers, boundary, line), truth));
}

double block_error(const Problem& p) {
    const bool usual = p.algorithm != Algorithm::parallel && p.realisation == Realisation::delta;
    if (usual && is_known_accurate(p.filter)) return 0;
    if (design(p.filter).order() > max_order) return 0;  // no blocks have so high an order
    const Realisation form =
        p.algorithm == Algorithm::parallel ? Realisation::parallel : form_of(design(p.filter), p.realisation);
    return of_problem(p, form, [&](const AxisDesign& axis, BoundaryKind boundary, int n) {
        return block_error(axis, form, boundary, n, p.input);
    });
}

double line_error(const AxisDesign& filter, BoundaryKind boundary, long long n) {
    const LineNumbers numbers = line_numbers(filter, boundary, n);
    const double gain = filter.causal.gain * filter.anticausal.gain;
    // Several lines: on a single one it is a matter of luck how much it has of the wave that is amplified
    // most.
    std::vector<std::vector<double>> lines, truths;
    for (std::uint32_t seed : {1u, 2u, 3u, 4u}) lines.push_back(noise(n, seed));
    truths = lines;
    reference_lines(filter, boundary, truths);
    double error = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (double& y : truths[i]) y /= gain;
        const std::vector<double> in_double = by_whole_line<double>(numbers, boundary, lines[i]),
                                  plain = by_whole_line<float>(numbers, boundary, lines[i]);
        error = std::max(error, relative(largest_difference(in_double, truths[i]), largest(truths[i]),
                                         largest_difference(plain, in_double)));
    }
    return error;
}

double line_error(const Problem& p) {
    if (is_known_accurate(p.filter)) return 0;
    return of_problem(p, std::nullopt, [](const AxisDesign& axis, BoundaryKind boundary, int n) {
        return line_error(axis, boundary, n);
    });
}

}  // namespace sweep
