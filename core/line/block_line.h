// A line by blocks, as the engines filter an image, with the states that enter the blocks open to whoever shows,
// breaks or replaces them ([N11] section 5.1): the scans of the carries, and the blocks from the carries.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <vector>

#include "core/blocks/extension.h"

namespace sweep {

// Both passes in one realisation, with coefficients of type S.
template <class S, int R, Realisation K>
struct LinePasses {
    Recurrence<S, R, K> F, Rv;
};

// In numbers of type S, and without the gains of the passes. The matrices come from `exact`, and are rounded.
template <class S, int R, Realisation K>
class BlockLine {
  public:
    using State = Vec<S, R>;
    using States = std::vector<State>;

    BlockLine(const AxisDesign& axis, const LinePasses<double, R, K>& exact,
              const LinePasses<S, R, K>& rounded, BoundaryKind boundary, int n, int block)
        : passes_(rounded),
          boundary_(boundary),
          n_(n),
          block_(block),
          full_(round_to<S>(carry_matrices(exact.F, exact.Rv, block))),
          last_(round_to<S>(carry_matrices(exact.F, exact.Rv, n - (blocks() - 1) * block))),
          ends_(round_to<S>(extension(axis, exact.F, exact.Rv, boundary, n))) {}

    int blocks() const { return (n_ + block_ - 1) / block_; }
    int begin(int m) const { return m * block_; }
    int end(int m) const { return std::min((m + 1) * block_, n_); }
    const CarryMatrices<S, R>& matrices(int m) const { return m == blocks() - 1 ? last_ : full_; }

    // P[m] enters block m from before, and E[m] from behind.
    States P, E;

    // Turns the states that the blocks leave when they are entered by zeros, in P and E, into those that enter them:
    // [N11] (24), (34). `first` and `last` continue the line where a constant does, and are its own under reflect101.
    void scan(S first, S last) {
        const ScanOrder order = scan_order(boundary_);
        State p = order == ScanOrder::once ? ends_.first_prologue(first) : State{};
        for (int m = 0; m < blocks(); ++m) {
            const State local = P[std::size_t(m)];
            P[std::size_t(m)] = p;
            matrices(m).next_prologue(p, local);
        }
        if (order != ScanOrder::once) {
            State front{};
            if (order == ScanOrder::mirror) {
                add_product(ends_.H_zeros, p, front);
                front = epilogue_at_front(front, false);
            }
            State change = ends_.first_prologue(p, front, first, last);
            for (int m = 0; m < blocks(); ++m) {
                for (int k = 0; k < R; ++k) P[std::size_t(m)][k] += change[k];
                matrices(m).next_prologue(change, State{});
            }
            for (int k = 0; k < R; ++k) p[k] += change[k];
        }
        State e{};
        if (order == ScanOrder::repeat)
            add_product(ends_.wrap, epilogue_at_front({}, false), e);
        else
            e = ends_.last_epilogue(last, p);
        epilogue_at_front(e, true);
    }

    // Filters block m of a line by both passes, or by the causal one alone, from the states that enter it, which become
    // those that leave it. Each pass runs relative to the level with which it is entered if the filter keeps that over
    // a block, as in cpu/recursive/pass_filter-inl.h.
    void filter(int m, State& p, State& e, std::vector<S>& line, bool both = true) const {
        const auto from = line.begin() + begin(m), to = line.begin() + end(m);
        auto pass = [&](const Recurrence<S, R, K>& filter, S kept, State& s, auto i, auto stop) {
            const S c = kept * filter.level(s);
            const State steady = filter.steady();
            for (int k = 0; k < R; ++k) s[k] -= steady[k] * c;
            for (; i != stop; ++i) *i = filter.step(s, *i - c) + c * filter.response();
            for (int k = 0; k < R; ++k) s[k] += steady[k] * c;
        };
        if constexpr (K == Realisation::parallel) {
            std::vector<S> back(from, to);
            pass(passes_.F, full_.tail_A_FP.kept, p, from, to);
            if (both) pass(passes_.Rv, full_.head_A_RE.kept, e, back.rbegin(), back.rend());
            if (both) std::transform(from, to, back.begin(), from, std::plus<>());
        } else {
            pass(passes_.F, full_.tail_A_FP.kept, p, from, to);
            if (both)
                pass(passes_.Rv, full_.head_A_RE.kept, e, std::make_reverse_iterator(to),
                     std::make_reverse_iterator(from));
        }
    }

  private:
    // Where the blocks' own states are in E, they give way to those that enter the blocks if these are kept.
    State epilogue_at_front(State e, bool keep) {
        for (int m = blocks() - 1; m >= 0; --m) {
            const State local = E[std::size_t(m)];
            if (keep) E[std::size_t(m)] = e;
            matrices(m).next_epilogue(e, P[std::size_t(m)], local);
        }
        return e;
    }

    const LinePasses<S, R, K> passes_;
    const BoundaryKind boundary_;
    const int n_, block_;
    const CarryMatrices<S, R> full_, last_;
    const Extension<S, R> ends_;
};

}  // namespace sweep
