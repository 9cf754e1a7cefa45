#include "app/lessons/broken/block_run.h"

#include <algorithm>
#include <vector>

#include "core/families/algorithms.h"
#include "core/filter/dispatch.h"
#include "core/line/block_line.h"
#include "core/plan/planner.h"

namespace sweep::app {
namespace {

// Both passes over lines of n samples, or the causal one alone.
template <int R, Realisation K>
class Lines {
  public:
    Lines(const AxisDesign& axis, BoundaryKind boundary, bool both, int n, const BlockRun& run)
        : passes_{make_recurrence<double, R, K>(axis.causal), make_recurrence<double, R, K>(axis.anticausal)},
          blocks_(axis, passes_, passes_, boundary, n, std::min(run.block, n)),
          gain_(axis.causal.gain * (both ? axis.anticausal.gain : 1)),
          reads_edges_(reads_edge_samples(boundary)),
          entering_(run.entering),
          both_(both),
          line_(std::size_t(n)) {}

    // Filters a line, whose samples are `step` apart, in place; `whole` is the line of the carries.
    void operator()(const double* whole, double* samples, std::ptrdiff_t step, double outside) {
        blocks_.P.assign(std::size_t(blocks_.blocks()), {});
        blocks_.E = blocks_.P;
        if (entering_ != Entering::nothing) find_entering(whole, step, outside);
        gather(samples, step);
        filter_all(both_);
        for (std::size_t i = 0; i < line_.size(); ++i) samples[std::ptrdiff_t(i) * step] = line_[i] * gain_;
    }

  private:
    void gather(const double* from, std::ptrdiff_t step) {
        for (std::size_t i = 0; i < line_.size(); ++i) line_[i] = from[std::ptrdiff_t(i) * step];
    }
    void filter_all(bool both) {
        for (int m = 0; m < blocks_.blocks(); ++m)
            blocks_.filter(m, blocks_.P[std::size_t(m)], blocks_.E[std::size_t(m)], line_, both);
    }

    void find_entering(const double* whole, std::ptrdiff_t step, double outside) {
        gather(whole, step);
        const double first = reads_edges_ ? line_.front() : outside,
                     last = reads_edges_ ? line_.back() : outside;
        // Under mirror the pass that comes first needs the epilogues, even where it is the only one.
        filter_all(true);
        const auto P_alone = blocks_.P, E_alone = blocks_.E;
        blocks_.scan(first, last);
        if (entering_ != Entering::perimeters) return;
        // What the ends of the line bring is there in time; the carries between blocks are not.
        std::copy(P_alone.begin(), P_alone.end() - 1, blocks_.P.begin() + 1);
        std::copy(E_alone.begin() + 1, E_alone.end(), blocks_.E.begin());
    }

    const LinePasses<double, R, K> passes_;
    BlockLine<double, R, K> blocks_;
    const double gain_;
    const bool reads_edges_;
    const Entering entering_;
    const bool both_;
    std::vector<double> line_;
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
            all_lines(Lines<R, Realisation::pole_zero>(axis, boundary.kind, both, n, run));
        else
            all_lines(Lines<R, Realisation::delta>(axis, boundary.kind, both, n, run));
    });
}

std::string why_no_carries(const Problem& problem) {
    Problem by_blocks = problem;
    by_blocks.method.algorithm = Algorithm::alg7;
    by_blocks.method.cascade.clear();
    return why_not(by_blocks, EngineKind::cpu);
}

}  // namespace sweep::app
