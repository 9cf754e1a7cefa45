// Summed-area tables, and the box blurs that are made from them. Formulas are for one channel of samples that are as
// wide as the sums.
#include <array>
#include <bit>

#include "core/families/row_refusals.h"
#include "core/families/traffic.h"

namespace sweep {
namespace {

constexpr AlgorithmInfo row(Algorithm algorithm, std::string_view name, std::string_view text) {
    return {.algorithm = algorithm,
            .name = name,
            .text = text,
            .boundaries = every_boundary,
            .makes_tables = true,
            .pass_step = 4};
}

constexpr std::array rows{
    row(Algorithm::sat, "sat", "overlapped: blocks alone, carries, blocks again ([N11] section 6)"),
    row(Algorithm::sat_one_pass, "sat-1pass", "read once and written once, by blocks that look back (ours)"),
    row(Algorithm::sat_doubling, "sat-doubling", "recursive doubling, log2 passes (Hensley et al. 2005)"),
    row(Algorithm::sat_multiwave, "sat-multiwave",
        "sums inside blocks, then carries added to them, rows and columns apart (Hensley 2010)"),
    row(Algorithm::sat_multiwave_fused, "sat-multiwave-fused",
        "the same with rows and columns fused, storing carries alone ([N11] section 8)"),
    row(Algorithm::sat_transpose, "sat-transpose",
        "scan, transpose, scan, transpose (Harris et al. 2008), scans by CUB"),
    row(Algorithm::sat_ha, "sat-ha", "reduce, scan of partial sums and pivots, scan (Ha et al. 2012)"),
};

std::string refusal(const DesignedProblem& asked) {
    const Problem& p = asked.problem;
    if ((p.method.algorithm == Algorithm::sat_ha || p.method.algorithm == Algorithm::sat_one_pass) &&
        p.method.block != 0 && p.method.block != 32 && p.method.block != 64 && p.method.block != 128)
        return subject_of(p) + " has blocks of 32, 64 and 128, not " + std::to_string(p.method.block);
    return "";
}

// The bytes of one table.
struct Traffic {
    std::uint64_t in, table;
    std::uint64_t columns, rows;  // a number for each column (row) of each block
    std::uint64_t blocks;         // a number for each block

