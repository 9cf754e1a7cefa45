#include "core/problem/block_line.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

#include "core/blocks/extension.h"
#include "core/filter/dispatch.h"
#include "core/filter/parallel_form.h"

namespace sweep {
namespace {

// In numbers of type S.
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
        add_share_of_P(full_weights, H, of_full.head_A_RE);
        add_share_of_P(last_weights, H, of_last.head_A_RE);
        for_Q_ = {rounded(full_weights), rounded(last_weights)};
        H_ = convert<S>(H);
        line_ = round_to<S>(carry_matrices(F, Rv, int(n)).tail_A_FP);
        if (boundary == BoundaryKind::mirror) behind_ = convert<S>(add(ends.H, H, -1.0));
        Vec<double, R> edge = ends.last, of_front{};
        add_product(H, ends.first, of_front);
        for (int k = 0; k < R; ++k) edge[k] -= of_front[k];
        edge_ = convert<S>(edge);
    }

    // The line after each of the engines' ways to scan the carries.
    std::vector<std::vector<double>> results(const std::vector<double>& line) {
        std::vector<std::vector<double>> all;
        sum_blocks(line, for_E_);
        scan();
        all.push_back(filtered());
        if (has_both_ways()) {
            sum_blocks(line, for_Q_);
            scan_both_ways();
            all.push_back(filtered());
        }
        return all;
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
            State P_last = P;
            advance(line_, P_last, s);
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
        advance(matrices(m).head_A_RE, Q, local);
    }

    // Both passes over a block, each relative to the level with which it is entered if the filter keeps it over the
    // block, as in cpu/recursive/pass_filter-inl.h.
    void filter(long long m) {
        const auto begin = x_.begin() + std::ptrdiff_t(m * block),
                   end = x_.begin() + std::min(std::ptrdiff_t((m + 1) * block), std::ptrdiff_t(x_.size()));
        auto pass = [&](const Recurrence<S, R, K>& filter, S kept, State s, auto from, auto to) {
            const S c = kept * filter.level(s);
            for (int k = 0; k < R; ++k) s[k] -= filter.steady()[k] * c;
            for (auto i = from; i != to; ++i) *i = filter.step(s, *i - c) + c * filter.response();
        };
        if constexpr (K == Realisation::parallel) {
            std::vector<S> back(begin, end);
            pass(F_, full_.tail_A_FP.kept, P_[std::size_t(m)], begin, end);
            pass(R_, full_.head_A_RE.kept, E_[std::size_t(m)], back.rbegin(), back.rend());
            std::transform(begin, end, back.begin(), begin, std::plus<>());
        } else {
            pass(F_, full_.tail_A_FP.kept, P_[std::size_t(m)], begin, end);
            pass(R_, full_.head_A_RE.kept, E_[std::size_t(m)], std::make_reverse_iterator(end),
                 std::make_reverse_iterator(begin));
        }
    }

    const Recurrence<S, R, K> F_, R_;
    const BoundaryKind boundary_;
    const long long blocks_;
    CarryMatrices<S, R> full_, last_;
    Extension<S, R> extension_;
    Weights for_E_, for_Q_;
    Transition<S, R> line_{};
    Mat<S, R> H_{}, behind_{};
    State edge_{};
    std::vector<S> x_;
    std::vector<State> P_, E_;
};

template <class S>
std::vector<std::vector<double>> by_blocks_of(const AxisDesign& filter, Realisation form,
                                              BoundaryKind boundary, const std::vector<double>& line) {
    const long long n = (long long)(line.size());
    return dispatch_order(filter.order(), [&]<int R>() {
        auto in_series = [&]<Realisation K>() {
            return BlockLine<S, R, K>(filter, make_recurrence<double, R, K>(filter.causal),
                                      make_recurrence<double, R, K>(filter.anticausal),
                                      make_recurrence<S, R, K>(filter.causal),
                                      make_recurrence<S, R, K>(filter.anticausal), boundary, n)
                .results(line);
        };
        if constexpr (R <= max_direct_order)
            if (form == Realisation::direct) return in_series.template operator()<Realisation::direct>();
        if (form == Realisation::pole_zero) return in_series.template operator()<Realisation::pole_zero>();
        if (form == Realisation::delta) return in_series.template operator()<Realisation::delta>();
        const ParallelForm<double, R> wide = make_parallel<double, R>(filter);
        const ParallelForm<S, R> rounded = make_parallel<S, R>(filter);
        return BlockLine<S, R, Realisation::parallel>(filter, wide.F, wide.Rv, rounded.F, rounded.Rv,
                                                      boundary, n)
            .results(line);
    });
}

}  // namespace

std::vector<std::vector<double>> by_blocks(const AxisDesign& filter, Realisation form, BoundaryKind boundary,
                                           const std::vector<double>& line, Sample sample) {
    return sample == Sample::f64 ? by_blocks_of<double>(filter, form, boundary, line)
                                 : by_blocks_of<float>(filter, form, boundary, line);
}

}  // namespace sweep
