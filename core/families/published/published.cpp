// The published two-dimensional algorithms: 2 ([N11] section 4.4), 4 and 6 ([N16] sections 3.3
// and 5.1), 5 ([N11] section 5.2), 6b and 5v ([N16] section 6).
//
// Traffic is counted as in [N11] table 1: h w each time that the pixels are read or written, and r/b h w each
// time that a perimeter is, that is the r numbers of P or of E for each line and block. Numbers below are
// such times.
//
//   2     (9 + 16 r/b) h w   pixels: the image in; Y, Z and U out and in; V out; X once more in 2.3. Each of
//                            the four perimeters is written by blocks, read and written by its scan, and read
//                            by blocks.
//   4     (5 + 18 r/b) h w   pixels: X twice, Z out and in, V. Perimeters: 16 as above, and 2
//                            because the scans of E read P.
//   5     (3 + 22 r/b) h w   pixels: X twice, V. Perimeters: blocks write 4 and read 4; the scan of P takes
//                            2, of E 3, of P^T 1 + 2 (P and E, for the fix-up) + 1, and of E^T 2 + 2 + 1.
//   6     (3 + 24 r/b) h w   as 5, but the rows are split: 6.3 reads P, E, P^T, E^T and writes P^T, E^T (6),
//                            and 6.4 is like 6.2 (5), in place of 4 + 5.
//
// As in that table, only a line's own carries count, not the r numbers a line by which exact boundaries pass
// from one stage to the next. In 4.2, 4.4, 6.2 and 6.4 the scan of E counts as reading P again, although an
// engine may keep it.
#include "core/families/published/published.h"

#include <array>

#include "core/base/error.h"
#include "core/families/row_refusals.h"
#include "core/families/traffic.h"

