#include "app/broken/block_run.h"

#include <algorithm>
#include <vector>

#include "core/blocks/extension.h"
#include "core/filter/dispatch.h"
#include "core/methods/algorithms.h"
#include "core/plan/planner.h"

namespace sweep::app {
namespace {

// Both passes over a line of n samples, or the causal one alone.
template <int R, Realisation K>
class BlockLine {
  public:
    BlockLine(const AxisDesign& axis, BoundaryKind boundary, bool both, int n, const BlockRun& run)
        : F_(make_recurrence<double, R, K>(axis.causal)),
          R_(make_recurrence<double, R, K>(axis.anticausal)),
          gain_(axis.causal.gain * (both ? axis.anticausal.gain : 1)),
          boundary_(boundary),
          entering_(run.entering),
          both_(both),
          n_(n),
          block_(std::min(run.block, n)),
          blocks_((n + block_ - 1) / block_),
          full_(carry_matrices(F_, R_, block_)),
          last_(carry_matrices(F_, R_, n - (blocks_ - 1) * block_)) {
        if (entering_ != Entering::nothing) ends_ = extension(axis, F_, R_, boundary, n);
    }

    // Filters a line, whose samples are `step` apart, in place; `whole` is the line of the carries.
    void operator()(const double* whole, double* samples, std::ptrdiff_t step, double outside) {
        gather(whole, step);
        find_entering(outside);
        gather(samples, step);
        for (int j = 0; j < blocks_; ++j) filter(j, P_[std::size_t(j)], E_[std::size_t(j) + 1], both_);
        for (int i = 0; i < n_; ++i) samples[i * step] = line_[std::size_t(i)] * gain_;
    }

  private:
    using State = Vec<double, R>;
    using States = std::vector<State>;

    void gather(const double* from, std::ptrdiff_t step) {
        line_.resize(std::size_t(n_));
        for (int i = 0; i < n_; ++i) line_[std::size_t(i)] = from[i * step];
    }
    const CarryMatrices<double, R>& matrices(int j) const { return j == blocks_ - 1 ? last_ : full_; }
    int begin(int j) const { return j * block_; }
    int end(int j) const { return std::min((j + 1) * block_, n_); }

    // Filters block j from the states that enter it, which become those that leave it.
    void filter(int j, State& P, State& E, bool both) {
        for (int i = begin(j); i < end(j); ++i) line_[std::size_t(i)] = F_.step(P, line_[std::size_t(i)]);
        for (int i = end(j) - 1; both && i >= begin(j); --i)
            line_[std::size_t(i)] = R_.step(E, line_[std::size_t(i)]);
    }

    // The states that enter the blocks from before, and at the end the one that leaves the line: [N11] (24).
    States prologues(State P, const States& alone) const {
        States all;
        for (int j = 0; j < blocks_; ++j) {
            all.push_back(P);
            matrices(j).next_prologue(P, alone[std::size_t(j)]);
        }
        all.push_back(P);
        return all;
    }
    // Number j + 1 enters block j from behind; number 0 leaves the line's front: [N11] (34).
    States epilogues(State E, const States& P, const States& alone) const {
        States all(std::size_t(blocks_) + 1);
        for (int j = blocks_ - 1; j >= 0; --j) {
            all[std::size_t(j) + 1] = E;
            matrices(j).next_epilogue(E, P[std::size_t(j)], alone[std::size_t(j)]);
        }
        all[0] = E;
        return all;
    }

    // P_[j] and E_[j + 1] enter block j.
    void find_entering(double outside) {
        P_.assign(std::size_t(blocks_) + 1, State{});
        E_ = P_;
        if (entering_ == Entering::nothing) return;
        const bool clamps = boundary_ == BoundaryKind::clamp;
        const double first = clamps ? line_.front() : outside, last = clamps ? line_.back() : outside;
        States P_alone(std::size_t(blocks_), State{}), E_alone = P_alone;
        // Under mirror the pass that comes first needs the epilogues, even where it is the only one.
        for (int j = 0; j < blocks_; ++j) filter(j, P_alone[std::size_t(j)], E_alone[std::size_t(j)], true);

        const ScanOrder order = scan_order(boundary_);
        State P_first = ends_.first_prologue(first), E_last{};
        if (order != ScanOrder::once) {
            const States from_zero = prologues({}, P_alone);
            State E_front{};
            if (order == ScanOrder::mirror) {
                add_product(ends_.H_zeros, from_zero.back(), E_front);
                E_front = epilogues(E_front, from_zero, E_alone).front();
            }
            P_first = ends_.first_prologue(from_zero.back(), E_front);
        }
        P_ = prologues(P_first, P_alone);
        if (order == ScanOrder::repeat)
            add_product(ends_.wrap, epilogues({}, P_, E_alone).front(), E_last);
        else
            E_last = ends_.last_epilogue(last, P_.back());
        E_ = epilogues(E_last, P_, E_alone);
        if (entering_ != Entering::perimeters) return;
        // What the ends of the line bring is there in time; the carries between blocks are not.
        for (int j = 1; j < blocks_; ++j) {
            P_[std::size_t(j)] = P_alone[std::size_t(j) - 1];
            E_[std::size_t(j)] = E_alone[std::size_t(j)];
        }
    }

    const Recurrence<double, R, K> F_, R_;
    const double gain_;
    const BoundaryKind boundary_;
    const Entering entering_;
    const bool both_;
    const int n_, block_, blocks_;
    const CarryMatrices<double, R> full_, last_;
    Extension<double, R> ends_{};
    std::vector<double> line_;
    States P_, E_;
};

}  // namespace

void run_blocks(const Problem& problem, const BlockRun& run, const Image& whole, Image& samples) {
    const int first = run.rows ? 2 : 0;
    if (problem.passes <= first) return;
    const FilterDesign filter = design(problem.filter);
    const AxisDesign& axis = run.rows ? filter.rows : filter.columns;
    const Boundary& boundary = run.rows ? problem.boundary : problem.boundary_of_columns();
    const Shape& shape = samples.shape();
    const std::ptrdiff_t channels = shape.channels, row = shape.width * channels;
    const int n = run.rows ? shape.width : shape.height;
    // What lies outside the rows is what the passes of the columns have made of it.
    const double part = run.dark_outside ? 0 : run.rows ? filter.gain_after(2) * filter.response_after(2) : 1;
    const auto all_lines = [&](auto&& line) {
        const std::ptrdiff_t lines = run.rows ? shape.height : shape.width;
        for (std::ptrdiff_t k = 0; k < lines; ++k)
            for (std::ptrdiff_t c = 0; c < channels; ++c) {
                const std::ptrdiff_t at = (run.rows ? k * row : k * channels) + c;
                line(whole.data<double>() + at, samples.data<double>() + at, run.rows ? channels : row,
                     part * boundary.outside(std::size_t(c)));
            }
    };
    const bool both = problem.passes > first + 1;
    dispatch_any_order(filter.order(), [&]<int R>() {
        if (filter.feeds_forward())
            all_lines(BlockLine<R, Realisation::pole_zero>(axis, boundary.kind, both, n, run));
        else
            all_lines(BlockLine<R, Realisation::delta>(axis, boundary.kind, both, n, run));
    });
}

std::string why_no_carries(const Problem& problem) {
    Problem by_blocks = problem;
    by_blocks.algorithm = Algorithm::alg7;
    by_blocks.cascade.clear();
    return why_not(by_blocks, EngineKind::cpu);
}

}  // namespace sweep::app
