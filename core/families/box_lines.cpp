// Means over boxes along whole lines, the columns first, without a table.
#include <array>

#include "core/families/row_refusals.h"
#include "core/families/traffic.h"

namespace sweep {
namespace {

constexpr std::array rows{AlgorithmInfo{
    .algorithm = Algorithm::box_lines,
    .name = "box-lines",
    .text = "box: sums along columns, then along rows, in which what stands far away costs no digits (ours)",
    .boundaries = every_boundary,
    .makes_tables = true,
    .by_axis = true,
    .pass_step = 4}};

std::string refusal(const DesignedProblem& asked) {
    const Problem& p = asked.problem;
    if (p.filter.kind != FilterKind::box) return subject_of(p) + " makes means over boxes, and no table";
    if (p.method.precision == Precision::automatic || p.method.precision == Precision::f64) return "";
    return subject_of(p) + " adds up in double: leave the precision out";
}

// 4 h w. An axis that does not run takes no stage.
std::vector<Stage> stages(const DesignedProblem& asked, int) {
    const Problem& p = asked.problem;
    const ImageBytes image(p);
    const bool down = p.filter.axes != Axes::x, across = p.filter.axes != Axes::y;
    std::vector<Stage> list;
    if (down)
        list.push_back({Step::box_columns, "columns", "B.1", image.in, across ? image.between : image.out});
    if (across) list.push_back({Step::box_rows, "rows", "B.2", down ? image.between : image.in, image.out});
    return list;
}

}  // namespace

constinit const Family families::box_lines{.algorithms = rows, .refusal = refusal, .stages = stages};

}  // namespace sweep
