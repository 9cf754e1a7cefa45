// The stage lists of algorithm 8 and of `halo`, which read and write the image once.
#include "core/filter/design.h"
#include "core/methods/algorithms.h"
#include "core/methods/lists.h"

namespace sweep {

// One launch. It costs 2 h w for the image, and what tiles hand to each other: for each of a tile's columns, and of
// its rows, the two states that leave it, in words. They are written once, and counted as read once: a tile reads
// those of as many tiles as the filter remembers, from the cache.
std::vector<Stage> resident_stages(const Problem& p) {
    const auto parts = [](int length, int each) { return std::uint64_t((length + each - 1) / each); };
    const std::uint64_t in = p.shape.samples() * size_of(p.input),
                        out = p.shape.samples() * size_of(output_sample(p)),
                        all_tiles = parts(p.shape.height, resident_tile_rows) *
                                    parts(p.shape.width, resident_tile_columns) *
                                    std::uint64_t(p.shape.channels),
                        lines = resident_tile_columns + (p.passes > 2 ? resident_tile_rows : 0),
                        words = 2 * parts(design(p.filter).order(), resident_word_numbers),
                        carries = all_tiles * lines * words * resident_word_bytes;
    return {{Step::resident, "tiles", "8", in + carries, out + carries}};
}

// One launch, 2 h w. The halos of neighbouring blocks come from the cache: they are operands once.
std::vector<Stage> halo_stages(const Problem& p) {
    return {{Step::halo, "blocks", "-", p.shape.samples() * size_of(p.input),
             p.shape.samples() * size_of(output_sample(p))}};
}

}  // namespace sweep
