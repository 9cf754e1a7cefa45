#include "core/problem/block_trial.h"

#include <type_traits>
#include <utility>

#include "core/design/parallel_form.h"
#include "core/filter/dispatch.h"
#include "core/line/block_line.h"

namespace sweep {
namespace {

constexpr int block = 32;

template <class S, int R, Realisation K>
class TrialLine : private BlockLine<S, R, K> {
    using Base = BlockLine<S, R, K>;
    using Base::P, Base::E, Base::blocks, Base::begin, Base::end, Base::matrices;
    using typename Base::State;

  public:
    TrialLine(const AxisDesign& axis, const LinePasses<double, R, K>& exact,
              const LinePasses<S, R, K>& rounded, BoundaryKind boundary, const std::vector<double>& line)
        : Base(axis, exact, rounded, boundary, int(line.size()), block),
          axis_(axis),
          exact_(exact),
          boundary_(boundary),
          n_(int(line.size())),
          line_(line.begin(), line.end()) {
        const bool by_edges = reads_edge_samples(boundary);
        first_ = by_edges ? line_.front() : S(0);
        last_ = by_edges ? line_.back() : S(0);
    }

    // The line after each of the engines' ways to scan the carries. The CUDA engine, which has no doubles, scans P and
    // Q = E - H P at the same time under every boundary but `none`; it has no blocks under reflect101.
    std::vector<std::vector<double>> results() {
        sum_blocks(nullptr);
        this->scan(first_, last_);
        std::vector<std::vector<double>> all{filtered()};
        if constexpr (std::is_same_v<S, float>)
            if (is_extended(boundary_) && !turns_on_sample(boundary_)) {
                const Mat<double, R> H = extension(axis_, exact_.F, exact_.Rv, BoundaryKind::zero, n_).H;
                sum_blocks(&H);
                scan_both_ways(H);
                all.push_back(filtered());
            }
        return all;
    }

  private:
    // The weights of P and E, or with H those of P and Q.
    BlockWeights<S, R> weights(int length, const Mat<double, R>* H) const {
        BlockWeights<double, R> exact = block_weights(exact_.F, exact_.Rv, length);
        if (H) add_share_of_P(exact, *H, carry_matrices(exact_.F, exact_.Rv, length).head_A_RE);
        BlockWeights<S, R> rounded;
        for (const Vec<double, 2 * R>& w : exact) rounded.push_back(convert<S>(w));
        return rounded;
    }
    void sum_blocks(const Mat<double, R>* H) {
        const BlockWeights<S, R> full = weights(block, H), last = weights(n_ - begin(blocks() - 1), H);
        P.assign(std::size_t(blocks()), State{});
        E = P;
        for (int m = 0; m < blocks(); ++m)
            for (int i = begin(m); i < end(m); ++i)
                for (int k = 0; k < R; ++k) {
                    const Vec<S, 2 * R>& w = (m == blocks() - 1 ? last : full)[std::size_t(i - begin(m))];
                    P[std::size_t(m)][k] += w[k] * line_[std::size_t(i)];
                    E[std::size_t(m)][k] += w[R + k] * line_[std::size_t(i)];
                }
    }
    std::vector<double> filtered() {
        std::vector<S> x = line_;
        for (int m = 0; m < blocks(); ++m) this->filter(m, P[std::size_t(m)], E[std::size_t(m)], x);
        return {x.begin(), x.end()};
    }

    // E holds each block's own Q before, and E afterwards.
    void scan_both_ways(const Mat<double, R>& exact_H) {
        const Extension<double, R> exact_ends = extension(axis_, exact_.F, exact_.Rv, boundary_, n_);
        const Extension<S, R> ends = round_to<S>(exact_ends);
        const Mat<S, R> H = convert<S>(exact_H);
        State p{}, q{};
        if (scan_order(boundary_) == ScanOrder::once) {
            Vec<double, R> edge = exact_ends.last, of_front{};
            add_product(exact_H, exact_ends.first, of_front);
            for (int k = 0; k < R; ++k) {
                p[k] = ends.first[k] * first_;
                q[k] = S(edge[k] - of_front[k]) * last_;
            }
        } else {
            State s{}, of_front{};
            for (int m = 0; m < blocks(); ++m) matrices(m).next_prologue(s, P[std::size_t(m)]);
            for (int m = blocks() - 1; m >= 0; --m)
                advance(matrices(m).head_A_RE, of_front, E[std::size_t(m)]);
            p = ends.first_prologue(s, of_front);
            State leaving = p;
            advance(round_to<S>(carry_matrices(exact_.F, exact_.Rv, n_).tail_A_FP), leaving, s);
            add_product(ends.wrap, of_front, q);
            if (runs_back(boundary_)) add_product(convert<S>(add(exact_ends.H, exact_H, -1.0)), leaving, q);
        }
        std::vector<State> leaves;
        for (int m = 0; m < blocks(); ++m) {
            const State local = std::exchange(P[std::size_t(m)], p);
            matrices(m).next_prologue(p, local);
            leaves.push_back(p);
        }
        for (int m = blocks() - 1; m >= 0; --m) {
            State e = q;
            add_product(H, leaves[std::size_t(m)], e);
            advance(matrices(m).head_A_RE, q, std::exchange(E[std::size_t(m)], e));
        }
    }

    const AxisDesign& axis_;
    const LinePasses<double, R, K> exact_;
    const BoundaryKind boundary_;
    const int n_;
    const std::vector<S> line_;
    S first_, last_;  // what continues the line where a constant does; its own samples under reflect101
};

template <class S>
std::vector<std::vector<double>> by_blocks_of(const AxisDesign& axis, Realisation form, BoundaryKind boundary,
                                              const std::vector<double>& line) {
    return dispatch_order(axis.order(), [&]<int R>() {
        auto in_series = [&]<Realisation K>() {
            return TrialLine<S, R, K>(
                       axis,
                       {make_recurrence<double, R, K>(axis.causal),
                        make_recurrence<double, R, K>(axis.anticausal)},
                       {make_recurrence<S, R, K>(axis.causal), make_recurrence<S, R, K>(axis.anticausal)},
                       boundary, line)
                .results();
        };
        if constexpr (R <= max_direct_order)
            if (form == Realisation::direct) return in_series.template operator()<Realisation::direct>();
        if (form == Realisation::pole_zero) return in_series.template operator()<Realisation::pole_zero>();
        if (form == Realisation::delta) return in_series.template operator()<Realisation::delta>();
        const ParallelForm<double, R> exact = make_parallel<double, R>(axis);
        const ParallelForm<S, R> rounded = make_parallel<S, R>(axis);
        return TrialLine<S, R, Realisation::parallel>(axis, {exact.F, exact.Rv}, {rounded.F, rounded.Rv},
                                                      boundary, line)
            .results();
    });
}

}  // namespace

std::vector<std::vector<double>> by_blocks(const AxisDesign& filter, Realisation form, BoundaryKind boundary,
                                           const std::vector<double>& line, Sample sample) {
    return sample == Sample::f64 ? by_blocks_of<double>(filter, form, boundary, line)
                                 : by_blocks_of<float>(filter, form, boundary, line);
}

}  // namespace sweep
