// rt and rt64: whole lines, without blocks. rt64 runs in double, whatever the samples.
#include <array>

#include "core/families/row_refusals.h"
#include "core/families/traffic.h"

namespace sweep {
namespace {

constexpr std::array rt_rows{
    AlgorithmInfo{
        .algorithm = Algorithm::rt,
        .name = "rt",
        .text = "a thread a column, then a row, four times through memory (Ruijters and Thevenaz 2010)",
        .boundaries = constant_boundaries,
        .by_axis = true},
};

constexpr std::array rt64_rows{
    AlgorithmInfo{
        .algorithm = Algorithm::rt64,
        .name = "rt64",
        .text = "rt in double, from exact states: for filters of which float32 blocks lose digits (ours)",
        .boundaries = every_boundary,
        .by_axis = true,
        .feeds_forward = true},
};

// [N11] section 4: 8 h w.
std::vector<Stage> rt_stages(const DesignedProblem& asked, int) {
    const Problem& p = asked.problem;
    const ImageBytes image(p);
    std::vector<Stage> list{{Step::rt_down, "down", "RT.1", image.in, image.between, Covers::columns},
                            {Step::rt_up, "up", "RT.2", image.between, image.between, Covers::columns},
                            {Step::rt_right, "right", "RT.3", image.between, image.between, Covers::rows},
                            {Step::rt_left, "left", "RT.4", image.between, image.between, Covers::rows}};
    list.resize(std::size_t(p.passes));
    list.back().bytes_written = image.out;
    return list;
}

// 2 h w, the doubles between columns and rows, and those between down and up and between right and left, which
// are about twice as many where lines run back. (The CPU engine keeps the latter in its caches.)
std::vector<Stage> rt64_stages(const DesignedProblem& asked, int) {
    const Problem& p = asked.problem;
    const ImageBytes image(p);
    auto between = [&](bool both, const Boundary& boundary) {
        return both ? 8 * line_period(boundary.kind, p.shape.samples()) : 0;
    };
    const std::uint64_t of_columns = between(p.passes >= 2, p.boundary_of_columns()),
                        of_rows = between(p.passes == 4, p.boundary),
                        after_columns = 8 * p.shape.samples();  // in double
    std::vector<Stage> list{{Step::rt64_columns, "columns", "RT64.1", image.in + of_columns,
                             (p.passes > 2 ? after_columns : image.out) + of_columns}};
    if (p.passes > 2)
        list.push_back({Step::rt64_rows, "rows", "RT64.2", after_columns + of_rows, image.out + of_rows});
    return list;
}

}  // namespace

constinit const Family families::whole_lines{
    .algorithms = rt_rows, .refusal = usual_refusal, .stages = rt_stages, .expected_error = block_error};
constinit const Family families::whole_lines_f64{
    .algorithms = rt64_rows,
    .refusal = row_refusal,
    .stages = rt64_stages,
    .expected_error = [](const DesignedProblem& asked, Trials& trials,
                         TrialLines) { return line_error(asked, trials); },
    .in_double = true};

}  // namespace sweep
