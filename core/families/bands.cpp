#include "core/families/bands.h"

#include <algorithm>
#include <array>

#include "core/blocks/extension.h"
#include "core/families/row_refusals.h"
#include "core/families/traffic.h"
#include "core/filter/memory.h"

namespace sweep {
namespace {

constexpr std::array rows{
    AlgorithmInfo{.algorithm = Algorithm::bands,
                  .name = "bands",
                  .text = "columns by blocks, rows at once in bands that stay in the cache (ours)",
                  .boundaries = boundaries_but_reflect101,
                  .by_axis = true,
                  .direct = true,
                  .feeds_forward = true},
};

// Where rows are periodic, a band begins with what its row remembers of its other end.
std::string refusal(const DesignedProblem& asked) {
    if (std::string reason = usual_refusal(asked); !reason.empty()) return reason;
    const auto& [p, filter] = asked;
    if (p.passes <= 2 || filter.rows.is_identity() || !is_periodic(p.boundary.kind)) return "";
    if (p.input == Sample::f64)  // memories are those of float32
        return subject_of(p) + " has the boundaries " + list_of_boundaries(is_periodic, " and ") +
               " in float32 alone";
    const int longest = std::min(p.shape.width, longest_band_memory);
    if (memory(filter, p.passes, longest + 1) <= longest) return "";
    return subject_of(p) + " needs a filter that forgets within a row, and within " +
           std::to_string(longest_band_memory) + " samples, for the boundaries " +
           list_of_boundaries(is_periodic, " and ");
}

// The rows have no carries: a band is as wide as the image, and what a pass leaves of it stays in the cache. Where
// the columns stay as they are it is all that there is to do.
std::vector<Stage> stages(const DesignedProblem& asked, int block) {
    const ImageBytes image(asked.problem);
    if (asked.design.columns.is_identity())
        return {{Step::bands, "bands", "-", image.in, image.out, Covers::rows}};
    const std::uint64_t columns = PerimeterBytes(asked, block).columns;
    return {{Step::band_perimeters, "perimeters", "-", image.in, columns, Covers::rows},
            {Step::band_columns, "columns", "-", columns, columns, Covers::columns},
            {Step::bands, "bands", "-", image.in + columns, image.out, Covers::rows}};
}

}  // namespace

constinit const Family families::bands{
    .algorithms = rows, .refusal = refusal, .stages = stages, .expected_error = block_error};

}  // namespace sweep
