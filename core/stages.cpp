#include "core/stages.h"

#include "core/filter_design.h"

namespace sweep {
namespace {

std::uint64_t blocks(int length, int block) {
    return std::uint64_t((length + block - 1) / block);
}

// What the carries of an algorithm of order r weigh, in bytes.
struct Carries {
    std::uint64_t columns;  // 2 r numbers per image column and block row: P and E
    std::uint64_t rows;     // 2 r numbers per image row and block column
    std::uint64_t corners;  // the column dots of the row dots: 2 r x 2 r numbers per block
};

Carries carries(const Problem& p, int block, int order) {
    const std::uint64_t number = p.input == Sample::f64 ? 8 : 4, c = std::uint64_t(p.shape.channels),
                        r2 = 2 * std::uint64_t(order), m = blocks(p.shape.height, block),
                        n = blocks(p.shape.width, block);
    const std::uint64_t columns = number * c * r2 * m * std::uint64_t(p.shape.width);
    if (p.passes <= 2) return {columns, 0, 0};
    return {columns, number * c * r2 * n * std::uint64_t(p.shape.height), number * c * r2 * r2 * m * n};
}

struct SatCarries {
    std::uint64_t columns, rows, sums;  // P(Y) per column, P^T(V) per row, and the scalars s(P(Y)) per block
};

SatCarries sat_carries(const Problem& p, int block) {
    const std::uint64_t number = size_of(table_sample(p)), c = std::uint64_t(p.shape.channels),
                        m = blocks(p.shape.height, block), n = blocks(p.shape.width, block);
    return {number * c * m * std::uint64_t(p.shape.width), number * c * n * std::uint64_t(p.shape.height),
            number * c * m * n};
}

}  // namespace

std::vector<Stage> stages(const Problem& p, int block) {
    const std::uint64_t in = p.shape.samples() * size_of(p.input),
                        out = p.shape.samples() * size_of(output_sample(p));
    if (p.filter.kind == FilterKind::none) return {{Step::convert, "convert", "-", in, out}};

    if (is_recursive(p.filter.kind)) {
        const Carries c = carries(p, block, design(p.filter).order());
        std::vector<Stage> list{
            {Step::perimeters, "perimeters", "7.1", in, c.columns + c.rows + c.corners},
            {Step::columns, "columns", "7.2", c.columns + c.corners, c.columns + c.corners},
        };
        if (p.passes > 2) list.push_back({Step::rows, "rows", "7.3", c.rows + c.corners, c.rows});
        list.push_back({Step::filter, "filter", "7.4", in + c.columns + c.rows, out});
        return list;
    }

    // [N11] section 6: (3 + 8/b + 2/b^2) h w for single-channel samples of one size.
    const SatCarries c = sat_carries(p, block);
    const std::uint64_t table = p.shape.samples() * size_of(table_sample(p));
    std::vector<Stage> list;
    if (p.algorithm == Algorithm::sat_one_pass) {
        // A word of 8 bytes a line and block each way, published twice and looked at once: (2 + 12/b) h w.
        const std::uint64_t words = 2 * (c.columns + c.rows);
        list = {{Step::sat_one_pass, "table", "1p", in + words, table + 2 * words}};
    } else {
        list = {
            {Step::sat_perimeters, "perimeters", "S.1", in, c.columns + c.rows},
            {Step::sat_columns, "columns", "S.2", c.columns, c.columns + c.sums},
            {Step::sat_rows, "rows", "S.3", c.rows + c.sums, c.rows},
            {Step::sat_blocks, "table", "S.4", in + c.columns + c.rows, table},
        };
    }
    if (p.filter.kind == FilterKind::box) list.push_back({Step::box, "box", "box", table, out});
    return list;
}

std::uint64_t total_bytes(const std::vector<Stage>& stages) {
    std::uint64_t sum = 0;
    for (const Stage& stage : stages) sum += stage.bytes();
    return sum;
}

}  // namespace sweep
