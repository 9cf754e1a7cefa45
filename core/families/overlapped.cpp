// Algorithm 7, and `par`, which is 7 on the summed decomposition: they have the same stages.
#include <array>

#include "core/design/parallel_form.h"
#include "core/families/row_refusals.h"
#include "core/families/traffic.h"

namespace sweep {
namespace {

constexpr std::array overlapped_rows{
    AlgorithmInfo{.algorithm = Algorithm::alg7,
                  .name = "7",
                  .text = "fully overlapped: row dots of raw rows scanned with the columns' carries (ours)",
                  .boundaries = every_boundary,
                  .by_axis = true,
                  .direct = true,
                  .feeds_forward = true},
};

constexpr std::array parallel_rows{
    AlgorithmInfo{
        .algorithm = Algorithm::parallel,
        .name = "par",
        .text =
            "7 on the summed decomposition: causal and anticausal sections side by side ([N11] section 7)",
        .boundaries = extending_boundaries,
        .by_axis = true,
        .feeds_forward = true,
        .pass_step = 2},
};

std::string decomposition_refusal(const DesignedProblem& asked) {
    if (std::string reason = usual_refusal(asked); !reason.empty()) return reason;
    for (const AxisDesign* axis : {&asked.design.columns, &asked.design.rows})
        if (const std::string reason = parallel_refusal(*axis); !reason.empty())
            return subject_of(asked.problem) + " " + reason;
    return "";
}

std::vector<Stage> overlapped_stages(const DesignedProblem& asked, int block) {
    const Problem& p = asked.problem;
    const ImageBytes image(p);
    const PerimeterBytes c(asked, block);
    std::vector<Stage> list{
        {Step::perimeters, "perimeters", "7.1", image.in, c.columns + c.rows + c.corners},
        {Step::columns, "columns", "7.2", c.columns + c.corners, c.columns + c.corners, Covers::columns}};
    if (p.passes > 2) list.push_back({Step::rows, "rows", "7.3", c.rows + c.corners, c.rows, Covers::rows});
    list.push_back({Step::filter, "filter", "7.4", image.in + c.columns + c.rows, image.out});
    return list;
}

}  // namespace

constinit const Family families::overlapped{.algorithms = overlapped_rows,
                                            .refusal = usual_refusal,
                                            .stages = overlapped_stages,
                                            .expected_error = block_error};
constinit const Family families::parallel{.algorithms = parallel_rows,
                                          .refusal = decomposition_refusal,
                                          .stages = overlapped_stages,
                                          .expected_error = block_error};

}  // namespace sweep