namespace sweep {
namespace {

constexpr std::array published_rows{
    AlgorithmInfo{.algorithm = Algorithm::alg2,
                  .name = "2",
                  .text = "blocks in parallel, a pass at a time, fused kernels ([N11] section 4.4)",
                  .boundaries = boundaries_but_mirror},
    AlgorithmInfo{.algorithm = Algorithm::alg4,
                  .name = "4",
                  .text = "causal and anticausal passes overlapped ([N11] section 5.1, [N16] section 3)",
                  .boundaries = boundaries_but_reflect101},
    AlgorithmInfo{.algorithm = Algorithm::alg5,
                  .name = "5",
                  .text = "rows and columns overlapped too, as published in 2011 ([N11] section 5.2)",
                  .boundaries = boundaries_but_reflect101},
    AlgorithmInfo{.algorithm = Algorithm::alg6,
                  .name = "6",
                  .text = "5 with the fix-up of the rows split off, in parallel ([N16] section 5.1)",
                  .boundaries = boundaries_but_reflect101},
    AlgorithmInfo{.algorithm = Algorithm::alg6b,
                  .name = "6b",
                  .text = "6 from zero on the image padded by enough blocks ([N16] section 6)",
                  .boundaries = boundaries_but_reflect101},
};

constexpr std::array varying_rows{
    AlgorithmInfo{.algorithm = Algorithm::alg5v,
                  .name = "5v",
                  .text = "5 with coefficients that vary near the edges: order 1, mirror ([N16] section 6)",
                  .boundaries = Boundaries(BoundaryKind::mirror),
                  .pass_step = 2},
};

std::string published_refusal(const DesignedProblem& asked) {
    if (asked.problem.method.algorithm != Algorithm::alg6b) return usual_refusal(asked);
    if (std::string reason = row_refusal(asked); !reason.empty()) return reason;
    try {
        padding(asked, 32);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

std::string varying_refusal(const DesignedProblem& asked) {
    if (std::string reason = row_refusal(asked); !reason.empty()) return reason;
    if (asked.problem.filter.axes != Axes::both)
        return subject_of(asked.problem) + " filters along both axes";
    return mirror_refusal(asked);
}

// One pass after the other, each from the image before it; a stage also writes the perimeters of the pass
// that follows.
std::vector<Stage> stages_of_2(const PublishedTraffic& t) {
    std::vector<Stage> list{{Step::alg2_1, "prologues", "2.1", t.in, t.column},
                            {Step::alg2_2, "scan down", "2.2", t.column, t.column}};
    const bool last[] = {t.passes == 1, t.passes == 2, t.passes == 3};
    list.push_back({Step::alg2_3, "down", "2.3", t.in + t.column, last[0] ? t.out : t.plane + t.column});
    if (last[0]) return list;
    list.push_back({Step::alg2_4, "scan up", "2.4", t.column, t.column});
    list.push_back({Step::alg2_5, "up", "2.5", t.plane + t.column, last[1] ? t.out : t.plane + t.row});
    if (last[1]) return list;
    list.push_back({Step::alg2_6, "scan right", "2.6", t.row, t.row});
    list.push_back({Step::alg2_7, "right", "2.7", t.plane + t.row, last[2] ? t.out : t.plane + t.row});
    if (last[2]) return list;
    list.push_back({Step::alg2_8, "scan left", "2.8", t.row, t.row});
    list.push_back({Step::alg2_9, "left", "2.9", t.plane + t.row, t.out});
    return list;
}

// In 6b the perimeters and the scans cover the padded image (`padded`); the result is that of the image
// alone.
std::vector<Stage> stages_of_6(const PublishedTraffic& t, const PublishedTraffic& padded,
                               std::uint64_t padded_in) {
    const std::uint64_t columns = 2 * padded.column, rows = t.passes > 2 ? 2 * padded.row : 0;
    std::vector<Stage> list{
        {Step::alg6_1, "perimeters", "6.1", padded_in, columns + rows},
        {Step::alg6_2, "columns", "6.2", columns + padded.column, columns, Covers::columns}};
    if (rows) {
        list.push_back({Step::alg6_3, "row fix-up", "6.3", columns + rows, rows});
        list.push_back({Step::alg6_4, "rows", "6.4", rows + padded.row, rows, Covers::rows});
    }
    list.push_back({Step::alg6_5, "filter", "6.5", t.in + 2 * t.column + (rows ? 2 * t.row : 0), t.out});
    return list;
}

std::vector<Stage> published_stages(const DesignedProblem& asked, int block) {
    const Problem& p = asked.problem;
    const PublishedTraffic t = published_traffic(asked, block, {});
    switch (p.method.algorithm) {
        case Algorithm::alg2:
            return stages_of_2(t);
        case Algorithm::alg4:
            return stages_of_4(t);
        case Algorithm::alg5:
            return stages_of_5(t);
        default: {
            const Padding around = padding(asked, block);
            const std::uint64_t height =
                                    std::uint64_t(p.shape.height) + 2u * unsigned(around.block_rows * block),
                                width = std::uint64_t(p.shape.width) +
                                        2u * unsigned(around.block_columns * block);
            return stages_of_6(t, published_traffic(asked, block, around),
                               height * width * std::uint64_t(p.shape.channels) * size_of(p.input));
        }
    }
}

// Algorithm 5v: the stages of algorithm 5 with r = 1, (3 + 22/b) h w. The coefficients and matrices of the
// blocks at the edges are no more than the samples of a line, and not counted.
std::vector<Stage> varying_stages(const DesignedProblem& asked, int block) {
    const Problem& p = asked.problem;
    const ImageBytes image(p);
    const std::uint64_t number = number_bytes(p) * std::uint64_t(p.shape.channels),
                        columns = number * block_count(p.shape.height, block) * std::uint64_t(p.shape.width),
                        rows = number * block_count(p.shape.width, block) * std::uint64_t(p.shape.height);
    const bool pairs = p.passes > 2;
    std::vector<Stage> list{{Step::alg5_1, "carries", "5v.1", image.in, 2 * columns + (pairs ? 2 * rows : 0)},
                            {Step::alg5_2, "complete P", "5v.2", columns, columns, Covers::columns},
                            {Step::alg5_3, "complete E", "5v.3", 2 * columns, columns, Covers::columns}};
    if (pairs) {
        list.push_back({Step::alg5_4, "complete PT", "5v.4", 2 * columns + rows, rows, Covers::rows});
        list.push_back({Step::alg5_5, "complete ET", "5v.5", 2 * columns + 2 * rows, rows, Covers::rows});
    }
    list.push_back(
        {Step::alg5_6, "output", "5v.6", image.in + 2 * columns + (pairs ? 2 * rows : 0), image.out});
    return list;
}

}  // namespace

PublishedTraffic published_traffic(const DesignedProblem& asked, int block, Padding padding) {
    const auto& [p, filter] = asked;
    const ImageBytes image(p);
    const std::uint64_t number = number_bytes(p), c = std::uint64_t(p.shape.channels),
                        r = std::uint64_t(filter.order());
    const int height = p.shape.height + 2 * padding.block_rows * block,
              width = p.shape.width + 2 * padding.block_columns * block;
    return {image.in,
            image.between,
            image.out,
            number * c * r * block_count(height, block) * std::uint64_t(width),
            number * c * r * block_count(width, block) * std::uint64_t(height),
            p.passes};
}

std::vector<Stage> stages_of_4(const PublishedTraffic& t) {
    const bool rows = t.passes > 2;
    std::vector<Stage> list{
        {Step::alg4_1, "perimeters", "4.1", t.in, 2 * t.column},
        {Step::alg4_2, "columns", "4.2", 3 * t.column, 2 * t.column, Covers::columns},
        {Step::alg4_3, "down, up", "4.3", t.in + 2 * t.column, rows ? t.plane + 2 * t.row : t.out}};
    if (!rows) return list;
    list.push_back({Step::alg4_4, "rows", "4.4", 3 * t.row, 2 * t.row, Covers::rows});
    list.push_back({Step::alg4_5, "right, left", "4.5", t.plane + 2 * t.row, t.out});
    return list;
}

std::vector<Stage> stages_of_5(const PublishedTraffic& t) {
    const std::uint64_t rows = t.passes > 2 ? 2 * t.row : 0;
    std::vector<Stage> list{{Step::alg5_1, "perimeters", "5.1", t.in, 2 * t.column + rows},
                            {Step::alg5_2, "scan down", "5.2", t.column, t.column, Covers::columns},
                            {Step::alg5_3, "scan up", "5.3", 2 * t.column, t.column, Covers::columns}};
    if (rows) {
        list.push_back({Step::alg5_4, "scan right", "5.4", t.row + 2 * t.column, t.row, Covers::rows});
        list.push_back({Step::alg5_5, "scan left", "5.5", 2 * t.row + 2 * t.column, t.row, Covers::rows});
    }
    list.push_back({Step::alg5_6, "filter", "5.6", t.in + 2 * t.column + rows, t.out});
    return list;
}

constinit const Family families::published{.algorithms = published_rows,
                                           .refusal = published_refusal,
                                           .stages = published_stages,
                                           .expected_error = block_error};
constinit const Family families::varying{.algorithms = varying_rows,
                                         .refusal = varying_refusal,
                                         .stages = varying_stages,
                                         .expected_error = block_error};

}  // namespace sweep
