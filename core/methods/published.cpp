// Stage lists of the published two-dimensional algorithms: 2 ([N11] section 4.4), 4 and 6 ([N16] sections 3.3
// and 5.1), 5 ([N11] section 5.2), 6b ([N16] section 6), and cascades ([N11] section 8).
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
#include "core/methods/published.h"

#include "core/filter/design.h"
#include "core/methods/lists.h"

namespace sweep {
namespace {

struct Traffic {
    std::uint64_t in, plane, out;  // pixels: the input, the image between stages, the result
    std::uint64_t column, row;     // one perimeter of the columns, and one of the rows
    int passes;
};

Traffic traffic(const Problem& p, int block, Padding padding) {
    auto blocks = [&](int length) { return std::uint64_t((length + block - 1) / block); };
    const std::uint64_t number = p.input == Sample::f64 ? 8 : 4, c = std::uint64_t(p.shape.channels),
                        r = std::uint64_t(design(p.filter).order());
    const int height = p.shape.height + 2 * padding.block_rows * block,
              width = p.shape.width + 2 * padding.block_columns * block;
    return {p.shape.samples() * size_of(p.input),
            p.shape.samples() * number,
            p.shape.samples() * size_of(output_sample(p)),
            number * c * r * blocks(height) * std::uint64_t(width),
            number * c * r * blocks(width) * std::uint64_t(height),
            p.passes};
}

// One pass after the other, each from the image before it; a stage also writes the perimeters of the pass
// that follows.
std::vector<Stage> stages_of_2(const Traffic& t) {
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

std::vector<Stage> stages_of_4(const Traffic& t) {
    const bool rows = t.passes > 2;
    std::vector<Stage> list{
        {Step::alg4_1, "perimeters", "4.1", t.in, 2 * t.column},
        {Step::alg4_2, "columns", "4.2", 3 * t.column, 2 * t.column},
        {Step::alg4_3, "down, up", "4.3", t.in + 2 * t.column, rows ? t.plane + 2 * t.row : t.out}};
    if (!rows) return list;
    list.push_back({Step::alg4_4, "rows", "4.4", 3 * t.row, 2 * t.row});
    list.push_back({Step::alg4_5, "right, left", "4.5", t.plane + 2 * t.row, t.out});
    return list;
}

std::vector<Stage> stages_of_5(const Traffic& t) {
    const std::uint64_t rows = t.passes > 2 ? 2 * t.row : 0;
    std::vector<Stage> list{{Step::alg5_1, "perimeters", "5.1", t.in, 2 * t.column + rows},
                            {Step::alg5_2, "scan down", "5.2", t.column, t.column},
                            {Step::alg5_3, "scan up", "5.3", 2 * t.column, t.column}};
    if (rows) {
        list.push_back({Step::alg5_4, "scan right", "5.4", t.row + 2 * t.column, t.row});
        list.push_back({Step::alg5_5, "scan left", "5.5", 2 * t.row + 2 * t.column, t.row});
    }
    list.push_back({Step::alg5_6, "filter", "5.6", t.in + 2 * t.column + rows, t.out});
    return list;
}

// In 6b the perimeters and the scans cover the padded image (`padded`); the result is that of the image
// alone.
std::vector<Stage> stages_of_6(const Traffic& t, const Traffic& padded, std::uint64_t padded_in) {
    const std::uint64_t columns = 2 * padded.column, rows = t.passes > 2 ? 2 * padded.row : 0;
    std::vector<Stage> list{{Step::alg6_1, "perimeters", "6.1", padded_in, columns + rows},
                            {Step::alg6_2, "columns", "6.2", columns + padded.column, columns}};
    if (rows) {
        list.push_back({Step::alg6_3, "row fix-up", "6.3", columns + rows, rows});
        list.push_back({Step::alg6_4, "rows", "6.4", rows + padded.row, rows});
    }
    list.push_back({Step::alg6_5, "filter", "6.5", t.in + 2 * t.column + (rows ? 2 * t.row : 0), t.out});
    return list;
}

}  // namespace

// One term after the other. Step 4.5 or 5.6 of a term also takes the perimeters of its own result, which 4.1
// or 5.1 of the next term would have to read it for.
std::vector<Stage> cascade_stages(const Problem& p, int block) {
    const Traffic whole = traffic(p, block, {});
    const std::uint64_t order = std::uint64_t(design(p.filter).order());
    std::vector<Stage> list;
    for (std::size_t i = 0; i < p.cascade.size(); ++i) {
        const auto [algorithm, term_order] = p.cascade[i];
        Traffic t = whole;
        t.column = whole.column / order * std::uint64_t(term_order);
        t.row = whole.row / order * std::uint64_t(term_order);
        if (i > 0) t.in = whole.plane;
        if (i + 1 < p.cascade.size()) t.out = whole.plane;
        std::vector<Stage> own = algorithm == 4 ? stages_of_4(t) : stages_of_5(t);
        if (i > 0) {
            Stage& fused = list.back();
            fused.paper = fused.step == Step::alg4_5 ? (algorithm == 4 ? "4.5+4.1" : "4.5+5.1")
                                                     : (algorithm == 4 ? "5.6+4.1" : "5.6+5.1");
            fused.bytes_written += own.front().bytes_written;
            own.erase(own.begin());
        }
        for (Stage& stage : own) stage.term = int(i);
        list.insert(list.end(), own.begin(), own.end());
    }
    return list;
}

std::vector<Stage> published_stages(const Problem& p, int block) {
    const Traffic t = traffic(p, block, {});
    switch (p.algorithm) {
        case Algorithm::alg2:
            return stages_of_2(t);
        case Algorithm::alg4:
            return stages_of_4(t);
        case Algorithm::alg5:
            return stages_of_5(t);
        default: {
            const Padding around = padding(p, block);
            const std::uint64_t height =
                                    std::uint64_t(p.shape.height) + 2u * unsigned(around.block_rows * block),
                                width = std::uint64_t(p.shape.width) +
                                        2u * unsigned(around.block_columns * block);
            return stages_of_6(t, traffic(p, block, around),
                               height * width * std::uint64_t(p.shape.channels) * size_of(p.input));
        }
    }
}

}  // namespace sweep
