#include "core/families/signal.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/blocks/extension.h"
#include "core/families/row_refusals.h"
#include "core/families/traffic.h"
#include "core/filter/dispatch.h"

namespace sweep {
namespace {

constexpr std::array rows{
    AlgorithmInfo{.algorithm = Algorithm::alg1,
                  .name = "1",
                  .text = "signals: blocks in parallel, causal, then anticausal ([N11] 4.3)",
                  .boundaries = boundaries_but_mirror,
                  .lines = true},
    AlgorithmInfo{.algorithm = Algorithm::alg3,
                  .name = "3",
                  .text = "signals: causal-anticausal overlap ([N11] 5.1)",
                  .boundaries = boundaries_but_reflect101,
                  .lines = true},
};

// Algorithm 1, causal and then anticausal ([N11] section 4.3): (6 + 8 r/b) n for a signal of n samples in
// blocks of b. Algorithm 3 has the count of algorithm 4 along one axis: (3 + 9 r/b) n. The passes across the
// signal are part of the last stage.
std::vector<Stage> stages(const DesignedProblem& asked, int block) {
    const Problem& p = asked.problem;
    const Signal signal = signal_of(p);
    const ImageBytes image(p);
    const std::uint64_t states = number_bytes(p) * std::uint64_t(p.shape.channels) *
                                 std::uint64_t(asked.design.order()) * block_count(signal.length, block);
    if (p.method.algorithm == Algorithm::alg1) {
        if (signal.passes == 0) return {{Step::alg1_3, "output", "1.3", image.in, image.out}};
        std::vector<Stage> list{{Step::alg1_1, "prologues", "1.1", image.in, states},
                                {Step::alg1_2, "complete P", "1.2", states, states},
                                {Step::alg1_3, "causal", "1.3", image.in + states,
                                 signal.passes == 2 ? image.between : image.out}};
        if (signal.passes == 2) {
            list.push_back({Step::alg1_1r, "epilogues", "1.1'", image.between, states});
            list.push_back({Step::alg1_2r, "complete E", "1.2'", states, states});
            list.push_back({Step::alg1_3r, "anticausal", "1.3'", image.between + states, image.out});
        }
        return list;
    }
    // Under mirror P_first depends on the epilogues too.
    const bool mirror = runs_back(p.boundary.kind), pair = signal.passes == 2;
    if (signal.passes == 0) return {{Step::alg3_4, "output", "3.4", image.in, image.out}};
    std::vector<Stage> list{{Step::alg3_1, "carries", "3.1", image.in, (pair || mirror ? 2 : 1) * states},
                            {Step::alg3_2, "complete P", "3.2", (mirror ? 2 : 1) * states, states}};
    if (pair) list.push_back({Step::alg3_3, "complete E", "3.3", 2 * states, states});
    list.push_back({Step::alg3_4, "output", "3.4", image.in + (pair ? 2 : 1) * states, image.out});
    return list;
}

}  // namespace

constinit const Family families::signals{
    .algorithms = rows, .refusal = usual_refusal, .stages = stages, .expected_error = block_error};

Signal signal_of(const Problem& p) {
    const int down_and_up = std::min(p.passes, 2), right_and_left = std::max(p.passes - 2, 0);
    if (p.shape.height == 1) return {true, p.shape.width, right_and_left, down_and_up};
    return {false, p.shape.height, down_and_up, right_and_left};
}

double factor_across(const DesignedProblem& asked) {
    const auto& [p, filter] = asked;
    const Signal signal = signal_of(p);
    const BoundaryKind boundary = p.boundary.kind;
    // A single sample that continues as itself is a constant.
    if (signal.short_passes == 0 || keeps_constants(boundary)) return 1;
    const AxisDesign& axis = signal.along_rows ? filter.columns : filter.rows;
    if (axis.is_identity()) return 1;
    return dispatch_order(axis.order(), [&]<int R>() {
        const auto F = make_recurrence<double, R, Realisation::delta>(axis.causal),
                   Rv = make_recurrence<double, R, Realisation::delta>(axis.anticausal);
        Vec<double, R> P{};
        const double y = F.step(P, 1.0);
        if (signal.short_passes == 1) return y;
        Vec<double, R> E{};
        if (is_extended(boundary)) E = extension(axis, F, Rv, boundary, 1).last_epilogue(0.0, P);
        return Rv.step(E, y);
    });
}

Carries signal_carries(const DesignedProblem& asked, int block,
                       const std::function<double(int channel, int m, int k)>& relative,
                       const std::array<std::vector<double>, 4>& of_ones, const std::vector<double>& datum) {
    const Problem& p = asked.problem;
    const Signal signal = signal_of(p);
    const int r = int(of_ones[0].size()), blocks = (signal.length + block - 1) / block;
    const double factor = signal.along_rows ? factor_across(asked) : 1;
    Carries all{block, r, p.shape, {}, {}};
    all.allocate(signal.passes > 0 && !signal.along_rows, signal.passes > 0 && signal.along_rows);
    for (int c = 0; c < p.shape.channels && signal.passes > 0; ++c)
        for (int k = 0; k < 2 * r; ++k) {
            const bool anticausal = k >= r,
                       kept = anticausal ? signal.passes == 2
                                         : signal.passes == 1 || p.method.algorithm == Algorithm::alg3;
            const std::size_t pass = (signal.along_rows ? 2 : 0) + (anticausal ? 1 : 0);
            const double level = of_ones[pass][std::size_t(k % r)] * datum[std::size_t(c)];
            for (int m = 0; m < blocks; ++m)
                (signal.along_rows ? all.row(c, m, 0, k) : all.column(c, m, 0, k)) =
                    kept ? factor * relative(c, m, k) + level : std::numeric_limits<double>::quiet_NaN();
        }
    return all;
}

}  // namespace sweep
