// Algorithm 8: images that stay on the chip, or stream through it.
#include "core/families/chip/resident.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/blocks/section_units.h"
#include "core/families/row_refusals.h"
#include "core/families/traffic.h"

namespace sweep {
namespace {

constexpr std::array rows{
    AlgorithmInfo{.algorithm = Algorithm::alg8,
                  .name = "8",
                  .text = "read once: in tiles that stay on the chip until they are written (ours)",
                  .boundaries = every_boundary,
                  .feeds_forward = true},
};

// Images stream, whatever their size, along one axis, and where lines turn on a sample.
bool always_streams(const Problem& p) {
    return p.filter.axes != Axes::both || turns_on_sample(p.boundary.kind);
}

// A filter forgets within a tile if its memory is shorter than so many.
constexpr int most_streamed_samples = 7 * stream_side;

// Why an image cannot stream. Empty: it can.
std::string stream_refusal(const DesignedProblem& asked) {
    const auto& [p, filter] = asked;
    const std::string boundary = " for the boundary " + std::string(info(p.boundary.kind).word),
                      one_axis = p.filter.axes == Axes::both ? "" : " along one axis",
                      where = one_axis.empty() ? boundary : one_axis;
    if (!has_rows_of_words(p))
        return subject_of(p) + " needs one channel of float32 and a width divisible by 4" + where;
    const bool is_of_kind =
        p.passes == all_passes && filter.order() <= most_stream_order && !filter.feeds_forward();
    const int down = is_of_kind ? stream_reach(filter.columns, most_streamed_samples + 1) : 0,
              along = is_of_kind ? stream_reach(filter.rows, most_streamed_samples + 1) : 0;
    if (!is_of_kind || std::max(down, along) * stream_side > most_streamed_samples)
        return subject_of(p) + " needs all passes of a filter of order 1 to " +
               std::to_string(most_stream_order) + " without zeros that forgets within " +
               std::to_string(most_streamed_samples) + " samples" + where;
    for (const auto& [reach, n] : {std::pair{down, p.shape.height}, {along, p.shape.width}})
        if (reach != 0 && !streams_by(p.boundary.kind, n, reach))
            return subject_of(p) + " has no lines of " + std::to_string(n) + " samples" + boundary + one_axis;
    return "";
}

std::string refusal(const DesignedProblem& asked) {
    const auto& [p, filter] = asked;
    if (std::string reason = row_refusal(asked); !reason.empty()) return reason;
    FilterDesign both_ways = filter;  // along both axes, as another one has no sections
    if (p.filter.axes == Axes::x) both_ways.columns = filter.rows;
    if (p.filter.axes == Axes::y) both_ways.rows = filter.columns;
    if (alternates(both_ways)) return subject_of(p) + " has no sections for poles next to -1";
    if (filter.feeds_forward() && !(has_resident_zeros(filter.order()) && has_units(filter)))
        return subject_of(p) +
               " has zeros in orders 3 and 5, where each section remembers and responds at once";
    if (always_streams(p))
        if (std::string reason = stream_refusal(asked); !reason.empty()) return reason;
    if (p.method.block != 0 && p.method.block != resident_tile_columns)
        return subject_of(p) + " has tiles of " + std::to_string(resident_tile_columns) + " columns, not " +
               std::to_string(p.method.block);
    return mirror_refusal(asked);
}

// One launch. It costs 2 h w for the image, and what tiles hand to each other: for each of a tile's columns, and of
// its rows, the two states that leave it, in words. They are written once, and counted as read once: a tile reads
// those of as many tiles as the filter remembers, from the cache. An image that streams through the chip has smaller
// tiles.
std::vector<Stage> stages(const DesignedProblem& asked, int block) {
    const Problem& p = asked.problem;
    const ImageBytes image(p);
    const bool streams = block == stream_side;
    const int height = streams ? stream_side : resident_tile_rows,
              width = streams ? stream_side : resident_tile_columns;
    const std::uint64_t all_tiles = block_count(p.shape.height, height) * block_count(p.shape.width, width) *
                                    std::uint64_t(p.shape.channels),
                        lines = std::uint64_t(width + (p.passes > 2 ? height : 0)),
                        words = 2 * block_count(asked.design.order(), resident_word_numbers),
                        carries = all_tiles * lines * words * resident_word_bytes;
    return {{Step::resident, "tiles", "8", image.in + carries, image.out + carries}};
}

}  // namespace

constinit const Family families::resident{
    .algorithms = rows, .refusal = refusal, .stages = stages, .expected_error = block_error};

}  // namespace sweep
