// Algorithm 8 along one axis: lines that stay on the chip.
#include <array>

#include "core/blocks/section_units.h"
#include "core/families/chip/resident.h"
#include "core/families/row_refusals.h"
#include "core/families/traffic.h"

namespace sweep {
namespace {

constexpr std::array rows{AlgorithmInfo{
    .algorithm = Algorithm::alg8a,
    .name = "8a",
    .text = "along one axis: whole lines are kept on the chip, read once and written once (ours)",
    .boundaries = every_boundary,
    .by_axis = true,
    .feeds_forward = true,
    .pass_step = 4}};

std::string refusal(const DesignedProblem& asked) {
    const auto& [p, filter] = asked;
    if (std::string reason = row_refusal(asked); !reason.empty()) return reason;
    const bool along_rows = filter.columns.is_identity();
    if (along_rows == filter.rows.is_identity())
        return subject_of(p) + " filters along one axis: --axes x or --axes y";
    FilterDesign both_ways = filter;  // along both axes, as the other one has no sections
    (along_rows ? both_ways.columns : both_ways.rows) = along_rows ? filter.rows : filter.columns;
    if (alternates(both_ways)) return subject_of(p) + " has no sections for poles next to -1";
    if (filter.feeds_forward() ? !(has_chip_line_zeros(filter.order()) && has_units(both_ways))
                               : filter.order() > most_chip_line_poles)
        return subject_of(p) +
               (filter.feeds_forward()
                    ? " has zeros in orders 3, 5 and 7, where each section remembers and responds at once"
                    : " has orders 1 to " + std::to_string(most_chip_line_poles) + " without zeros");
    if (const int length = along_rows ? p.shape.width : p.shape.height; length > longest_chip_line)
        return subject_of(p) + " has lines of up to " + std::to_string(longest_chip_line) + " samples, not " +
               std::to_string(length);
    if (p.method.block != 0 && p.method.block != line_piece)
        return subject_of(p) + " has pieces of " + std::to_string(line_piece) + " samples, not " +
               std::to_string(p.method.block);
    return mirror_refusal(asked);
}

// One launch, 2 h w.
std::vector<Stage> stages(const DesignedProblem& asked, int) {
    const ImageBytes image(asked.problem);
    return {{Step::resident, "lines", "8a", image.in, image.out}};
}

}  // namespace

constinit const Family families::chip_lines{
    .algorithms = rows, .refusal = refusal, .stages = stages, .expected_error = block_error};

}  // namespace sweep
