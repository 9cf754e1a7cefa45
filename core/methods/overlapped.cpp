// The stage list of a problem: that of its algorithm's family, or here those of algorithm 7 and of `bands`.
#include "core/filter/design.h"
#include "core/methods/algorithms.h"
#include "core/methods/lists.h"
#include "core/stages/stages.h"

namespace sweep {
namespace {

std::uint64_t blocks(int length, int block) {
    return std::uint64_t((length + block - 1) / block);
}

// The bytes of algorithm 7's perimeters, which are also those of its carries.
struct Carries {
    std::uint64_t columns;  // P and E: 2 r numbers for each image column and block row
    std::uint64_t rows;     // P and E: 2 r numbers for each image row and block column
    std::uint64_t corners;  // (2 r)^2 dots for each block
};

Carries carries(const Problem& p, int block, int order) {
    const std::uint64_t number = p.input == Sample::f64 ? 8 : 4, c = std::uint64_t(p.shape.channels),
                        r2 = 2 * std::uint64_t(order), m = blocks(p.shape.height, block),
                        n = blocks(p.shape.width, block);
    const std::uint64_t columns = number * c * r2 * m * std::uint64_t(p.shape.width);
    if (p.passes <= 2) return {columns, 0, 0};
    return {columns, number * c * r2 * n * std::uint64_t(p.shape.height), number * c * r2 * r2 * m * n};
}

std::vector<Stage> convert_stages(const Problem& p) {
    return {{Step::convert, "convert", "-", p.shape.samples() * size_of(p.input),
             p.shape.samples() * size_of(output_sample(p))}};
}

std::vector<Stage> overlapped_stages(const Problem& p, int block) {
    const std::uint64_t in = p.shape.samples() * size_of(p.input),
                        out = p.shape.samples() * size_of(output_sample(p));
    const Carries c = carries(p, block, design(p.filter).order());
    std::vector<Stage> list{
        {Step::perimeters, "perimeters", "7.1", in, c.columns + c.rows + c.corners},
        {Step::columns, "columns", "7.2", c.columns + c.corners, c.columns + c.corners},
    };
    if (p.passes > 2) list.push_back({Step::rows, "rows", "7.3", c.rows + c.corners, c.rows});
    list.push_back({Step::filter, "filter", "7.4", in + c.columns + c.rows, out});
    return list;
}

// The rows have no carries: a band is as wide as the image, and what a pass leaves of it stays in the cache.
std::vector<Stage> bands_stages(const Problem& p, int block) {
    const std::uint64_t in = p.shape.samples() * size_of(p.input),
                        out = p.shape.samples() * size_of(output_sample(p)),
                        columns = carries(p, block, design(p.filter).order()).columns;
    return {{Step::band_perimeters, "perimeters", "-", in, columns},
            {Step::band_columns, "columns", "-", columns, columns},
            {Step::bands, "bands", "-", in + columns, out}};
}

}  // namespace

std::vector<Stage> stages(const Problem& p, int block) {
    switch (family_of(p)) {
        case Family::convert:
            return convert_stages(p);
        case Family::table:
            return table_stages(p, block);
        case Family::overlapped:
            return overlapped_stages(p, block);
        case Family::resident:
            return resident_stages(p);
        case Family::halo:
            return halo_stages(p);
        case Family::bands:
            return bands_stages(p, block);
        case Family::published:
            return published_stages(p, block);
        case Family::cascade:
            return cascade_stages(p, block);
        case Family::varying:
            return varying_stages(p, block);
        case Family::signal:
            return signal_stages(p, block);
        case Family::whole_lines:
            return rt_stages(p);
        case Family::whole_lines_f64:
            return rt64_stages(p);
        case Family::convolution:
            return convolution_stages(p);
        case Family::fft:
            return fft_stages(p);
    }
    return {};
}

}  // namespace sweep