    Traffic(const Problem& p, int block) {
        const std::uint64_t number = size_of(table_sample(p)), c = std::uint64_t(p.shape.channels),
                            m = block_count(p.shape.height, block), n = block_count(p.shape.width, block);
        in = p.shape.samples() * size_of(p.input);
        table = p.shape.samples() * number;
        columns = number * c * m * std::uint64_t(p.shape.width);
        rows = number * c * n * std::uint64_t(p.shape.height);
        blocks = number * c * m * n;
    }
};

// [N11] section 6: (3 + 8/b + 2/b^2) h w.
std::vector<Stage> overlapped(const Traffic& t) {
    return {
        {Step::sat_perimeters, "perimeters", "S.1", t.in, t.columns + t.rows},
        {Step::sat_columns, "columns", "S.2", t.columns, t.columns + t.blocks, Covers::columns},
        {Step::sat_rows, "rows", "S.3", t.rows + t.blocks, t.rows, Covers::rows},
        {Step::sat_blocks, "table", "S.4", t.in + t.columns + t.rows, t.table},
    };
}

// Our own. On a GPU (2 + 12/b) h w: a word of 8 bytes for each line and block in each direction, published
// twice and looked at at least once; how far a block looks back is not known beforehand. (A CPU keeps the
// carries in its caches.)
std::vector<Stage> one_pass(const Problem& p, const Traffic& t) {
    const std::uint64_t words = 8 / size_of(table_sample(p)) * (t.columns + t.rows);
    return {{Step::sat_one_pass, "table", "1p", t.in + words, t.table + 2 * words, Covers::rows}};
}

// Hensley et al. 2005: 2 h w (ceil(log2 w) + ceil(log2 h)). One pixel takes one pass, which copies it.
std::vector<Stage> doubling(const Problem& p, const Traffic& t) {
    auto passes = [](int n) { return int(std::bit_width(unsigned(n - 1))); };
    const int along_rows = passes(p.shape.width), along_columns = passes(p.shape.height);
    std::vector<Stage> list;
    for (int k = 0; k < along_rows || (k == 0 && along_columns == 0); ++k)
        list.push_back(
            {Step::sat_doubling_rows, "rows", "D.1", k == 0 ? t.in : t.table, t.table, Covers::blocks, k});
    for (int k = 0; k < along_columns; ++k)
        list.push_back({Step::sat_doubling_columns, "columns", "D.2", list.empty() ? t.in : t.table, t.table,
                        Covers::blocks, k});
    return list;
}

// Hensley 2010, as described in [N11] section 8: sums inside blocks, carries of the blocks, and these added
// to all of a block; along rows, then along columns: (8 + 8/b) h w.
std::vector<Stage> multiwave(const Traffic& t) {
    return {
        {Step::sat_multiwave_rows, "rows in blocks", "W.1", t.in, t.table + t.rows},
        {Step::sat_multiwave_row_carries, "row carries", "W.2", t.rows, t.rows},
        {Step::sat_multiwave_add_rows, "add to rows", "W.3", t.table + t.rows, t.table},
        {Step::sat_multiwave_columns, "columns in blocks", "W.4", t.table, t.table + t.columns},
        {Step::sat_multiwave_column_carries, "column carries", "W.5", t.columns, t.columns},
        {Step::sat_multiwave_add_columns, "add to columns", "W.6", t.table + t.columns, t.table},
    };
}

// The variant of [N11] section 8: it stores only carries between the stages, and fuses rows with columns: (4
// + 9/b) h w.
std::vector<Stage> multiwave_fused(const Traffic& t) {
    return {
        {Step::sat_fused_column_sums, "column sums", "F.1", t.in, t.columns},
        {Step::sat_fused_columns, "columns", "F.2", t.columns, t.columns},
        {Step::sat_fused_row_sums, "row sums", "F.3", t.in + t.columns, t.rows},
        {Step::sat_fused_rows, "rows", "F.4", t.rows, t.rows},
        {Step::sat_fused_blocks, "table", "F.5", t.in + t.columns + t.rows, t.table},
    };
}

// Harris et al. 2008: 8 h w.
std::vector<Stage> scan_transpose(const Traffic& t) {
    return {
        {Step::sat_scan_rows, "scan rows", "T.1", t.in, t.table},
        {Step::sat_transpose, "transpose", "T.2", t.table, t.table},
        {Step::sat_scan_columns, "scan columns", "T.3", t.table, t.table},
        {Step::sat_transpose_back, "transpose back", "T.4", t.table, t.table},
    };
}

// [H12] section 4: (3 + 8/b) h w. The pivots, one number a block, are not counted there.
std::vector<Stage> ha(const Traffic& t) {
    const std::uint64_t sums = t.columns + t.rows;
    return {
        {Step::sat_ha_reduce, "reduce", "H.1", t.in, sums},
        {Step::sat_ha_partial_sums, "partial sums", "H.2", sums, sums},
        {Step::sat_ha_scan, "scan", "H.3", t.in + sums, t.table},
    };
}

std::vector<Stage> list_of(const Problem& p, const Traffic& t) {
    switch (p.method.algorithm) {
        case Algorithm::sat_one_pass:
            return one_pass(p, t);
        case Algorithm::sat_doubling:
            return doubling(p, t);
        case Algorithm::sat_multiwave:
            return multiwave(t);
        case Algorithm::sat_multiwave_fused:
            return multiwave_fused(t);
        case Algorithm::sat_transpose:
            return scan_transpose(t);
        case Algorithm::sat_ha:
            return ha(t);
        default:
            return overlapped(t);
    }
}

std::vector<Stage> stages(const DesignedProblem& asked, int block) {
    const Problem& p = asked.problem;
    const Traffic t(p, block);
    std::vector<Stage> list = list_of(p, t);
    if (p.method.precision == Precision::f32_less_mean)
        list.insert(list.begin(),
                    {Step::sat_mean, "mean", "mean", t.in, std::uint64_t(p.shape.channels) * sizeof(float)});
    if (p.filter.kind == FilterKind::box)
        list.push_back({Step::box, "box", "box", t.table, p.shape.samples() * size_of(output_sample(p))});
    return list;
}

}  // namespace

constinit const Family families::tables{.algorithms = rows, .refusal = refusal, .stages = stages};

}  // namespace sweep
